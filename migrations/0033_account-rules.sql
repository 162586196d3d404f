CREATE TABLE "account_rules" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"account" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_rules_user_id_fiken_company_slug_position_pk" PRIMARY KEY("user_id","fiken_company_slug","position")
);
--> statement-breakpoint
ALTER TABLE "account_rules" ADD CONSTRAINT "account_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;