import { sql } from 'drizzle-orm';
import { boolean, char, check, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { TAX_CATEGORIES } from '../../../shared/taxes/tax.ts';
import { createdAt, decimal, instant, updatedAt, version } from './columns.ts';
import { ownedRecord, recordKey } from './owned-columns.ts';

/** The rates that a business charges. Documents keep a copy: a change here changes none of them. */
export const taxRates = pgTable(
  'tax_rates',
  {
    ...ownedRecord(),
    name: text('name').notNull(),
    rate: decimal('rate').notNull(),
    category: text('category', { enum: TAX_CATEGORIES }),
    compound: boolean('compound').notNull().default(false),
    exemptionReason: text('exemption_reason'),
    registrationNumber: text('registration_number'),
    /** Whose tax it is, by its ISO 3166-1 code; null: of the business's country. */
    country: char('country', { length: 2 }),
    /** Whether new lines in the editor carry it. */
    isDefault: boolean('is_default').notNull().default(false),
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    recordKey(t),
    check('tax_rates_name', sql`${t.name} <> ''`),
    check('tax_rates_rate', sql`${t.rate} >= 0 and ${t.rate} < 1000`),
    index('tax_rates_of_business').on(t.businessId, t.archivedAt, t.id),
  ],
);

/**
 * What the European Central Bank said of a day: units of a currency for one euro. The same for every
 * business; small enough to stand on every node.
 */
export const referenceRates = pgTable(
  'reference_rates',
  {
    date: date('date', { mode: 'string' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    perEuro: decimal('per_euro').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.date, t.currency] }),
    index('reference_rates_by_currency').on(t.currency, t.date),
    check('reference_rates_positive', sql`${t.perEuro} > 0`),
  ],
);
