CREATE TABLE "billing_writes" (
	"user_id" uuid NOT NULL,
	"client_uuid" text NOT NULL,
	"change" uuid NOT NULL,
	"text" text NOT NULL,
	"expected" jsonb NOT NULL,
	"text_before" text NOT NULL,
	"override_before" jsonb,
	"state" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_writes_user_id_client_uuid_pk" PRIMARY KEY("user_id","client_uuid")
);
--> statement-breakpoint
ALTER TABLE "billing_writes" ADD CONSTRAINT "billing_writes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;