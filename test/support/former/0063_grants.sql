ALTER TABLE "connections" ADD COLUMN "access_token" text, ADD COLUMN "refresh_token" text, ADD COLUMN "expires_at" timestamp with time zone, ADD COLUMN "scope" text DEFAULT '' NOT NULL, ADD COLUMN "refusal" text, ADD COLUMN "refused_since" timestamp with time zone, ADD COLUMN "check_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "connections" c SET "access_token" = g."access_token", "refresh_token" = g."refresh_token", "expires_at" = g."expires_at", "scope" = g."scope", "refusal" = g."refusal", "refused_since" = g."refused_since", "check_at" = g."check_at" FROM "grants" g WHERE g."id" = c."grant_id";
--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "grant_id";
--> statement-breakpoint
DROP TABLE "grants";
--> statement-breakpoint
CREATE INDEX "connections_check" ON "connections" USING btree ("check_at") WHERE "connections"."check_at" is not null;
