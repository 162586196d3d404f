CREATE TABLE "task_items" (
	"user_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"begun_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"message" text,
	"code" text,
	CONSTRAINT "task_items_user_id_task_id_position_pk" PRIMARY KEY("user_id","task_id","position")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"selection" text NOT NULL,
	"status" text NOT NULL,
	"run" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	CONSTRAINT "tasks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "task_items" ADD CONSTRAINT "task_items_task" FOREIGN KEY ("user_id","task_id") REFERENCES "public"."tasks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_user_created" ON "tasks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_open" ON "tasks" USING btree ("user_id","kind","selection") WHERE "tasks"."status" in ('queued', 'running');