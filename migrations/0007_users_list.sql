CREATE INDEX "users_by_status" ON "users" USING btree ("subscription_status");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((email || ' ' || lower(name)) gin_trgm_ops);