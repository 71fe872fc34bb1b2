import { bigint, integer, numeric, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The owner: every table of a business's data leads its keys with it (decision 27). */
export const businessId = () => uuid('business_id').notNull();
/** A record's number: identity, bigint in the database, a number in JSON. */
export const recordId = () =>
  bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity();
/** A reference to another record of the same owner. */
export const reference = (name: string) => bigint(name, { mode: 'number' });
/** Money and quantities: numeric(10,2), a decimal string such as "1234.50" in code. */
export const money = (name: string) => numeric(name, { precision: 10, scale: 2 });
/** Rates in percent: numeric(5,2). */
export const rate = (name: string) => numeric(name, { precision: 5, scale: 2 });
/** An instant, UTC, with a Date in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** Sums over many documents, beyond what numeric(10,2) holds. */
export const bigMoney = (name: string) => numeric(name, { precision: 20, scale: 2 });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** Counts saves, so that a save based on a stale copy is noticed (decision 17). */
export const version = () => integer('version').notNull().default(1);
