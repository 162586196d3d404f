CREATE TABLE "servicem8_job_parts" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"uuid" text NOT NULL,
	"job_uuid" text NOT NULL,
	"data" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "servicem8_job_parts_user_id_kind_uuid_pk" PRIMARY KEY("user_id","kind","uuid")
);
--> statement-breakpoint
ALTER TABLE "servicem8_job_parts" ADD CONSTRAINT "servicem8_job_parts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "servicem8_job_parts_job" ON "servicem8_job_parts" USING btree ("user_id","job_uuid");