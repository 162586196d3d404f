ALTER TABLE "transfers" ADD COLUMN "credit" jsonb;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "replaces" jsonb;