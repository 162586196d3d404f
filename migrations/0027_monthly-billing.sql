CREATE TABLE "subscription_bills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"user_id" uuid,
	"member_number" text NOT NULL,
	"email_hash" text NOT NULL,
	"month" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"draft_uuid" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"stage" text DEFAULT 'prepare' NOT NULL,
	"price" integer NOT NULL,
	"product_name" text NOT NULL,
	"product_description" text NOT NULL,
	"recipient" jsonb,
	"fiken_company_slug" text,
	"fiken_contact_id" text,
	"fiken_draft_id" text,
	"fiken_invoice_id" text,
	"fiken_invoice_number" text,
	"fiken_sale_id" text,
	"gross" integer,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outcome_unknown" boolean DEFAULT false NOT NULL,
	"invoice_requested_at" timestamp with time zone,
	"invoice_accepted" boolean DEFAULT false NOT NULL,
	"absence" jsonb,
	"claim" uuid,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"cause" text,
	"message" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_bills_month" UNIQUE("subscription_id","month")
);
--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "held_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_bills" ADD CONSTRAINT "subscription_bills_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_bills_user" ON "subscription_bills" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "subscription_bills_list" ON "subscription_bills" USING btree ("month","created_at");--> statement-breakpoint
CREATE INDEX "subscription_bills_open" ON "subscription_bills" USING btree ("created_at") WHERE "subscription_bills"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "subscription_bills_deleted" ON "subscription_bills" USING btree ("email_hash","month") WHERE "subscription_bills"."user_id" is null;--> statement-breakpoint
CREATE INDEX "user_subscriptions_due" ON "user_subscriptions" USING btree ("next_invoice_date") WHERE "user_subscriptions"."subscription_status" = 'active';