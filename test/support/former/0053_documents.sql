DROP VIEW "transfer_rows";
--> statement-breakpoint
DROP TRIGGER "document_text_of_changed" ON "documents";
--> statement-breakpoint
DROP FUNCTION "keep_document_text";
--> statement-breakpoint
DROP TRIGGER "transfer_text_of_new" ON "transfers";
--> statement-breakpoint
DROP TRIGGER "transfer_text_of_changed" ON "transfers";
--> statement-breakpoint
ALTER TABLE "transfers"
	ADD COLUMN "fiken_invoice_draft_id" text, ADD COLUMN "fiken_draft_uuid" text, ADD COLUMN "fiken_invoice_id" text, ADD COLUMN "fiken_invoice_number" text,
	ADD COLUMN "collective_id" uuid, ADD COLUMN "deposit_credit" jsonb, ADD COLUMN "fiken_customer_id" text, ADD COLUMN "outcome_unknown" boolean DEFAULT false NOT NULL,
	ADD COLUMN "invoice_request" jsonb, ADD COLUMN "absence" jsonb, ADD COLUMN "fiken_data" jsonb, ADD COLUMN "payment_status" text, ADD COLUMN "payment_due_date" date,
	ADD COLUMN "paid_amount" bigint, ADD COLUMN "credit" jsonb, ADD COLUMN "payment_checked_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "transfers" "t" SET "fiken_invoice_draft_id" = "d"."draft_id", "fiken_draft_uuid" = "d"."uuid", "fiken_invoice_id" = "d"."invoice_id",
	"fiken_invoice_number" = "d"."invoice_number", "deposit_credit" = "d"."deposit_credit", "fiken_customer_id" = "d"."contact_id",
	"collective_id" = CASE WHEN "d"."kind" = 'collective' AND ("d"."outcome_unknown" OR "d"."draft_id" IS NOT NULL) THEN "d"."id" END,
	"outcome_unknown" = "d"."outcome_unknown", "invoice_request" = "d"."invoice_request", "absence" = "d"."absence",
	"fiken_data" = CASE WHEN "t"."share" IS NULL THEN "d"."record" ELSE "d"."record" || jsonb_build_object('share', "t"."share") END,
	"payment_status" = "d"."payment_status", "payment_due_date" = "d"."payment_due_date", "paid_amount" = "d"."paid_amount",
	"credit" = "d"."credit", "payment_checked_at" = "d"."payment_checked_at"
FROM "documents" "d" WHERE "d"."id" = "t"."document_id";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "document_id", DROP COLUMN "share";
--> statement-breakpoint
DROP TABLE "documents";
--> statement-breakpoint
CREATE INDEX "transfers_collective" ON "transfers" USING btree ("user_id","collective_id") WHERE "transfers"."collective_id" is not null;
--> statement-breakpoint
CREATE INDEX "transfers_deposit_credit" ON "transfers" USING btree ("user_id") WHERE "transfers"."deposit_credit" is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_transfer_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "transfer_texts" ("transfer_id", "user_id", "created_at", "skipped", "text")
	VALUES (new."id", new."user_id", new."created_at", new."skip_transfer",
		concat_ws(E'\n', new."job_number", new."customer_name", new."po_number", new."fiken_invoice_number", new."error_message"))
	ON CONFLICT ("transfer_id") DO UPDATE
		SET "created_at" = excluded."created_at", "skipped" = excluded."skipped", "text" = excluded."text";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "transfer_text_of_new" AFTER INSERT ON "transfers" FOR EACH ROW EXECUTE FUNCTION "keep_transfer_text"();
--> statement-breakpoint
CREATE TRIGGER "transfer_text_of_changed" AFTER UPDATE ON "transfers" FOR EACH ROW
	WHEN ((old."created_at", old."skip_transfer", old."job_number", old."customer_name", old."po_number", old."fiken_invoice_number", old."error_message")
		IS DISTINCT FROM (new."created_at", new."skip_transfer", new."job_number", new."customer_name", new."po_number", new."fiken_invoice_number", new."error_message"))
	EXECUTE FUNCTION "keep_transfer_text"();
