CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_slug" text NOT NULL,
	"uuid" text NOT NULL,
	"kind" text NOT NULL,
	"draft_id" text,
	"outcome_unknown" boolean DEFAULT false NOT NULL,
	"record" jsonb,
	"invoice_request" jsonb,
	"absence" jsonb,
	"contact_id" text,
	"invoice_id" text,
	"invoice_number" text,
	"deposit_credit" jsonb,
	"payment_status" text,
	"payment_due_date" date,
	"paid_amount" bigint,
	"credit" jsonb,
	"payment_checked_at" timestamp with time zone,
	"ended" text,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP TRIGGER "transfer_text_of_new" ON "transfers";
--> statement-breakpoint
DROP TRIGGER "transfer_text_of_changed" ON "transfers";
--> statement-breakpoint
DROP INDEX "transfers_collective";
--> statement-breakpoint
DROP INDEX "transfers_deposit_credit";
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "document_id" uuid;
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "share" jsonb;
--> statement-breakpoint
-- A draft of several jobs was said on each of them alike: those with the same uuid are one document.
-- A transfer without a uuid that was sent all the same is never looked up by it.
INSERT INTO "documents" ("id", "user_id", "company_slug", "uuid", "kind", "draft_id", "outcome_unknown", "record", "invoice_request", "absence",
	"contact_id", "invoice_id", "invoice_number", "deposit_credit", "payment_status", "payment_due_date", "paid_amount", "credit", "payment_checked_at", "created_at")
SELECT gen_random_uuid(), "user_id", "slug", "key", CASE WHEN "is_collective" OR "owners" > 1 THEN 'collective' ELSE 'alone' END,
	"fiken_invoice_draft_id", "outcome_unknown", "fiken_data" - 'share', "invoice_request", "absence",
	"fiken_customer_id", "fiken_invoice_id", "fiken_invoice_number", "deposit_credit", "payment_status", "payment_due_date", "paid_amount", "credit", "payment_checked_at",
	coalesce("completed_at", "updated_at")
FROM (
	SELECT DISTINCT ON ("user_id", "slug", "key") *,
		count(*) OVER "together" AS "owners", bool_or("collective_id" IS NOT NULL) OVER "together" AS "is_collective"
	FROM (
		SELECT *, coalesce("fiken_company_slug", '') AS "slug", coalesce("fiken_draft_uuid", "id"::text) AS "key" FROM "transfers"
		WHERE "fiken_draft_uuid" IS NOT NULL OR "fiken_invoice_draft_id" IS NOT NULL OR "fiken_invoice_id" IS NOT NULL OR "outcome_unknown"
	) "made"
	WINDOW "together" AS (PARTITION BY "user_id", "slug", "key")
	ORDER BY "user_id", "slug", "key", ("outcome_unknown" OR "fiken_invoice_draft_id" IS NOT NULL) DESC, ("status" = 'completed') DESC, "updated_at" DESC, "id"
) "one";
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_present" ON "documents" USING btree ("user_id","company_slug","uuid") WHERE "documents"."ended" is null;
--> statement-breakpoint
-- What was never sent of a job is not taken for the document that others sent under the same uuid.
UPDATE "transfers" "t" SET "document_id" = "d"."id", "share" = "t"."fiken_data" -> 'share'
FROM "documents" "d"
WHERE "d"."user_id" = "t"."user_id" AND "d"."company_slug" = coalesce("t"."fiken_company_slug", '') AND "d"."uuid" = coalesce("t"."fiken_draft_uuid", "t"."id"::text)
	AND ("d"."outcome_unknown" OR "d"."draft_id" IS NOT NULL) = ("t"."outcome_unknown" OR "t"."fiken_invoice_draft_id" IS NOT NULL);
--> statement-breakpoint
-- What is known of invoices that were credited, and that a later document stands for.
INSERT INTO "documents" ("id", "user_id", "company_slug", "uuid", "kind", "invoice_number", "ended", "ended_at", "created_at")
SELECT DISTINCT ON ("user_id", "replaces" ->> 'draftUuid') gen_random_uuid(), "user_id", coalesce("replaces" ->> 'slug', "fiken_company_slug", ''), "replaces" ->> 'draftUuid',
	CASE WHEN count(*) OVER (PARTITION BY "user_id", "replaces" ->> 'draftUuid') > 1 THEN 'collective' ELSE 'alone' END,
	"replaces" ->> 'invoiceNumber', 'credited', ("replaces" ->> 'at')::timestamptz, ("replaces" ->> 'at')::timestamptz
