-- A monthly bill has the columns of a document (decision 0069).
ALTER TABLE "subscription_bills" RENAME COLUMN "draft_uuid" TO "uuid";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "fiken_company_slug" TO "company_slug";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "fiken_contact_id" TO "contact_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "fiken_draft_id" TO "draft_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "fiken_invoice_id" TO "invoice_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "fiken_invoice_number" TO "invoice_number";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "fiken_sale_id" TO "sale_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" ADD COLUMN "invoice_request" jsonb;
--> statement-breakpoint
UPDATE "subscription_bills" SET "invoice_request" = jsonb_build_object(
	'at', to_char("invoice_requested_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'accepted', "invoice_accepted")
WHERE "invoice_requested_at" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_bills" DROP COLUMN "invoice_requested_at";
--> statement-breakpoint
ALTER TABLE "subscription_bills" DROP COLUMN "invoice_accepted";
