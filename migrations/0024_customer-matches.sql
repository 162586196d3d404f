CREATE TABLE "customer_matches" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"client_uuid" text NOT NULL,
	"kind" text NOT NULL,
	"recipient_key" text NOT NULL,
	"recipient_name" text NOT NULL,
	"contact_id" bigint,
	"contact_name" text DEFAULT '' NOT NULL,
	"why" text NOT NULL,
	"candidates" jsonb NOT NULL,
	"matched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_matches_user_id_fiken_company_slug_client_uuid_pk" PRIMARY KEY("user_id","fiken_company_slug","client_uuid")
);
--> statement-breakpoint
ALTER TABLE "customer_matches" ADD CONSTRAINT "customer_matches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;