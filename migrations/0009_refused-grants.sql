ALTER TABLE "connections" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "refused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "check_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "connections_check" ON "connections" USING btree ("check_at") WHERE "connections"."check_at" is not null;