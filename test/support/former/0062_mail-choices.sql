DELETE FROM "notification_preferences" p WHERE NOT EXISTS (SELECT FROM "memberships" m WHERE m."company_id" = p."user_id" AND m."person_id" = p."person_id" AND m."role" = 'owner');
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_user_id_person_id_pk";
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP COLUMN "person_id";
--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id");
--> statement-breakpoint
ALTER TABLE "notices" DROP COLUMN "sent_to";
