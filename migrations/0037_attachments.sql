CREATE TABLE "attachment_looks" (
	"transfer_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp with time zone,
	"needs_consent" boolean DEFAULT false NOT NULL,
	"why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"attachment_uuid" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"chosen" boolean,
	"state" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"draft_uuid" text,
	"bytes" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"fiken_id" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "job_attachments_of_transfer" UNIQUE("transfer_id","attachment_uuid")
);
--> statement-breakpoint
ALTER TABLE "configurations" ADD COLUMN "attachments" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "attachments_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "attachments_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "attachments_note" text;--> statement-breakpoint
ALTER TABLE "attachment_looks" ADD CONSTRAINT "attachment_looks_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_looks" ADD CONSTRAINT "attachment_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attachments" ADD CONSTRAINT "job_attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attachments" ADD CONSTRAINT "job_attachments_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_looks_user" ON "attachment_looks" USING btree ("user_id","transfer_id");--> statement-breakpoint
CREATE INDEX "attachment_looks_due" ON "attachment_looks" USING btree ("user_id","next_look_at") WHERE "attachment_looks"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "job_attachments_user" ON "job_attachments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "job_attachments_due" ON "job_attachments" USING btree ("user_id","next_try_at") WHERE "job_attachments"."state" = 'waiting' and "job_attachments"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "transfers_attachments_due" ON "transfers" USING btree ("user_id","attachments_due_at") WHERE "transfers"."attachments_due_at" is not null;