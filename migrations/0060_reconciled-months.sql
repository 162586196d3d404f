CREATE TABLE "reconciled_months" (
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"fingerprint" text NOT NULL,
	"summary" jsonb NOT NULL,
	"actor_id" uuid NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reconciled_months_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "reconciled_months" ADD CONSTRAINT "reconciled_months_user_id_companies_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;