ALTER TABLE "connections" ADD COLUMN "account_since" timestamp with time zone;--> statement-breakpoint
UPDATE "connections" c SET "account_since" = u."created_at" FROM "users" u WHERE u."id" = c."user_id"
  AND NOT (c."vendor" = 'servicem8' AND c."status" = 'disconnected' AND EXISTS (
    SELECT 1 FROM "connections" o WHERE o."vendor" = c."vendor" AND o."account" = c."account" AND o."id" <> c."id"));
