import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { SERIES_RESETS } from '../../../shared/documents/number-series/number-pattern.ts';
import { SERIES_KINDS } from '../../../shared/documents/number-series/number-series.contract.ts';
import { createdAt, instant, reference, updatedAt, version } from './columns.ts';
import { ownedRecord, owner, ownersRecord, recordKey } from './owned-columns.ts';

/** The rules from which kinds of document take their numbers when they are issued. */
export const numberSeries = pgTable(
  'number_series',
  {
    ...ownedRecord(),
    kind: text('kind', { enum: SERIES_KINDS }).notNull(),
    pattern: text('pattern').notNull(),
    reset: text('reset', { enum: SERIES_RESETS }).notNull(),
    yearStartMonth: integer('year_start_month').notNull().default(1),
    firstNumber: integer('first_number').notNull().default(1),
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    recordKey(t),
    // The one that gives the numbers of its kind.
    uniqueIndex('number_series_of_kind')
      .on(t.businessId, t.kind)
      .where(sql`archived_at is null`),
    check('number_series_kind', sql`${t.kind} in ('invoice', 'estimate', 'credit_note')`),
    check('number_series_reset', sql`${t.reset} in ('never', 'year', 'month')`),
    check('number_series_year_start', sql`${t.yearStartMonth} between 1 and 12`),
    check('number_series_first', sql`${t.firstNumber} > 0`),
    check('number_series_pattern', sql`${t.pattern} like '%{SEQ%}%'`),
  ],
);

/** How far a series has come in each period; who issues holds the row until the end. */
export const numberSeriesCounters = pgTable(
  'number_series_counters',
  {
    businessId: owner(),
    seriesId: reference('series_id').notNull(),
    /** '2026', '2026-03', or '' where the counter never begins anew. */
    period: text('period').notNull(),
    lastNumber: bigint('last_number', { mode: 'number' }).notNull(),
    /** Of what was numbered last; null until something was. */
    lastIssueDate: date('last_issue_date', { mode: 'string' }),
  },
  (t) => [
    primaryKey({
      name: 'number_series_counters_pk',
      columns: [t.businessId, t.seriesId, t.period],
    }),
    ownersRecord('number_series_counters_series', [t.businessId, t.seriesId], numberSeries),
    check('number_series_counters_last', sql`${t.lastNumber} >= 0`),
  ],
);
