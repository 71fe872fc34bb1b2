import { bigint, char, customType, integer, numeric, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The owner: every table of a business's data leads its keys with it (decision 27). */
export const businessId = () => uuid('business_id').notNull();
/** A record's number: identity, bigint in the database, a number in JSON. */
export const recordId = () =>
  bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity();
/** A reference to another record of the same owner. */
export const reference = (name: string) => bigint(name, { mode: 'number' });
/**
 * Money, quantities, prices and rates: a decimal string in code. Without a scale of its own a numeric
 * keeps the one that it is written with, so that yen come back as "500", dollars as "1234.50" and a
 * price by the word as "0.085": what is written must have the decimals of its currency. What may be
 * written is bounded before (largestAmount, MAX_QUANTITY, MAX_RATE).
 */
export const decimal = (name: string) => numeric(name);
/** Compared byte by byte, alike in every database: what `sortKey` makes of a name. */
export const sortKeyText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
/** ISO 4217, in capitals. */
export const currency = () => char('currency', { length: 3 });
/** An instant, UTC, with a Date in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** Counts saves, so that a save based on a stale copy is noticed (decision 17). */
export const version = () => integer('version').notNull().default(1);
