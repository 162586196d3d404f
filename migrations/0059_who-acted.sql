ALTER TABLE "activity_logs" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "transfer_events" ADD COLUMN "actor_id" uuid;