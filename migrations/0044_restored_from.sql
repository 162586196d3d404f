ALTER TABLE "database_marks" ADD COLUMN "lost_from" timestamp with time zone;--> statement-breakpoint
UPDATE "database_marks" SET "lost_from" = "restored_at" - interval '30 days' WHERE "restored_at" IS NOT NULL;
