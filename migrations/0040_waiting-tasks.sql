ALTER TABLE "tasks" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "waits_since" timestamp with time zone;