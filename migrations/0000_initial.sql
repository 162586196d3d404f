CREATE TABLE "activity_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"type" text NOT NULL,
	"action" text NOT NULL,
	"description" text,
	"metadata" jsonb,
	"success" boolean,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"account" text PRIMARY KEY NOT NULL,
	"failures" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reset_tokens_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"sess" jsonb NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"company_name" text,
	"address" text,
	"postal_code" text,
	"city" text,
	"profile_image_url" text,
	"auth_provider" text DEFAULT 'local' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "subscription_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"billing_enabled" boolean DEFAULT false NOT NULL,
	"monthly_price" integer DEFAULT 50000 NOT NULL,
	"product_name" text DEFAULT 'Fakturabro' NOT NULL,
	"product_description" text DEFAULT 'Månedlig abonnement' NOT NULL,
	"admin_fiken_company_slug" text,
	"admin_user_id" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
CREATE TABLE "user_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"fiken_recurring_invoice_id" text,
	"subscription_status" text DEFAULT 'free' NOT NULL,
	"billing_start_date" timestamp with time zone,
	"last_invoice_date" timestamp with time zone,
	"next_invoice_date" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_subscriptions_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "configurations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text,
	"fiken_bank_account_code" text DEFAULT '' NOT NULL,
	"invoice_creation_mode" text DEFAULT 'draft' NOT NULL,
	"auto_price_sync_enabled" boolean DEFAULT false NOT NULL,
	"auto_price_sync_interval" integer DEFAULT 60 NOT NULL,
	"last_auto_price_sync" timestamp with time zone,
	"invoice_description_source" text DEFAULT 'invoice_description' NOT NULL,
	"auto_create_products" boolean DEFAULT true NOT NULL,
	"auto_transfer_on_sync" boolean DEFAULT false NOT NULL,
	"transfer_trigger" text DEFAULT 'job.completed' NOT NULL,
	"requires_company_selection" boolean DEFAULT false NOT NULL,
	"job_fetch_type" text DEFAULT 'awaiting_payment' NOT NULL,
	"enable_fuzzy_customer_match" boolean DEFAULT true NOT NULL,
	"customer_match_threshold" integer DEFAULT 90 NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "configurations_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "vat_mappings" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"tax_rate_uuid" text NOT NULL,
	"vat_type" text,
	"goods_account" text,
	"service_account" text,
	"confirmed" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "vat_mappings_user_id_fiken_company_slug_tax_rate_uuid_pk" PRIMARY KEY("user_id","fiken_company_slug","tax_rate_uuid")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"vendor" text NOT NULL,
	"status" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"expires_at" timestamp with time zone,
	"scope" text DEFAULT '' NOT NULL,
	"account" text,
	"account_name" text,
	"time_zone" text DEFAULT 'Europe/Oslo' NOT NULL,
	"currency" text DEFAULT 'NOK' NOT NULL,
	"lane" text,
	"problem" text,
	"paused_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connections_user_vendor" UNIQUE("user_id","vendor")
);
--> statement-breakpoint
CREATE TABLE "fiken_companies" (
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"organization_number" text DEFAULT '' NOT NULL,
	"vat_registered" boolean NOT NULL,
	"bank_accounts" jsonb NOT NULL,
	"accounts" jsonb NOT NULL,
	"refreshed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fiken_companies_user_id_slug_pk" PRIMARY KEY("user_id","slug")
);
--> statement-breakpoint
CREATE TABLE "mirror_cursors" (
	"user_id" uuid NOT NULL,
	"mirror" text NOT NULL,
	"scope" text NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "mirror_cursors_user_id_mirror_scope_pk" PRIMARY KEY("user_id","mirror","scope")
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"state" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"vendor" text NOT NULL,
	"session" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"secret" text NOT NULL,
	"subscription_id" text,
	"active" boolean DEFAULT false NOT NULL,
	"removed_by_user" boolean DEFAULT false NOT NULL,
	"problem" text,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_subscriptions_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "billing_overrides" (
	"user_id" uuid NOT NULL,
	"client_uuid" text NOT NULL,
	"billing_company_name" text DEFAULT '' NOT NULL,
	"billing_address" text DEFAULT '' NOT NULL,
	"billing_city" text DEFAULT '' NOT NULL,
	"billing_postal_code" text DEFAULT '' NOT NULL,
	"billing_country" text DEFAULT 'Norge' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_overrides_user_id_client_uuid_pk" PRIMARY KEY("user_id","client_uuid")
);
--> statement-breakpoint
CREATE TABLE "customer_links" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"client_uuid" text NOT NULL,
	"recipient_key" text NOT NULL,
	"contact_id" bigint NOT NULL,
	"found_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_links_user_id_fiken_company_slug_client_uuid_recipient_key_pk" PRIMARY KEY("user_id","fiken_company_slug","client_uuid","recipient_key")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"servicem8_id" text NOT NULL,
	"fiken_contact_id" text,
	"name" text NOT NULL,
	"organization_number" text,
	"email" text,
	"phone" text,
	"address" text,
	"city" text,
	"postal_code" text,
	"contact_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_user_servicem8" UNIQUE("user_id","servicem8_id")
);
--> statement-breakpoint
CREATE TABLE "fiken_contacts" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"contact_id" bigint NOT NULL,
	"search_name" text NOT NULL,
	"organization_number" text DEFAULT '' NOT NULL,
	"member_number" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"data" jsonb NOT NULL,
	"inactive" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fiken_contacts_user_id_fiken_company_slug_contact_id_pk" PRIMARY KEY("user_id","fiken_company_slug","contact_id")
);
--> statement-breakpoint
CREATE TABLE "servicem8_clients" (
	"user_id" uuid NOT NULL,
	"uuid" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	"data" jsonb NOT NULL,
	"contacts" jsonb,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "servicem8_clients_user_id_uuid_pk" PRIMARY KEY("user_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"failure_mail" boolean DEFAULT true NOT NULL,
	"weekly_summary" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fiken_products" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"product_id" bigint NOT NULL,
	"product_number" text NOT NULL,
	"active" boolean NOT NULL,
	"data" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fiken_products_user_id_fiken_company_slug_product_id_pk" PRIMARY KEY("user_id","fiken_company_slug","product_id")
);
--> statement-breakpoint
CREATE TABLE "price_snapshots" (
	"user_id" uuid NOT NULL,
	"material_uuid" text NOT NULL,
	"product_id" bigint NOT NULL,
	"net_price" bigint NOT NULL,
	"stock" text,
	"synced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_snapshots_user_id_material_uuid_product_id_pk" PRIMARY KEY("user_id","material_uuid","product_id")
);
--> statement-breakpoint
CREATE TABLE "servicem8_materials" (
	"user_id" uuid NOT NULL,
	"uuid" text NOT NULL,
	"item_number" text NOT NULL,
	"active" boolean NOT NULL,
	"data" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "servicem8_materials_user_id_uuid_pk" PRIMARY KEY("user_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "servicem8_tax_rates" (
	"user_id" uuid NOT NULL,
	"uuid" text NOT NULL,
	"data" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "servicem8_tax_rates_user_id_uuid_pk" PRIMARY KEY("user_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "transfer_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfer_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"step" text NOT NULL,
	"text" text NOT NULL,
	"ok" boolean,
	"vendor" text,
	"method" text,
	"path" text,
	"status" integer,
	"request_id" text,
	"duration_ms" integer
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"servicem8_job_id" text NOT NULL,
	"servicem8_account_id" text NOT NULL,
	"status" text NOT NULL,
	"pending_reason" text,
	"fiken_company_slug" text,
	"fiken_invoice_draft_id" text,
	"fiken_draft_uuid" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"fiken_invoice_id" text,
	"fiken_invoice_number" text,
	"customer_id" uuid,
	"fiken_customer_id" text,
	"customer_name" text,
	"amount" bigint,
	"net_amount" bigint,
	"po_number" text,
	"job_number" text DEFAULT '' NOT NULL,
	"line_items_count" integer DEFAULT 0 NOT NULL,
	"error_message" text,
	"error_code" text,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"outcome_unknown" boolean DEFAULT false NOT NULL,
	"claim" uuid,
	"claimed_at" timestamp with time zone,
	"stage" text,
	"needs_fetch" boolean DEFAULT false NOT NULL,
	"skip_transfer" boolean DEFAULT false NOT NULL,
	"servicem8_data" jsonb,
	"snapshot" jsonb,
	"fiken_data" jsonb,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfers_user_job" UNIQUE("user_id","servicem8_job_id"),
	CONSTRAINT "transfers_status" CHECK ("transfers"."status" in ('pending', 'queued', 'processing', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "job_sweeps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"account_uuid" text DEFAULT '' NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"object_type" text,
	"object_id" text,
	"payload" jsonb,
	"processed" boolean DEFAULT false NOT NULL,
	"processing_error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_buckets" (
	"bucket" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_lanes" (
	"lane" text PRIMARY KEY NOT NULL,
	"holder" uuid,
	"fence" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"interactive_waiting" timestamp with time zone,
	"next_start_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_settings" ADD CONSTRAINT "subscription_settings_admin_user_id_users_id_fk" FOREIGN KEY ("admin_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vat_mappings" ADD CONSTRAINT "vat_mappings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiken_companies" ADD CONSTRAINT "fiken_companies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_cursors" ADD CONSTRAINT "mirror_cursors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_overrides" ADD CONSTRAINT "billing_overrides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_links" ADD CONSTRAINT "customer_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiken_contacts" ADD CONSTRAINT "fiken_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servicem8_clients" ADD CONSTRAINT "servicem8_clients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiken_products" ADD CONSTRAINT "fiken_products_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_snapshots" ADD CONSTRAINT "price_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servicem8_materials" ADD CONSTRAINT "servicem8_materials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servicem8_tax_rates" ADD CONSTRAINT "servicem8_tax_rates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_events" ADD CONSTRAINT "transfer_events_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_sweeps" ADD CONSTRAINT "job_sweeps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_logs_user_created" ON "activity_logs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "connections_lane" ON "connections" USING btree ("lane");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_servicem8_account" ON "connections" USING btree ("account") WHERE "connections"."vendor" = 'servicem8' and "connections"."status" <> 'disconnected';--> statement-breakpoint
CREATE INDEX "fiken_contacts_organization" ON "fiken_contacts" USING btree ("user_id","fiken_company_slug","organization_number");--> statement-breakpoint
CREATE INDEX "fiken_products_number" ON "fiken_products" USING btree ("user_id","fiken_company_slug","product_number");--> statement-breakpoint
CREATE INDEX "transfer_events_transfer" ON "transfer_events" USING btree ("transfer_id","id");--> statement-breakpoint
CREATE INDEX "transfers_user_created" ON "transfers" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transfers_due" ON "transfers" USING btree ("user_id","next_attempt_at") WHERE "transfers"."status" in ('queued', 'processing') and not "transfers"."skip_transfer";--> statement-breakpoint
CREATE INDEX "transfers_user_status" ON "transfers" USING btree ("user_id","status") WHERE not "transfers"."skip_transfer";--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("user_id","id") WHERE not "webhook_events"."processed";--> statement-breakpoint
CREATE INDEX "webhook_events_user_created" ON "webhook_events" USING btree ("user_id","created_at");