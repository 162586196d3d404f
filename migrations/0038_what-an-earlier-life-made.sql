CREATE TABLE "database_marks" (
	"id" integer PRIMARY KEY NOT NULL,
	"alive_at" timestamp with time zone,
	"identity" text DEFAULT '' NOT NULL,
	"unsure_at" timestamp with time zone,
	"restored_at" timestamp with time zone,
	CONSTRAINT "database_marks_one" CHECK ("database_marks"."id" = 1)
);
--> statement-breakpoint
-- What is older than the marks may be a backup.
INSERT INTO "database_marks" ("id", "unsure_at") SELECT 1, now() WHERE EXISTS (SELECT FROM "users");
