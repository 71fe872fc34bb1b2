import { and, eq, isNull, lte, max, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { Plan } from '../../../shared/recurring/exceptions.ts';
import { findNextPlanned, findPlanned, listLeftOut } from '../../../shared/recurring/exceptions.ts';
import type { Occurrence, Schedule } from '../../../shared/recurring/schedule.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed, selectNamed } from '../../db/named-statements.ts';
import { recurringInvoices, recurringRuns } from '../../db/tables/recurring.table.ts';
import { recordStore } from '../../platform/records/record-store.ts';

export type RecurringRow = typeof recurringInvoices.$inferSelect;
type RunValues = typeof recurringRuns.$inferInsert;

export const recurringRecords = recordStore(recurringInvoices, 'no key update');

export function toSchedule(row: Schedule): Schedule {
  const { startDate, unit, every, dayOfMonth, endDate, maxOccurrences } = row;
  return { startDate, unit, every, dayOfMonth, endDate, maxOccurrences };
}

export const toPlan = (row: Schedule & Pick<RecurringRow, 'exceptions'>): Plan => ({
  schedule: toSchedule(row),
  exceptions: row.exceptions,
});

/** Locks one whose day has come; undefined where another holds it, or it is not due any more. */
export async function lockDue(
  db: Queryable,
  businessId: string,
  id: number,
  today: CalendarDate,
): Promise<RecurringRow | undefined> {
  const [row] = await selectNamed(
    db,
    'lock_due_recurring',
    db
      .select()
      .from(recurringInvoices)
      .where(
        and(
          recurringRecords.one(businessId, id),
          eq(recurringInvoices.status, 'active'),
          isNull(recurringInvoices.deletedAt),
          lte(recurringInvoices.nextDate, today),
        ),
      )
      .for('no key update', { skipLocked: true }),
  );
  return row;
}

/** In the list's order behind every day that an invoice may be dated. */
const NEVER = '2100-01-01';

/**
 * What a row says that goes on with an occurrence: the day on which that is dealt with, null at the
 * schedule's end, and the day of the next invoice.
 */
export function atOccurrence(plan: Plan, index: number, made: number) {
  return {
    nextIndex: index,
    nextDate: findPlanned(plan, index, made)?.onDate ?? null,
    listDate: findNextPlanned(plan, index, made)?.onDate ?? NEVER,
  };
}

/** The day of the next invoice; null where none is to come. */
export const nextInvoiceDate = ({ listDate }: Pick<RecurringRow, 'listDate'>) =>
  listDate === NEVER ? null : listDate;

/** What was never dealt with changes nothing: the version stays, and an open form does not conflict. */
export async function setProgress(
  db: Queryable,
  { businessId, id }: Pick<RecurringRow, 'businessId' | 'id'>,
  values: Partial<
    Pick<
      RecurringRow,
      | 'nextIndex'
      | 'nextDate'
      | 'listDate'
      | 'exceptions'
      | 'status'
      | 'madeCount'
      | 'total'
      | 'problem'
      | 'refusedAt'
    >
  >,
): Promise<void> {
  await executeNamed(
    db,
    db.update(recurringInvoices).set(values).where(recurringRecords.one(businessId, id)),
  );
}

/**
 * Goes on behind an occurrence: what a locked row says from then on. What was left out up to it is
 * written down as skipped, and cannot be taken back any more.
 * @param made how many invoices this made, 0 or 1
 * @returns the row as it is now
 */
export async function advance(
  db: Queryable,
  row: RecurringRow,
  behind: number,
  { made = 0, total = row.total, now }: { made?: 0 | 1; total?: string; now: Date },
): Promise<RecurringRow> {
  const madeCount = row.madeCount + made;
  const plan = toPlan(row);
  const skipped = listLeftOut(plan, { from: row.nextIndex, to: behind });
  await insertRuns(db, row, skipped, { outcome: 'skipped', isTold: true, createdAt: now });
  const next = findPlanned(plan, behind + 1, madeCount);
  const values = {
    ...atOccurrence(plan, behind + 1, madeCount),
    exceptions: next ? row.exceptions.filter(({ date }) => date >= next.date) : [],
    madeCount,
    total,
    status: next ? row.status : ('ended' as const),
    problem: null,
  };
  await setProgress(db, row, values);
  return { ...row, ...values };
}

/**
 * Deals with what is left out next, as far as its day has come.
 * @returns the row as it is then
 */
export async function passLeftOut(
  db: Queryable,
  row: RecurringRow,
  { today, now }: { today: CalendarDate; now: Date },
): Promise<RecurringRow> {
  const plan = toPlan(row);
  const isOver = (index: number) => {
    const found = findPlanned(plan, index, row.madeCount);
    return found?.isSkipped && found.date <= today;
  };
  let index = row.nextIndex;
  while (isOver(index)) index += 1;
  return index === row.nextIndex ? row : advance(db, row, index - 1, { now });
}

/** Rows that one statement takes. */
const AT_ONCE = 1_000;

export async function insertRuns(
  db: Queryable,
  { businessId, id }: Pick<RecurringRow, 'businessId' | 'id'>,
  occurrences: readonly Occurrence[],
  run: Pick<RunValues, 'outcome' | 'isTold' | 'createdAt'> & { invoiceId?: number },
): Promise<void> {
  for (let from = 0; from < occurrences.length; from += AT_ONCE) {
    const values = occurrences.slice(from, from + AT_ONCE).map(({ index, date }) => ({
      businessId,
      recurringId: id,
      occurrence: index,
      date,
      ...run,
    }));
    const insertion = db.insert(recurringRuns).values(values);
    await (values.length === 1 ? executeNamed(db, insertion) : insertion);
  }
}

/** The last day that was dealt with. */
export async function findLastDay(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<CalendarDate | undefined> {
  const [row] = await db
    .select({ last: max(recurringRuns.date) })
    .from(recurringRuns)
    .where(and(eq(recurringRuns.businessId, businessId), eq(recurringRuns.recurringId, id)));
  return row?.last ?? undefined;
}

/** Takes what the owner does not know of yet; from then on it is known. */
export async function takeUntold(db: Queryable, businessId: string, id: number) {
  const taking = db
    .update(recurringRuns)
    .set({ isTold: true })
    .where(
      and(
        eq(recurringRuns.businessId, businessId),
        eq(recurringRuns.recurringId, id),
        sql`not is_told`,
      ),
    )
    .returning({ invoiceId: recurringRuns.invoiceId });
  const { rows } = await executeNamed<{ invoice_id: string | null }>(db, taking);
  return rows.map((row) => (row.invoice_id === null ? null : Number(row.invoice_id)));
}
