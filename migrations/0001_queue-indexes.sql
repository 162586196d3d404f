DROP INDEX "transfers_due";--> statement-breakpoint
CREATE INDEX "transfers_queued" ON "transfers" USING btree ("user_id","created_at","id","next_attempt_at") WHERE "transfers"."status" = 'queued' and not "transfers"."skip_transfer";--> statement-breakpoint
CREATE INDEX "transfers_processing" ON "transfers" USING btree ("user_id") WHERE "transfers"."status" = 'processing';