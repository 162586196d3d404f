CREATE TABLE "grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vendor" text NOT NULL,
	"person_id" uuid,
	"account" text NOT NULL,
	"status" text NOT NULL,
	"access_token" text NOT NULL,
	"refresh_token" text,
	"sealed_for" uuid NOT NULL,
	"expires_at" timestamp with time zone,
	"scope" text DEFAULT '' NOT NULL,
	"refusal" text,
	"refused_since" timestamp with time zone,
	"check_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "connections_check";--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grants_person" ON "grants" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "grants_check" ON "grants" USING btree ("check_at") WHERE "grants"."check_at" is not null;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_grant" ON "connections" USING btree ("grant_id");--> statement-breakpoint
-- Each connection becomes one grant, with its own id, so that nothing else of it changes. The tokens are
-- bound to the company by the key, which SQL does not have; they are bound to the grant when renewed.
INSERT INTO "grants" ("id", "vendor", "person_id", "account", "status", "access_token", "refresh_token", "sealed_for", "expires_at", "scope", "refusal", "refused_since", "check_at", "created_at", "updated_at")
SELECT c."id", c."vendor", m."person_id", coalesce(c."account", ''), c."status", c."access_token", c."refresh_token", c."user_id", c."expires_at", c."scope", c."refusal", c."refused_since", c."check_at", c."created_at", c."updated_at"
FROM "connections" c LEFT JOIN "memberships" m ON m."company_id" = c."user_id" AND m."role" = 'owner' AND c."vendor" = 'fiken'
WHERE c."access_token" IS NOT NULL AND c."status" <> 'disconnected';--> statement-breakpoint
UPDATE "connections" SET "grant_id" = "id" WHERE "access_token" IS NOT NULL AND "status" <> 'disconnected';--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "access_token";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "refresh_token";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "expires_at";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "refusal";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "refused_since";--> statement-breakpoint
ALTER TABLE "connections" DROP COLUMN "check_at";