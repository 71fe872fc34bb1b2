ALTER TABLE "estimate_answers" DROP CONSTRAINT "estimate_answers_signed";--> statement-breakpoint
ALTER TABLE "credit_note_line_items" ADD COLUMN "optional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_note_line_items" ADD COLUMN "min_quantity" numeric;--> statement-breakpoint
ALTER TABLE "credit_note_line_items" ADD COLUMN "max_quantity" numeric;--> statement-breakpoint
ALTER TABLE "estimate_answers" ADD COLUMN "choice" jsonb;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "optional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "min_quantity" numeric;--> statement-breakpoint
ALTER TABLE "estimate_line_items" ADD COLUMN "max_quantity" numeric;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "optional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "min_quantity" numeric;--> statement-breakpoint
ALTER TABLE "invoice_line_items" ADD COLUMN "max_quantity" numeric;--> statement-breakpoint
ALTER TABLE "estimate_answers" ADD CONSTRAINT "estimate_answers_signed" CHECK (case "estimate_answers"."answer" when 'accepted' then "estimate_answers"."name" <> '' and "estimate_answers"."name" is not null
          and "estimate_answers"."way" is not null and "estimate_answers"."way" in ('typed', 'drawn')
          and ("estimate_answers"."way" = 'drawn') = ("estimate_answers"."strokes" is not null) and "estimate_answers"."reason" is null
        when 'declined' then
          num_nonnulls("estimate_answers"."name", "estimate_answers"."way", "estimate_answers"."strokes", "estimate_answers"."terms", "estimate_answers"."choice") = 0
        else false end);