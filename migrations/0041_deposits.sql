CREATE TABLE "deposit_accounts" (
	"user_id" uuid NOT NULL,
	"fiken_company_slug" text NOT NULL,
	"vat_type" text NOT NULL,
	"account" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deposit_accounts_user_id_fiken_company_slug_vat_type_pk" PRIMARY KEY("user_id","fiken_company_slug","vat_type")
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "deposit" jsonb;--> statement-breakpoint
ALTER TABLE "deposit_accounts" ADD CONSTRAINT "deposit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_deposit" ON "transfers" USING btree ("user_id",("deposit"->>'slug'),("deposit"->>'invoiceId')) WHERE "transfers"."deposit" is not null;