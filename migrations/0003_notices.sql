CREATE TABLE "notices" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	CONSTRAINT "notices_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("settled_at","next_at");--> statement-breakpoint
CREATE INDEX "transfers_standing_still" ON "transfers" USING btree ("user_id","error_code") WHERE not "transfers"."skip_transfer" and ("transfers"."status" = 'failed' or ("transfers"."status" = 'pending' and "transfers"."pending_reason" = 'ambiguous_customer'));