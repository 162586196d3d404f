CREATE TABLE "grant_companies" (
	"grant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"organization_number" text NOT NULL,
	CONSTRAINT "grant_companies_grant_id_slug_pk" PRIMARY KEY("grant_id","slug")
);
--> statement-breakpoint
ALTER TABLE "configurations" ADD COLUMN "fiken_company_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "organization_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "grant_companies" ADD CONSTRAINT "grant_companies_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configurations_fiken_company" ON "configurations" USING btree ("fiken_company_slug");