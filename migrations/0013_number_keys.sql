ALTER TABLE "invoices" ADD COLUMN "number_key" text;
--> statement-breakpoint
-- The folded number is the first line of what a search looks through. Where several documents' numbers
-- read the same already, the first has the key and the others one that nothing else can have.
UPDATE "invoices" AS "t" SET "number_key" =
  CASE WHEN "k"."place" = 1 THEN "k"."key" ELSE "k"."key" || E'\n' || "k"."id" END
FROM (
  SELECT "user_id", "id", "key", row_number() OVER (PARTITION BY "user_id", "key" ORDER BY "id") AS "place"
  FROM (
    SELECT "user_id", "id",
      coalesce(nullif(split_part("search_text", E'\n', 1), ''), lower("invoice_number")) AS "key"
    FROM "invoices"
  ) AS "keys"
) AS "k"
WHERE "k"."user_id" = "t"."user_id" AND "k"."id" = "t"."id";
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "number_key" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_number";
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_number" UNIQUE("user_id","number_key");
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "number_key" text;
--> statement-breakpoint
-- The folded number is the first line of what a search looks through. Where several documents' numbers
-- read the same already, the first has the key and the others one that nothing else can have.
UPDATE "estimates" AS "t" SET "number_key" =
  CASE WHEN "k"."place" = 1 THEN "k"."key" ELSE "k"."key" || E'\n' || "k"."id" END
FROM (
  SELECT "user_id", "id", "key", row_number() OVER (PARTITION BY "user_id", "key" ORDER BY "id") AS "place"
  FROM (
    SELECT "user_id", "id",
      coalesce(nullif(split_part("search_text", E'\n', 1), ''), lower("estimate_number")) AS "key"
    FROM "estimates"
  ) AS "keys"
) AS "k"
WHERE "k"."user_id" = "t"."user_id" AND "k"."id" = "t"."id";
--> statement-breakpoint
ALTER TABLE "estimates" ALTER COLUMN "number_key" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "estimates" DROP CONSTRAINT "estimates_number";
--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_number" UNIQUE("user_id","number_key");
