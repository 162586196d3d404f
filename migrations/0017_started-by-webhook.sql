ALTER TABLE "transfers" ADD COLUMN "started_by_webhook" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "activity_logs" SET "type" = 'error' WHERE "action" = 'webhook_auto_transfer_failed' AND "success" = false AND "metadata"->>'error' IS NOT NULL;