FROM "transfers" WHERE "replaces" ->> 'draftUuid' IS NOT NULL AND "replaces" ->> 'at' IS NOT NULL
ORDER BY "user_id", "replaces" ->> 'draftUuid', "replaces" ->> 'at';
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "fiken_invoice_draft_id";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "fiken_draft_uuid";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "fiken_invoice_id";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "fiken_invoice_number";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "collective_id";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "deposit_credit";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "fiken_customer_id";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "outcome_unknown";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "invoice_request";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "absence";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "fiken_data";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "payment_status";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "payment_due_date";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "paid_amount";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "credit";
--> statement-breakpoint
ALTER TABLE "transfers" DROP COLUMN "payment_checked_at";
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "documents_user_created" ON "documents" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "documents_deposit_credit" ON "documents" USING btree ("user_id") WHERE "documents"."deposit_credit" is not null;
--> statement-breakpoint
CREATE INDEX "transfers_document" ON "transfers" USING btree ("document_id") WHERE "transfers"."document_id" is not null;
--> statement-breakpoint
CREATE VIEW "transfer_rows" AS
SELECT "t"."id", "t"."user_id", "t"."servicem8_job_id", "t"."servicem8_account_id", "t"."status", "t"."pending_reason", "t"."fiken_company_slug", "t"."revision", "t"."chosen_recipient", "t"."collective_run", "t"."document_id", "t"."share", "t"."deposit", "t"."customer_id", "t"."customer_name", "t"."job_completed_at", "t"."amount", "t"."net_amount", "t"."po_number", "t"."job_number", "t"."line_items_count", "t"."error_message", "t"."error_code", "t"."retry_count", "t"."attempts", "t"."next_attempt_at", "t"."claim", "t"."claimed_at", "t"."stage", "t"."needs_fetch", "t"."asked_while_off", "t"."started_by_webhook", "t"."overruled", "t"."skip_transfer", "t"."servicem8_data", "t"."snapshot", "t"."attachments_chosen", "t"."attachments_due_at", "t"."attachments_note", "t"."completed_at", "t"."replaces", "t"."written_back_at", "t"."created_at", "t"."updated_at",
	"d"."draft_id" AS "fiken_invoice_draft_id", "d"."uuid" AS "fiken_draft_uuid", "d"."invoice_id" AS "fiken_invoice_id", "d"."invoice_number" AS "fiken_invoice_number",
	CASE WHEN "d"."kind" = 'collective' THEN "d"."id" END AS "collective_id", "d"."deposit_credit", "d"."contact_id" AS "fiken_customer_id",
	coalesce("d"."outcome_unknown", false) AS "outcome_unknown", "d"."invoice_request", "d"."absence", "d"."record" AS "fiken_data",
	"d"."payment_status", "d"."payment_due_date", "d"."paid_amount", "d"."credit", "d"."payment_checked_at"
FROM "transfers" "t" LEFT JOIN "documents" "d" ON "d"."id" = "t"."document_id";
--> statement-breakpoint
-- What a search looks in has the number of the invoice, which stands on the document now.
CREATE OR REPLACE FUNCTION "keep_transfer_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "transfer_texts" ("transfer_id", "user_id", "created_at", "skipped", "text")
	VALUES (new."id", new."user_id", new."created_at", new."skip_transfer",
		concat_ws(E'\n', new."job_number", new."customer_name", new."po_number",
			(SELECT "invoice_number" FROM "documents" WHERE "id" = new."document_id"), new."error_message"))
	ON CONFLICT ("transfer_id") DO UPDATE
		SET "created_at" = excluded."created_at", "skipped" = excluded."skipped", "text" = excluded."text";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "transfer_text_of_new" AFTER INSERT ON "transfers" FOR EACH ROW EXECUTE FUNCTION "keep_transfer_text"();
--> statement-breakpoint
CREATE TRIGGER "transfer_text_of_changed" AFTER UPDATE ON "transfers" FOR EACH ROW
	WHEN ((old."created_at", old."skip_transfer", old."job_number", old."customer_name", old."po_number", old."document_id", old."error_message")
		IS DISTINCT FROM (new."created_at", new."skip_transfer", new."job_number", new."customer_name", new."po_number", new."document_id", new."error_message"))
	EXECUTE FUNCTION "keep_transfer_text"();
--> statement-breakpoint
CREATE FUNCTION "keep_document_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "transfer_texts" "x"
	SET "text" = concat_ws(E'\n', "t"."job_number", "t"."customer_name", "t"."po_number", new."invoice_number", "t"."error_message")
	FROM "transfers" "t" WHERE "t"."document_id" = new."id" AND "x"."transfer_id" = "t"."id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "document_text_of_changed" AFTER UPDATE ON "documents" FOR EACH ROW
	WHEN (old."invoice_number" IS DISTINCT FROM new."invoice_number")
	EXECUTE FUNCTION "keep_document_text"();
