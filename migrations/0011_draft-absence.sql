ALTER TABLE "transfers" ADD COLUMN "invoice_request" jsonb;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "absence" jsonb;