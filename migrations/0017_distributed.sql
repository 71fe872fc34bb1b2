-- What is found without knowing the owner cannot refer to what is kept by owner.
ALTER TABLE "public_documents" DROP CONSTRAINT "public_documents_of_invoice";
--> statement-breakpoint
ALTER TABLE "public_documents" DROP CONSTRAINT "public_documents_of_estimate";
--> statement-breakpoint
ALTER TABLE "public_documents" ADD CONSTRAINT "public_documents_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "uploads_stored" ON "uploads" USING btree ("created_at") WHERE stored_at is not null;
