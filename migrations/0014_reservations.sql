CREATE TABLE "fiken_reservations" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"id" uuid NOT NULL,
	"asked" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"last_looked_at" timestamp with time zone,
	"word" text,
	CONSTRAINT "fiken_reservations_user_id_fiken_company_slug_kind_key_pk" PRIMARY KEY("user_id","fiken_company_slug","kind","key")
);
--> statement-breakpoint
ALTER TABLE "fiken_reservations" ADD CONSTRAINT "fiken_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;