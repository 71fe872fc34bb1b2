CREATE TABLE "payment_refunds" (
	"business_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"request_id" bigint,
	"provider_refund_id" text,
	"amount" numeric NOT NULL,
	"refunded_at" timestamp (3) with time zone NOT NULL,
	"still_owed" boolean NOT NULL,
	"decided_by" text NOT NULL,
	"adjusted_amount" numeric NOT NULL,
	"reverses_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_business_id_id_pk" PRIMARY KEY("business_id","id"),
	CONSTRAINT "payment_refunds_of_provider" UNIQUE("business_id","payment_id","provider_refund_id"),
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount" <> 0 and ("payment_refunds"."amount" > 0) = ("payment_refunds"."reverses_id" is null)),
	CONSTRAINT "payment_refunds_adjusted" CHECK ("payment_refunds"."adjusted_amount" >= 0 and ("payment_refunds"."adjusted_amount" = 0 or ("payment_refunds"."adjusted_amount" <= "payment_refunds"."amount" and not "payment_refunds"."still_owed"))),
	CONSTRAINT "payment_refunds_decided_by" CHECK ("payment_refunds"."decided_by" in ('rule', 'owner', 'update'))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "still_owed" boolean;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment" FOREIGN KEY ("business_id","payment_id") REFERENCES "public"."payments"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_request" FOREIGN KEY ("business_id","request_id") REFERENCES "public"."refunds"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_reverses" FOREIGN KEY ("business_id","reverses_id") REFERENCES "public"."payment_refunds"("business_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_refunds_of_payment" ON "payment_refunds" USING btree ("business_id","payment_id","id");
--> statement-breakpoint
-- What was given back so far, as the ledger booked it: a row for each entry where these come to the sum on the payment, one row for the sum otherwise. The decisions that earlier releases made are kept, newest refunds first, so that each invoice shows what it showed.
with booked as (
	select e.business_id, e.payment_id, e.id, e.amount, e.created_at,
		sum(e.amount) over payment as whole, min(e.amount) over payment as least
	from "ledger_entries" e
	where e.type = 'refunded' and e.payment_id is not null
	window payment as (partition by e.business_id, e.payment_id)
), told as (
	select y.business_id, y.id as payment_id, y.invoice_id, y.currency, y.status,
		y.still_owed_amount, coalesce(b.amount, y.refunded_amount) as amount,
		coalesce(b.created_at, y.created_at) as refunded_at, coalesce(b.id, 0) as place
	from "payments" y
	left join booked b on b.business_id = y.business_id and b.payment_id = y.id
		and b.whole = y.refunded_amount and b.least > 0
	where y.refunded_amount > 0
), decided as (
	select t.*, i.id is not null and t.status = 'completed' as settles,
		case when i.deleted_at is null then i.amount_adjusted
			when i.status = 'paid' then i.total else 0 end as adjusted,
		sum(t.amount) over (partition by t.business_id, t.invoice_id,
			i.id is not null and t.status = 'completed'
			order by t.refunded_at desc, t.place desc, t.payment_id desc
			rows between unbounded preceding and 1 preceding) as newer
	from told t
	left join "invoices" i on i.business_id = t.business_id and i.id = t.invoice_id
		and i.currency = t.currency
), rows as (
	select d.*, case when settles
		then greatest(0, least(amount, adjusted - coalesce(newer, 0))) else 0 end as off
	from decided d
)
insert into "payment_refunds" (business_id, payment_id, amount, refunded_at, still_owed, decided_by,
	adjusted_amount, created_at)
select business_id, payment_id, amount, refunded_at, off = 0,
	case when invoice_id is null or status = 'review' then 'rule'
		when off = 0 and still_owed_amount > 0 then 'owner' else 'update' end,
	round(off, scale(amount)), refunded_at
from rows
order by business_id, refunded_at, place, payment_id;
--> statement-breakpoint
update "payments" y set "still_owed_amount" = r.owed
from (
	select business_id, payment_id, sum(amount) filter (where still_owed) as owed
	from "payment_refunds" group by business_id, payment_id
) r
where y.business_id = r.business_id and y.id = r.payment_id and r.owed is not null;
