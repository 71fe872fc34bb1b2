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
-- What was given back so far: a row for each entry of the ledger where these come to the sum on the payment, one row for the sum otherwise. The decisions that earlier releases made are kept, so that each invoice shows what it showed: what an owner set back is the oldest of a payment, and the newest of the rest is not owed.
with booked as (
	select e.business_id, e.payment_id, e.id, e.amount, e.created_at,
		sum(e.amount) over payment as whole, min(e.amount) over payment as least
	from "ledger_entries" e
	where e.type = 'refunded' and e.payment_id is not null
	window payment as (partition by e.business_id, e.payment_id)
), told as (
	select y.business_id, y.id as payment_id, y.invoice_id, y.currency, y.status,
		y.refunded_amount - y.still_owed_amount as forgiven,
		coalesce(b.amount, y.refunded_amount) as amount,
		coalesce(b.created_at, (
			select max(e.created_at) from "events" e
			where e.business_id = y.business_id and e.invoice_id = y.invoice_id
				and e.type = 'payment.refunded' and e.data ->> 'paymentId' = y.id::text
		), y.created_at) as refunded_at,
		coalesce(b.id, 0) as place
	from "payments" y
	left join booked b on b.business_id = y.business_id and b.payment_id = y.id
		and b.whole = y.refunded_amount and b.least > 0
	where y.refunded_amount > 0
), settling as (
	select t.*, i.id is not null and t.status = 'completed' as settles,
		case when i.deleted_at is null then i.amount_due = 0 else i.status = 'paid' end as is_paid,
		case when i.deleted_at is null then i.amount_adjusted when i.status = 'paid' then i.total
			else 0 end as adjusted,
		greatest(0, least(t.amount, t.forgiven - coalesce(sum(t.amount) over newer, 0))) as free
	from told t
	left join "invoices" i on i.business_id = t.business_id and i.id = t.invoice_id
		and i.currency = t.currency
	window newer as (partition by t.business_id, t.payment_id
		order by t.refunded_at desc, t.place desc rows between unbounded preceding and 1 preceding)
), rows as (
	select s.*, case when settles
		then greatest(0, least(free, adjusted - coalesce(sum(free) over newer, 0))) else 0 end as off
	from settling s
	window newer as (partition by business_id, invoice_id, settles
		order by refunded_at desc, place desc, payment_id desc
		rows between unbounded preceding and 1 preceding)
), decided as (
	-- What took nothing off a paid invoice had come too much.
	select r.*, off = 0 and not (settles and is_paid and free > 0) as still_owed from rows r
)
insert into "payment_refunds" (business_id, payment_id, amount, refunded_at, still_owed, decided_by,
	adjusted_amount, created_at)
select business_id, payment_id, amount, refunded_at, still_owed,
	case when invoice_id is null or status = 'review' then 'rule'
		when free = 0 then 'owner' else 'update' end,
	round(off, scale(amount)), refunded_at
from decided
order by business_id, refunded_at, place, payment_id;
--> statement-breakpoint
update "payments" y set "still_owed_amount" = round(r.owed, scale(y."amount"))
from (
	select business_id, payment_id, coalesce(sum(amount) filter (where still_owed), 0) as owed
	from "payment_refunds" group by business_id, payment_id
) r
where y.business_id = r.business_id and y.id = r.payment_id and y."still_owed_amount" <> r.owed;
--> statement-breakpoint
update "payments" set "still_owed_amount" = round(0, scale("amount"))
where "refunded_amount" = 0 and "still_owed_amount" <> 0;
