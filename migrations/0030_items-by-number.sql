CREATE INDEX "fiken_products_number_key" ON "fiken_products" USING btree ("user_id","fiken_company_slug",lower("product_number"));--> statement-breakpoint
CREATE INDEX "servicem8_materials_number" ON "servicem8_materials" USING btree ("user_id",lower(trim("item_number")));--> statement-breakpoint
CREATE INDEX "servicem8_materials_barcode" ON "servicem8_materials" USING btree ("user_id",lower(trim("data" ->> 'barcode')));--> statement-breakpoint
CREATE INDEX "servicem8_materials_uuid_start" ON "servicem8_materials" USING btree ("user_id",lower(left("uuid", 8)));