import { and, asc, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { periodOfSeries } from '../../../../shared/documents/number-series/number-pattern.ts';
import type { SeriesKind } from '../../../../shared/documents/number-series/number-series.contract.ts';
import type { Queryable } from '../../../db/database.ts';
import { selectNamed } from '../../../db/named-statements.ts';
import { numberSeries, numberSeriesCounters } from '../../../db/tables/number-series.table.ts';
import { versionedRows } from '../../../platform/records/record-store.ts';

export type NumberSeriesRow = typeof numberSeries.$inferSelect;
export type CounterRow = typeof numberSeriesCounters.$inferSelect;

const ofKind = (businessId: string, kind: SeriesKind) =>
  and(
    eq(numberSeries.businessId, businessId),
    eq(numberSeries.kind, kind),
    isNull(numberSeries.archivedAt),
  );

/** All series of a business, archived ones last. */
export function listSeries(db: Queryable, businessId: string): Promise<NumberSeriesRow[]> {
  return db
    .select()
    .from(numberSeries)
    .where(eq(numberSeries.businessId, businessId))
    .orderBy(sql`${numberSeries.archivedAt} is not null`, asc(numberSeries.id));
}

export function listCounters(
  db: Queryable,
  businessId: string,
  seriesIds: number[],
): Promise<CounterRow[]> {
  return db
    .select()
    .from(numberSeriesCounters)
    .where(
      and(
        eq(numberSeriesCounters.businessId, businessId),
        inArray(numberSeriesCounters.seriesId, seriesIds),
      ),
    );
}

/** How far a series has come in the period of a day. */
export function lastCount(
  series: NumberSeriesRow,
  counters: CounterRow[],
  day: CalendarDate,
): number {
  const period = periodOfSeries(series, day);
  const found = counters.find((each) => each.seriesId === series.id && each.period === period);
  return found?.lastNumber ?? 0;
}

/** Whether something was written before a series of its kind began, be that archived or not. */
export async function isOlderThanSeries(
  db: Queryable,
  businessId: string,
  kind: SeriesKind,
  writtenAt: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: numberSeries.id })
    .from(numberSeries)
    .where(
      and(
        eq(numberSeries.businessId, businessId),
        eq(numberSeries.kind, kind),
        gt(numberSeries.createdAt, writtenAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The series that gives a kind its numbers. */
export async function findActiveSeries(
  db: Queryable,
  businessId: string,
  kind: SeriesKind,
): Promise<NumberSeriesRow | undefined> {
  const [row] = await selectNamed(
    db,
    'find_active_series',
    db.select().from(numberSeries).where(ofKind(businessId, kind)),
  );
  return row;
}

/** The same, held until the transaction ends: who issues, and who changes the series, waits here. */
export async function lockActiveSeries(
  db: Queryable,
  businessId: string,
  kind: SeriesKind,
): Promise<NumberSeriesRow | undefined> {
  const [row] = await selectNamed(
    db,
    'lock_active_series',
    db.select().from(numberSeries).where(ofKind(businessId, kind)).for('no key update'),
  );
  return row;
}

export const {
  lock: lockSeries,
  insert: insertSeries,
  update: updateSeriesRow,
} = versionedRows(numberSeries, 'no key update');

/** Where the counter of a period begins. Only for a series that has given no number: it has no other. */
export async function resetCounter(db: Queryable, counter: CounterRow): Promise<void> {
  const { businessId, seriesId } = counter;
  await db
    .delete(numberSeriesCounters)
    .where(
      and(
        eq(numberSeriesCounters.businessId, businessId),
        eq(numberSeriesCounters.seriesId, seriesId),
      ),
    );
  await db.insert(numberSeriesCounters).values(counter);
}

/** The issue date of what a series numbered last, in any period; null of one that was not used yet. */
export async function findLastDate(
  db: Queryable,
  { businessId, id }: Pick<NumberSeriesRow, 'businessId' | 'id'>,
): Promise<CalendarDate | null> {
  const [row] = await db
    .select({ date: max(numberSeriesCounters.lastIssueDate) })
    .from(numberSeriesCounters)
    .where(
      and(eq(numberSeriesCounters.businessId, businessId), eq(numberSeriesCounters.seriesId, id)),
    );
  return row?.date ?? null;
}

/**
 * Counts one up in a period, which begins with 1 unless a counter says otherwise. The row stays locked
 * until the transaction ends: rolled back, the next has the same number.
 * @param series locked
 */
export async function countUp(
  db: Queryable,
  { businessId, id: seriesId }: Pick<NumberSeriesRow, 'businessId' | 'id'>,
  period: string,
  lastIssueDate: CalendarDate,
): Promise<number> {
  const { businessId: owner, seriesId: series, period: of } = numberSeriesCounters;
  const [row] = await db
    .insert(numberSeriesCounters)
    .values({ businessId, seriesId, period, lastNumber: 1, lastIssueDate })
    .onConflictDoUpdate({
      target: [owner, series, of],
      set: { lastNumber: sql`${numberSeriesCounters.lastNumber} + 1`, lastIssueDate },
    })
    .returning({ count: numberSeriesCounters.lastNumber });
  if (!row) throw new Error('the counter was not returned');
  return row.count;
}
