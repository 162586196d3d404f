ALTER TABLE "transfers" ADD COLUMN "deposit_credit" jsonb;--> statement-breakpoint
CREATE INDEX "transfers_deposit_credit" ON "transfers" USING btree ("user_id") WHERE "transfers"."deposit_credit" is not null;--> statement-breakpoint
UPDATE "transfers" SET "deposit_credit" = jsonb_build_object('invoiceId', "fiken_data"->'deposit'->'invoiceId', 'sum', 0, 'inFull', false)
  WHERE jsonb_typeof("fiken_data"->'deposit') = 'object';
