ALTER TABLE "vendor_buckets" ADD COLUMN "recent_starts" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vendor_lanes" ADD COLUMN "recent_starts" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vendor_buckets" DROP COLUMN "tokens";--> statement-breakpoint
ALTER TABLE "vendor_buckets" DROP COLUMN "updated_at";