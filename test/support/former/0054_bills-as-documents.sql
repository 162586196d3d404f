ALTER TABLE "subscription_bills" RENAME COLUMN "uuid" TO "draft_uuid";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "company_slug" TO "fiken_company_slug";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "contact_id" TO "fiken_contact_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "draft_id" TO "fiken_draft_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "invoice_id" TO "fiken_invoice_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "invoice_number" TO "fiken_invoice_number";
--> statement-breakpoint
ALTER TABLE "subscription_bills" RENAME COLUMN "sale_id" TO "fiken_sale_id";
--> statement-breakpoint
ALTER TABLE "subscription_bills" ADD COLUMN "invoice_requested_at" timestamp with time zone, ADD COLUMN "invoice_accepted" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "subscription_bills" SET "invoice_requested_at" = ("invoice_request" ->> 'at')::timestamptz, "invoice_accepted" = ("invoice_request" ->> 'accepted')::boolean
WHERE "invoice_request" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "subscription_bills" DROP COLUMN "invoice_request";
