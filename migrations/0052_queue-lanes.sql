CREATE TABLE "queue_lanes" (
	"queue" text NOT NULL,
	"lane" text NOT NULL,
	"holder" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "queue_lanes_queue_lane_pk" PRIMARY KEY("queue","lane")
);
--> statement-breakpoint
CREATE TABLE "queue_routines" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
