CREATE TABLE "unapproved_jobs" (
	"user_id" uuid NOT NULL,
	"job_uuid" text NOT NULL,
	"servicem8_account_id" text NOT NULL,
	"job_number" text NOT NULL,
	"customer_name" text NOT NULL,
	"amount" bigint,
	"job_completed_at" timestamp with time zone,
	"job_state" text NOT NULL,
	"paid" boolean NOT NULL,
	"noted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unapproved_jobs_user_id_job_uuid_pk" PRIMARY KEY("user_id","job_uuid")
);
--> statement-breakpoint
ALTER TABLE "unapproved_jobs" ADD CONSTRAINT "unapproved_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;