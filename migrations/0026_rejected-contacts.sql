CREATE TABLE "rejected_contacts" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"client_uuid" text NOT NULL,
	"recipient_key" text NOT NULL,
	"recipient_name" text NOT NULL,
	"contact_id" bigint NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_contacts_user_id_fiken_company_slug_client_uuid_recipient_key_contact_id_pk" PRIMARY KEY("user_id","fiken_company_slug","client_uuid","recipient_key","contact_id")
);
--> statement-breakpoint
ALTER TABLE "rejected_contacts" ADD CONSTRAINT "rejected_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;