CREATE TABLE "product_changes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"product_id" bigint,
	"material_uuid" text,
	"name" text NOT NULL,
	"number" text NOT NULL,
	"system" text NOT NULL,
	"what" text NOT NULL,
	"before" text,
	"after" text,
	"by" text NOT NULL,
	"task_id" uuid,
	"undone_at" timestamp with time zone,
	CONSTRAINT "product_changes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_refreshes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"problem" text,
	"details" text
);
--> statement-breakpoint
ALTER TABLE "price_snapshots" ALTER COLUMN "net_price" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_refreshes" ADD CONSTRAINT "product_refreshes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_changes_product" ON "product_changes" USING btree ("user_id","product_id","at");--> statement-breakpoint
CREATE INDEX "product_changes_material" ON "product_changes" USING btree ("user_id","material_uuid","at");--> statement-breakpoint
CREATE INDEX "product_changes_task" ON "product_changes" USING btree ("user_id","task_id");--> statement-breakpoint
CREATE INDEX "product_changes_at" ON "product_changes" USING btree ("at");