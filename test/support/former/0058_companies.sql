ALTER TABLE "users" ADD COLUMN "used" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
UPDATE "users" SET "used" = c."used" FROM "companies" c WHERE c."id" = "users"."id";
--> statement-breakpoint
DROP TRIGGER "companies_appointments_on_insert" ON "companies";
--> statement-breakpoint
DROP TRIGGER "companies_appointments_on_update" ON "companies";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "renew_appointments"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner uuid;
BEGIN
	IF TG_OP = 'DELETE' THEN owner := OLD."user_id";
	ELSIF TG_TABLE_NAME = 'users' THEN owner := NEW."id";
	ELSE owner := NEW."user_id";
	END IF;
	INSERT INTO "appointments" ("user_id", "work")
	SELECT owner, named."work" FROM unnest(TG_ARGV) WITH ORDINALITY AS named("work", "place")
	WHERE EXISTS (SELECT FROM "users" WHERE "id" = owner)
	ORDER BY named."place"
	ON CONFLICT ("user_id", "work") DO UPDATE SET "look_at" = excluded."look_at", "changes" = "appointments"."changes" + 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_appointments_on_insert" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');
--> statement-breakpoint
CREATE TRIGGER "users_appointments_on_update" AFTER UPDATE ON "users" FOR EACH ROW WHEN (OLD."is_active" IS DISTINCT FROM NEW."is_active") EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "renew_product_list_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_list_versions" ("user_id", "list", "version")
	SELECT owners."user_id", TG_TABLE_NAME, gen_random_uuid()
	FROM (SELECT DISTINCT "user_id" FROM written) owners
	JOIN "users" ON "users"."id" = owners."user_id"
	ORDER BY owners."user_id"
	ON CONFLICT ("user_id", "list") DO UPDATE SET "version" = excluded."version";
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Every foreign key to companies becomes the one to users that it replaced, with its former name.
DO $$
DECLARE
	k record;
BEGIN
	FOR k IN
		SELECT c.conname, t.relname, a.attname, c.confdeltype
		FROM pg_constraint c
			JOIN pg_class t ON t.oid = c.conrelid
			JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		WHERE c.contype = 'f' AND c.confrelid = 'companies'::regclass AND t.relname <> 'memberships'
	LOOP
		EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', k.relname, k.conname);
		EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (%I) REFERENCES users(id) ON DELETE %s', k.relname,
			replace(k.conname, '_companies_id_fk', '_users_id_fk'), k.attname,
			CASE k.confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE 'restrict' END);
	END LOOP;
END $$;
--> statement-breakpoint
DROP TABLE "memberships";
--> statement-breakpoint
DROP TABLE "companies";
--> statement-breakpoint
ALTER TABLE "oauth_states" DROP COLUMN "person_id";
