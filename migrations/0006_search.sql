CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "transfer_texts" (
	"transfer_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"skipped" boolean NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "transfers_user_job_completed";--> statement-breakpoint
DROP INDEX "transfers_standing_still";--> statement-breakpoint
ALTER TABLE "transfer_texts" ADD CONSTRAINT "transfer_texts_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_texts_search" ON "transfer_texts" USING gin ("user_id","text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "transfer_texts_newest" ON "transfer_texts" USING btree ("user_id","created_at","transfer_id");--> statement-breakpoint
CREATE INDEX "transfers_user_completed" ON "transfers" USING btree ("user_id","completed_at") WHERE "transfers"."status" = 'completed' and not "transfers"."skip_transfer";--> statement-breakpoint
CREATE INDEX "transfers_user_amount" ON "transfers" USING btree ("user_id","amount" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not "transfers"."skip_transfer";--> statement-breakpoint
CREATE INDEX "transfers_user_job_completed" ON "transfers" USING btree ("user_id","job_completed_at","status","skip_transfer");--> statement-breakpoint
CREATE INDEX "transfers_standing_still" ON "transfers" USING btree ("user_id","error_code","status") WHERE not "transfers"."skip_transfer" and ("transfers"."status" = 'failed' or ("transfers"."status" = 'pending' and "transfers"."pending_reason" = 'ambiguous_customer'));--> statement-breakpoint
CREATE FUNCTION "keep_transfer_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "transfer_texts" ("transfer_id", "user_id", "created_at", "skipped", "text")
	VALUES (new."id", new."user_id", new."created_at", new."skip_transfer",
		concat_ws(E'\n', new."job_number", new."customer_name", new."po_number", new."fiken_invoice_number", new."error_message"))
	ON CONFLICT ("transfer_id") DO UPDATE
		SET "created_at" = excluded."created_at", "skipped" = excluded."skipped", "text" = excluded."text";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "transfer_text_of_new" AFTER INSERT ON "transfers" FOR EACH ROW EXECUTE FUNCTION "keep_transfer_text"();--> statement-breakpoint
CREATE TRIGGER "transfer_text_of_changed" AFTER UPDATE ON "transfers" FOR EACH ROW
	WHEN ((old."created_at", old."skip_transfer", old."job_number", old."customer_name", old."po_number", old."fiken_invoice_number", old."error_message")
		IS DISTINCT FROM (new."created_at", new."skip_transfer", new."job_number", new."customer_name", new."po_number", new."fiken_invoice_number", new."error_message"))
	EXECUTE FUNCTION "keep_transfer_text"();--> statement-breakpoint
INSERT INTO "transfer_texts" ("transfer_id", "user_id", "created_at", "skipped", "text")
SELECT "id", "user_id", "created_at", "skip_transfer", concat_ws(E'\n', "job_number", "customer_name", "po_number", "fiken_invoice_number", "error_message")
FROM "transfers";
