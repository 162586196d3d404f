CREATE TABLE "collective_choices" (
	"user_id" uuid NOT NULL,
	"client_uuid" text NOT NULL,
	"every" text NOT NULL,
	"day" smallint,
	"by_purchase_order" boolean NOT NULL,
	"next_on" date,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collective_choices_user_id_client_uuid_pk" PRIMARY KEY("user_id","client_uuid"),
	CONSTRAINT "collective_choices_day" CHECK (case "collective_choices"."every" when 'month' then "collective_choices"."day" between 1 and 31 when 'week' then "collective_choices"."day" between 1 and 7 else "collective_choices"."day" is null end)
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "collective_run" uuid;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "collective_id" uuid;--> statement-breakpoint
ALTER TABLE "collective_choices" ADD CONSTRAINT "collective_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collective_choices_next" ON "collective_choices" USING btree ("next_on","user_id") WHERE "collective_choices"."next_on" is not null;--> statement-breakpoint
CREATE INDEX "transfers_collective" ON "transfers" USING btree ("user_id","collective_id") WHERE "transfers"."collective_id" is not null;