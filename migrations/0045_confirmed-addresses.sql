CREATE TABLE "email_confirmations" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirmed_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "asked_email" text;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_confirmations_user" ON "email_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_confirmations_email" ON "email_confirmations" USING btree ("email");--> statement-breakpoint
-- Whoever has followed a link that was mailed to them has that address. Links that were only ended count
-- too: which of the two it was is not stored.
UPDATE "users" SET "confirmed_email" = "email" WHERE "id" IN (SELECT "user_id" FROM "reset_tokens" WHERE "used");
