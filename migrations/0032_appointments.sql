CREATE TABLE "appointments" (
	"user_id" uuid NOT NULL,
	"work" text NOT NULL,
	"look_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "appointments_user_id_work_pk" PRIMARY KEY("user_id","work")
);
--> statement-breakpoint
DROP INDEX "webhook_events_open";--> statement-breakpoint
DROP INDEX "notices_due";--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_due" ON "appointments" USING btree ("work","look_at");--> statement-breakpoint
CREATE INDEX "connections_standing" ON "connections" USING btree ("user_id") WHERE "connections"."status" in ('reauth_required', 'refused');--> statement-breakpoint
CREATE INDEX "billing_writes_open" ON "billing_writes" USING btree ("next_try_at") WHERE "billing_writes"."state" in ('waiting', 'consent');--> statement-breakpoint
CREATE INDEX "notices_causes" ON "notices" USING btree ("user_id","topic") WHERE "notices"."topic" not like 'week:%';--> statement-breakpoint
CREATE INDEX "product_refreshes_open" ON "product_refreshes" USING btree ("asked_at") WHERE "product_refreshes"."ended_at" is null or "product_refreshes"."ended_at" < "product_refreshes"."asked_at";--> statement-breakpoint
CREATE INDEX "transfers_due" ON "transfers" USING btree ("user_id","next_attempt_at" NULLS FIRST) WHERE "transfers"."status" = 'queued' and not "transfers"."skip_transfer";--> statement-breakpoint
CREATE INDEX "transfers_outages" ON "transfers" USING btree ("user_id","error_code") WHERE not "transfers"."skip_transfer" and "transfers"."status" in ('queued', 'processing') and "transfers"."error_code" in ('fiken_down', 'servicem8_down');--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("user_id","next_attempt_at" NULLS FIRST) WHERE not "webhook_events"."processed";--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("next_at") WHERE "notices"."settled_at" is null and "notices"."gone_at" is null;--> statement-breakpoint
-- Something that decides when a user's work is due has been written: it is looked at immediately.
-- The arguments name the work. Users who are being deleted, with everything that is theirs, have none.
CREATE FUNCTION "renew_appointments"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;--> statement-breakpoint
CREATE TRIGGER "users_appointments_on_insert" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');--> statement-breakpoint
CREATE TRIGGER "users_appointments_on_update" AFTER UPDATE ON "users" FOR EACH ROW WHEN (OLD."is_active" IS DISTINCT FROM NEW."is_active") EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');--> statement-breakpoint
CREATE TRIGGER "configurations_appointments_on_insert" AFTER INSERT ON "configurations" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');--> statement-breakpoint
CREATE TRIGGER "configurations_appointments_on_update" AFTER UPDATE ON "configurations" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices', 'billing');--> statement-breakpoint
CREATE TRIGGER "connections_appointments_on_insert" AFTER INSERT ON "connections" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices');--> statement-breakpoint
-- Not when tokens are renewed, which is often.
CREATE TRIGGER "connections_appointments_on_update" AFTER UPDATE ON "connections" FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."account" IS DISTINCT FROM NEW."account" OR OLD."paused_until" IS DISTINCT FROM NEW."paused_until") EXECUTE FUNCTION "renew_appointments"('sweep', 'mirror', 'payments', 'prices');--> statement-breakpoint
CREATE TRIGGER "job_sweeps_appointments_on_insert" AFTER INSERT ON "job_sweeps" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep');--> statement-breakpoint
CREATE TRIGGER "job_sweeps_appointments_on_update" AFTER UPDATE ON "job_sweeps" FOR EACH ROW WHEN (OLD."next_at" IS DISTINCT FROM NEW."next_at") EXECUTE FUNCTION "renew_appointments"('sweep');--> statement-breakpoint
CREATE TRIGGER "mirror_cursors_refresh_appointments" AFTER INSERT OR UPDATE ON "mirror_cursors" FOR EACH ROW WHEN (NEW."mirror" = 'refresh') EXECUTE FUNCTION "renew_appointments"('mirror');--> statement-breakpoint
CREATE TRIGGER "mirror_cursors_refresh_appointments_on_delete" AFTER DELETE ON "mirror_cursors" FOR EACH ROW WHEN (OLD."mirror" = 'refresh') EXECUTE FUNCTION "renew_appointments"('mirror');--> statement-breakpoint
CREATE TRIGGER "mirror_cursors_payments_appointments" AFTER INSERT OR UPDATE ON "mirror_cursors" FOR EACH ROW WHEN (NEW."mirror" = 'payments' AND NEW."scope" = '') EXECUTE FUNCTION "renew_appointments"('payments');--> statement-breakpoint
CREATE TRIGGER "mirror_cursors_payments_appointments_on_delete" AFTER DELETE ON "mirror_cursors" FOR EACH ROW WHEN (OLD."mirror" = 'payments' AND OLD."scope" = '') EXECUTE FUNCTION "renew_appointments"('payments');--> statement-breakpoint
CREATE TRIGGER "job_sweeps_appointments_on_delete" AFTER DELETE ON "job_sweeps" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('sweep');--> statement-breakpoint
CREATE TRIGGER "product_refreshes_appointments" AFTER INSERT OR UPDATE ON "product_refreshes" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('prices');--> statement-breakpoint
CREATE TRIGGER "user_subscriptions_appointments" AFTER INSERT OR UPDATE ON "user_subscriptions" FOR EACH ROW EXECUTE FUNCTION "renew_appointments"('billing');--> statement-breakpoint
INSERT INTO "appointments" ("user_id", "work")
SELECT "users"."id", named."work" FROM "users" CROSS JOIN unnest(ARRAY['sweep', 'mirror', 'payments', 'prices', 'billing']) AS named("work");
