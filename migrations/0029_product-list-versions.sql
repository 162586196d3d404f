CREATE TABLE "product_list_versions" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"version" uuid NOT NULL,
	CONSTRAINT "product_list_versions_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
ALTER TABLE "product_list_versions" ADD CONSTRAINT "product_list_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Users who are being deleted, with everything that is theirs, need no version.
CREATE FUNCTION "renew_product_list_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_list_versions" ("user_id", "list", "version")
	SELECT owners."user_id", TG_TABLE_NAME, gen_random_uuid()
	FROM (SELECT DISTINCT "user_id" FROM written) owners
	JOIN "users" ON "users"."id" = owners."user_id"
	ORDER BY owners."user_id"
	ON CONFLICT ("user_id", "list") DO UPDATE SET "version" = excluded."version";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "fiken_products_version_on_insert" AFTER INSERT ON "fiken_products" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "fiken_products_version_on_update" AFTER UPDATE ON "fiken_products" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "fiken_products_version_on_delete" AFTER DELETE ON "fiken_products" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "servicem8_materials_version_on_insert" AFTER INSERT ON "servicem8_materials" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "servicem8_materials_version_on_update" AFTER UPDATE ON "servicem8_materials" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "servicem8_materials_version_on_delete" AFTER DELETE ON "servicem8_materials" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "price_snapshots_version_on_insert" AFTER INSERT ON "price_snapshots" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "price_snapshots_version_on_update" AFTER UPDATE ON "price_snapshots" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
CREATE TRIGGER "price_snapshots_version_on_delete" AFTER DELETE ON "price_snapshots" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION "renew_product_list_version"();--> statement-breakpoint
INSERT INTO "product_list_versions" ("user_id", "list", "version")
SELECT "user_id", 'fiken_products', gen_random_uuid() FROM "fiken_products" GROUP BY "user_id"
UNION ALL SELECT "user_id", 'servicem8_materials', gen_random_uuid() FROM "servicem8_materials" GROUP BY "user_id"
UNION ALL SELECT "user_id", 'price_snapshots', gen_random_uuid() FROM "price_snapshots" GROUP BY "user_id";
