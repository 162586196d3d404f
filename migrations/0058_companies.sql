CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"address" text,
	"postal_code" text,
	"city" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"used" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_company_id_person_id_pk" PRIMARY KEY("company_id","person_id")
);
--> statement-breakpoint
INSERT INTO "companies" ("id", "name", "address", "postal_code", "city", "is_active", "used", "created_at")
  SELECT "id", "company_name", "address", "postal_code", "city", "is_active", "used", "created_at" FROM "users";
--> statement-breakpoint
INSERT INTO "memberships" ("company_id", "person_id", "role", "created_at") SELECT "id", "id", 'owner', "created_at" FROM "users";
--> statement-breakpoint
DELETE FROM "oauth_states";
--> statement-breakpoint
ALTER TABLE "oauth_states" ADD COLUMN "person_id" uuid NOT NULL;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "memberships_person" ON "memberships" USING btree ("person_id","company_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_owner" ON "memberships" USING btree ("company_id") WHERE "memberships"."role" = 'owner';
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_user_id_users_id_fk", ADD CONSTRAINT "activity_logs_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "appointments" DROP CONSTRAINT "appointments_user_id_users_id_fk", ADD CONSTRAINT "appointments_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "attachment_looks" DROP CONSTRAINT "attachment_looks_user_id_users_id_fk", ADD CONSTRAINT "attachment_looks_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_attachments" DROP CONSTRAINT "job_attachments_user_id_users_id_fk", ADD CONSTRAINT "job_attachments_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_bills" DROP CONSTRAINT "subscription_bills_user_id_users_id_fk", ADD CONSTRAINT "subscription_bills_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_settings" DROP CONSTRAINT "subscription_settings_admin_user_id_users_id_fk", ADD CONSTRAINT "subscription_settings_admin_user_id_companies_id_fk" FOREIGN KEY ("admin_user_id") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_user_id_users_id_fk", ADD CONSTRAINT "user_subscriptions_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "collective_choices" DROP CONSTRAINT "collective_choices_user_id_users_id_fk", ADD CONSTRAINT "collective_choices_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "configurations" DROP CONSTRAINT "configurations_user_id_users_id_fk", ADD CONSTRAINT "configurations_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "connections" DROP CONSTRAINT "connections_user_id_users_id_fk", ADD CONSTRAINT "connections_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiken_companies" DROP CONSTRAINT "fiken_companies_user_id_users_id_fk", ADD CONSTRAINT "fiken_companies_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "oauth_states" DROP CONSTRAINT "oauth_states_user_id_users_id_fk", ADD CONSTRAINT "oauth_states_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" DROP CONSTRAINT "webhook_subscriptions_user_id_users_id_fk", ADD CONSTRAINT "webhook_subscriptions_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_overrides" DROP CONSTRAINT "billing_overrides_user_id_users_id_fk", ADD CONSTRAINT "billing_overrides_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_writes" DROP CONSTRAINT "billing_writes_user_id_users_id_fk", ADD CONSTRAINT "billing_writes_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_links" DROP CONSTRAINT "customer_links_user_id_users_id_fk", ADD CONSTRAINT "customer_links_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_matches" DROP CONSTRAINT "customer_matches_user_id_users_id_fk", ADD CONSTRAINT "customer_matches_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_user_id_users_id_fk", ADD CONSTRAINT "customers_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "rejected_contacts" DROP CONSTRAINT "rejected_contacts_user_id_users_id_fk", ADD CONSTRAINT "rejected_contacts_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_user_id_users_id_fk", ADD CONSTRAINT "documents_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_sweeps" DROP CONSTRAINT "job_sweeps_user_id_users_id_fk", ADD CONSTRAINT "job_sweeps_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_user_id_users_id_fk", ADD CONSTRAINT "webhook_events_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "unapproved_jobs" DROP CONSTRAINT "unapproved_jobs_user_id_users_id_fk", ADD CONSTRAINT "unapproved_jobs_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiken_contacts" DROP CONSTRAINT "fiken_contacts_user_id_users_id_fk", ADD CONSTRAINT "fiken_contacts_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiken_products" DROP CONSTRAINT "fiken_products_user_id_users_id_fk", ADD CONSTRAINT "fiken_products_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mirror_cursors" DROP CONSTRAINT "mirror_cursors_user_id_users_id_fk", ADD CONSTRAINT "mirror_cursors_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "servicem8_clients" DROP CONSTRAINT "servicem8_clients_user_id_users_id_fk", ADD CONSTRAINT "servicem8_clients_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "servicem8_job_parts" DROP CONSTRAINT "servicem8_job_parts_user_id_users_id_fk", ADD CONSTRAINT "servicem8_job_parts_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "servicem8_materials" DROP CONSTRAINT "servicem8_materials_user_id_users_id_fk", ADD CONSTRAINT "servicem8_materials_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "servicem8_tax_rates" DROP CONSTRAINT "servicem8_tax_rates_user_id_users_id_fk", ADD CONSTRAINT "servicem8_tax_rates_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_user_id_users_id_fk", ADD CONSTRAINT "notification_preferences_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_user_id_users_id_fk", ADD CONSTRAINT "notices_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_write_backs" DROP CONSTRAINT "payment_write_backs_user_id_users_id_fk", ADD CONSTRAINT "payment_write_backs_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_snapshots" DROP CONSTRAINT "price_snapshots_user_id_users_id_fk", ADD CONSTRAINT "price_snapshots_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_changes" DROP CONSTRAINT "product_changes_user_id_users_id_fk", ADD CONSTRAINT "product_changes_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_list_versions" DROP CONSTRAINT "product_list_versions_user_id_users_id_fk", ADD CONSTRAINT "product_list_versions_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_refreshes" DROP CONSTRAINT "product_refreshes_user_id_users_id_fk", ADD CONSTRAINT "product_refreshes_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "data_exports" DROP CONSTRAINT "data_exports_user_id_users_id_fk", ADD CONSTRAINT "data_exports_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reconciliations" DROP CONSTRAINT "reconciliations_user_id_users_id_fk", ADD CONSTRAINT "reconciliations_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "fiken_reservations" DROP CONSTRAINT "fiken_reservations_user_id_users_id_fk", ADD CONSTRAINT "fiken_reservations_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_filters" DROP CONSTRAINT "saved_filters_user_id_users_id_fk", ADD CONSTRAINT "saved_filters_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_user_id_users_id_fk", ADD CONSTRAINT "tasks_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfers" DROP CONSTRAINT "transfers_user_id_users_id_fk", ADD CONSTRAINT "transfers_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_rules" DROP CONSTRAINT "account_rules_user_id_users_id_fk", ADD CONSTRAINT "account_rules_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deposit_accounts" DROP CONSTRAINT "deposit_accounts_user_id_users_id_fk", ADD CONSTRAINT "deposit_accounts_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vat_mappings" DROP CONSTRAINT "vat_mappings_user_id_users_id_fk", ADD CONSTRAINT "vat_mappings_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "used";
--> statement-breakpoint
DROP TRIGGER "users_appointments_on_insert" ON "users";
--> statement-breakpoint
DROP TRIGGER "users_appointments_on_update" ON "users";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "renew_appointments"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	owner uuid;
BEGIN
	IF TG_OP = 'DELETE' THEN owner := OLD."user_id";
	ELSIF TG_TABLE_NAME = 'companies' THEN owner := NEW."id";
	ELSE owner := NEW."user_id";
	END IF;
	INSERT INTO "appointments" ("user_id", "work")
	SELECT owner, named."work" FROM unnest(TG_ARGV) WITH ORDINALITY AS named("work", "place")
	WHERE EXISTS (SELECT FROM "companies" WHERE "id" = owner)
	ORDER BY named."place"
	ON CONFLICT ("user_id", "work") DO UPDATE SET "look_at" = excluded."look_at", "changes" = "appointments"."changes" + 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "companies_appointments_on_insert" AFTER INSERT ON "companies" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');
--> statement-breakpoint
CREATE TRIGGER "companies_appointments_on_update" AFTER UPDATE ON "companies" FOR EACH ROW WHEN (OLD."is_active" IS DISTINCT FROM NEW."is_active") EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "renew_product_list_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "product_list_versions" ("user_id", "list", "version")
	SELECT owners."user_id", TG_TABLE_NAME, gen_random_uuid()
	FROM (SELECT DISTINCT "user_id" FROM written) owners
	JOIN "companies" ON "companies"."id" = owners."user_id"
	ORDER BY owners."user_id"
	ON CONFLICT ("user_id", "list") DO UPDATE SET "version" = excluded."version";
	RETURN NULL;
END $$;
