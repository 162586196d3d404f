ALTER TABLE "users" ADD COLUMN "used" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "used" = array_remove(ARRAY[
  CASE WHEN EXISTS (SELECT 1 FROM "collective_choices" WHERE "user_id" = "users"."id") OR EXISTS (SELECT 1 FROM "documents" WHERE "user_id" = "users"."id" AND "kind" = 'collective') THEN 'collective' END,
  CASE WHEN EXISTS (SELECT 1 FROM "account_rules" WHERE "user_id" = "users"."id") THEN 'account_rules' END,
  CASE WHEN EXISTS (SELECT 1 FROM "webhook_subscriptions" WHERE "user_id" = "users"."id" AND ("removed_by_user" OR "problem" IS NOT NULL)) OR EXISTS (SELECT 1 FROM "activity_logs" WHERE "user_id" = "users"."id" AND "action" IN ('webhook_subscription_failed', 'webhook_deleted', 'webhook_registered')) THEN 'webhooks' END,
  CASE WHEN EXISTS (SELECT 1 FROM "configurations" WHERE "user_id" = "users"."id" AND ("customer_match_threshold" <> 90 OR NOT "enable_fuzzy_customer_match")) THEN 'matching' END,
  CASE WHEN EXISTS (SELECT 1 FROM "transfers" WHERE "user_id" = "users"."id" AND "deposit" IS NOT NULL) OR EXISTS (SELECT 1 FROM "deposit_accounts" WHERE "user_id" = "users"."id") THEN 'deposits' END,
  CASE WHEN EXISTS (SELECT 1 FROM "configurations" WHERE "user_id" = "users"."id" AND "attachments" <> 'none') OR EXISTS (SELECT 1 FROM "job_attachments" WHERE "user_id" = "users"."id") THEN 'files' END
], NULL);
