ALTER TABLE "notification_preferences" ADD COLUMN "person_id" uuid;--> statement-breakpoint
UPDATE "notification_preferences" SET "person_id" = m."person_id" FROM "memberships" m WHERE m."company_id" = "notification_preferences"."user_id" AND m."role" = 'owner';--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_pkey";--> statement-breakpoint
ALTER TABLE "notification_preferences" ALTER COLUMN "person_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_person_id_pk" PRIMARY KEY("user_id","person_id");--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "sent_to" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_preferences_person" ON "notification_preferences" USING btree ("person_id","user_id");
