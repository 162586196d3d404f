CREATE TABLE "reconciliations" (
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"status" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"progress" jsonb,
	"error_code" text,
	"checked_at" timestamp with time zone,
	"fiken_company_slug" text,
	"summary" jsonb,
	"rows" jsonb,
	CONSTRAINT "reconciliations_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "job_completed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconciliations_status" ON "reconciliations" USING btree ("status","next_at");--> statement-breakpoint
CREATE INDEX "transfers_user_job_completed" ON "transfers" USING btree ("user_id","job_completed_at");--> statement-breakpoint
UPDATE "transfers" SET "job_completed_at" = ("snapshot"->'job'->>'completedAt')::timestamptz WHERE "snapshot"->'job'->>'completedAt' IS NOT NULL;
