CREATE TABLE "mail_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"new_recipients" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"reported" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "mail_recipients" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"first_mailed_at" timestamp (3) with time zone,
	"blocked_at" timestamp (3) with time zone,
	CONSTRAINT "mail_recipients_user_id_address_pk" PRIMARY KEY("user_id","address"),
	CONSTRAINT "mail_recipients_lower" CHECK ("mail_recipients"."address" = lower("mail_recipients"."address"))
);
--> statement-breakpoint
CREATE TABLE "mail_senders" (
	"user_id" uuid NOT NULL,
	"proven_by" text,
	"proven_at" timestamp (3) with time zone,
	"domain" text,
	"domain_token" char(32),
	"domain_checked_at" timestamp (3) with time zone,
	"domain_verified_at" timestamp (3) with time zone,
	CONSTRAINT "mail_senders_user_id_pk" PRIMARY KEY("user_id"),
	CONSTRAINT "mail_senders_proven_by" CHECK ("mail_senders"."proven_by" in ('payment', 'domain')),
	CONSTRAINT "mail_senders_proven" CHECK (("mail_senders"."proven_by" is null) = ("mail_senders"."proven_at" is null)),
	CONSTRAINT "mail_senders_token" CHECK (("mail_senders"."domain" is null) = ("mail_senders"."domain_token" is null)),
	CONSTRAINT "mail_senders_verified" CHECK ("mail_senders"."domain_verified_at" is null or "mail_senders"."domain" is not null)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_days" ADD CONSTRAINT "mail_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD CONSTRAINT "mail_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_senders" ADD CONSTRAINT "mail_senders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_recipients_new" ON "mail_recipients" USING btree ("user_id","first_mailed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_senders_domain" ON "mail_senders" USING btree ("domain") WHERE domain_verified_at is not null;--> statement-breakpoint
CREATE INDEX "emails_held" ON "emails" USING btree ("user_id","id") WHERE waits_for is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_suspension" CHECK ("users"."suspended_at" is not null or "users"."suspension_reason" is null);--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_waits_for" CHECK ("emails"."waits_for" is null or ("emails"."status" = 'queued'
        and "emails"."waits_for" in ('turn', 'new_recipients', 'reinstatement')));--> statement-breakpoint
-- Whom an account has written to is no new recipient of it; what the outbox kept was mailed to nobody.
INSERT INTO "mail_recipients" ("user_id", "address", "first_mailed_at")
SELECT "user_id", lower("to_address"), min("sent_at") FROM "emails"
WHERE "status" = 'sent' AND "sent_at" IS NOT NULL AND "sent_text" IS NULL
GROUP BY "user_id", lower("to_address");--> statement-breakpoint
INSERT INTO "mail_days" ("user_id", "day", "sent", "failed")
SELECT "user_id", (coalesce("sent_at", "updated_at") AT TIME ZONE 'UTC')::date,
	count(*) FILTER (WHERE "status" = 'sent'), count(*) FILTER (WHERE "status" = 'failed')
FROM "emails"
WHERE "sent_text" IS NULL
	AND (("status" = 'sent' AND "sent_at" IS NOT NULL) OR ("status" = 'failed' AND "withdrawn" IS NULL))
GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "mail_senders" ("user_id", "proven_by", "proven_at")
SELECT p."user_id", 'payment', min(p."created_at") FROM "payments" p
JOIN "checkouts" c ON c."user_id" = p."user_id" AND c."id" = p."checkout_id"
WHERE p."provider" IS NOT NULL AND p."status" = 'completed' AND c."livemode"
GROUP BY p."user_id";
