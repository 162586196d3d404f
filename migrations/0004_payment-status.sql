ALTER TABLE "configurations" ADD COLUMN "write_back_payments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "payment_status" text;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "payment_due_date" date;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "paid_amount" bigint;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "payment_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "written_back_at" timestamp with time zone;