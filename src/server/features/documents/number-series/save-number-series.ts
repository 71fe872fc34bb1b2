import type { NumberPattern } from '../../../../shared/documents/number-series/number-pattern.ts';
import {
  countReader,
  deduceReset,
  findPatternFault,
  formatNumber,
  nextNumbers,
  periodOfSeries,
} from '../../../../shared/documents/number-series/number-pattern.ts';
import type {
  NumberSeries,
  NumberSeriesInput,
  SeriesKind,
} from '../../../../shared/documents/number-series/number-series.contract.ts';
import {
  MAX_FIRST_NUMBER,
  numberSeriesSchema,
} from '../../../../shared/documents/number-series/number-series.contract.ts';
import { AppError, invalidField, notFound } from '../../../../shared/errors/app-error.ts';
import { foldCase } from '../../../../shared/search/fold.ts';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import { runIdempotently } from '../../../platform/idempotency/run-idempotently.ts';
import { requireVersion } from '../../../platform/records/change-record.ts';
import { presentRecord } from '../../../platform/records/record-store.ts';
import { lockBusiness } from '../../businesses/index.ts';
import { readBusinessDay } from '../../profile/index.ts';
import type { NumberSeriesRow } from './number-series.store.ts';
import {
  findActiveSeries,
  insertSeries,
  lastCount,
  listCounters,
  listSeries,
  lockSeries,
  resetCounter,
  updateSeriesRow,
} from './number-series.store.ts';
import { clearDraftNumbers, listNumberKeys } from './numbered-kinds.ts';

type SeriesServices = Pick<Services, 'db' | 'clock'>;

/** One a year for each kind would last for longer than any business. */
const MAX_SERIES = 200;

const KIND_NAMES: Record<SeriesKind, string> = {
  invoice: 'Invoices',
  estimate: 'Estimates',
  credit_note: 'Credit notes',
};

export async function readSeries(
  { db, clock }: SeriesServices,
  businessId: string,
): Promise<NumberSeries[]> {
  return present(db.orm, businessId, await listSeries(db.orm, businessId), clock.now());
}

/**
 * From then on documents of the kind get their numbers when they are issued; drafts lose theirs.
 * @throws AppError VALIDATION (pattern, numbers that would be given twice), CONFLICT (the kind has a
 *   series that this one does not replace; too many)
 */
export function createSeries(
  { db, clock }: SeriesServices,
  businessId: string,
  { replaces, ...input }: NumberSeriesInput,
  key?: string,
): Promise<NumberSeries> {
  const request = { businessId, key, call: 'numberSeries.create', input: { ...input, replaces } };
  return runIdempotently(db, request, async (tx) => {
    const { kind, pattern } = input;
    const now = clock.now();
    // No invoice is given a typed number past the series meanwhile.
    await lockBusiness(tx, businessId);
    await replaceActive(tx, businessId, kind, replaces, now);
    if ((await listSeries(tx, businessId)).length >= MAX_SERIES) {
      throw new AppError('CONFLICT', `A business has at most ${MAX_SERIES} number series`);
    }
    const rule = {
      pattern,
      reset: input.reset ?? deduceReset(pattern),
      yearStartMonth: input.yearStartMonth ?? 1,
      firstNumber: input.firstNumber ?? 1,
    };
    requirePattern(rule);
    await clearDraftNumbers(tx, businessId, kind, now);
    const today = await readBusinessDay(tx, businessId, now);
    await requireUnused(tx, businessId, kind, rule, today);
    const row = await insertSeries(tx, {
      businessId,
      kind,
      ...rule,
      createdAt: now,
      updatedAt: now,
    });
    await resetCounter(tx, createFirstCounter(row, today));
    return presentOne(tx, row, now);
  });
}

/** @throws AppError NOT_FOUND, STALE, CONFLICT once a number was given or it is archived, VALIDATION */
export function updateSeries(
  { db, clock }: SeriesServices,
  businessId: string,
  {
    id,
    version,
    ...input
  }: Partial<Omit<NumberSeriesInput, 'kind' | 'replaces'>> & {
    id: number;
    version?: number | undefined;
  },
): Promise<NumberSeries> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const stored = await requireSeries(tx, businessId, id);
    await requireVersion('Number series', stored, version, () => presentOne(tx, stored, now));
    if (stored.archivedAt) throw new AppError('CONFLICT', 'This series is archived.');
    if (await hasGivenNumbers(tx, stored)) {
      throw new AppError(
        'CONFLICT',
        'This series has already assigned numbers and cannot change. Replace it with a new one.',
      );
    }
    const pattern = input.pattern ?? stored.pattern;
    const rule = {
      pattern,
      reset: input.reset ?? (input.pattern === undefined ? stored.reset : deduceReset(pattern)),
      yearStartMonth: input.yearStartMonth ?? stored.yearStartMonth,
      firstNumber: input.firstNumber ?? stored.firstNumber,
    };
    requirePattern(rule);
    const today = await readBusinessDay(tx, businessId, now);
    await requireUnused(tx, businessId, stored.kind, rule, today);
    const row = await updateSeriesRow(tx, businessId, id, { ...rule, updatedAt: now });
    await resetCounter(tx, createFirstCounter(row, today));
    return presentOne(tx, row, now);
  });
}

/** Numbers of the kind are typed or suggested again. Done already, it is answered as it is. */
export function archiveSeries(
  { db, clock }: SeriesServices,
  businessId: string,
  id: number,
): Promise<NumberSeries> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const stored = await requireSeries(tx, businessId, id);
    return presentOne(tx, stored.archivedAt ? stored : await archive(tx, stored, now), now);
  });
}

const archive = (tx: Transaction, { businessId, id }: NumberSeriesRow, now: Date) =>
  updateSeriesRow(tx, businessId, id, { archivedAt: now, updatedAt: now });

async function replaceActive(
  tx: Transaction,
  businessId: string,
  kind: SeriesKind,
  replaces: number | undefined,
  now: Date,
): Promise<void> {
  const found = await findActiveSeries(tx, businessId, kind);
  const active = found && (await requireSeries(tx, businessId, found.id));
  if (replaces !== undefined && active?.id !== replaces) {
    throw notFound('Number series', 'replaces');
  }
  if (!active) return;
  if (replaces === undefined) {
    const message = `${KIND_NAMES[kind]} already have the series ${active.pattern}: archive or replace it`;
    throw new AppError('CONFLICT', message, { fields: [{ path: 'kind', message }] });
  }
  await archive(tx, active, now);
}

async function requireSeries(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<NumberSeriesRow> {
  const stored = await lockSeries(tx, businessId, id);
  if (!stored) throw notFound('Number series');
  return stored;
}

type Rule = NumberPattern & { firstNumber: number };

function requirePattern({ pattern, reset }: Rule): void {
  const fault = findPatternFault(pattern, reset);
  if (fault !== undefined) throw invalidField('pattern', fault);
}

/**
 * @throws AppError VALIDATION where a number that a document has or had would be given again, this
 *   period: what typed numbers say of later ones is seen when the series comes to them
 */
async function requireUnused(
  tx: Transaction,
  businessId: string,
  kind: SeriesKind,
  rule: Rule,
  today: string,
): Promise<void> {
  const countOf = countReader(rule, today, foldCase);
  const keys = await listNumberKeys(tx, businessId, kind);
  const highest = keys.reduce((most, key) => Math.max(most, countOf(key) ?? 0), 0);
  if (highest < rule.firstNumber) return;
  const number = formatNumber(rule, today, highest);
  const remedy =
    highest < MAX_FIRST_NUMBER
      ? `Start with ${highest + 1} or higher, or change the pattern.`
      : 'Change the pattern.';
  throw invalidField(
    'firstNumber',
    `${number} is already used, and the series would assign it again. ${remedy}`,
  );
}

const createFirstCounter = (series: NumberSeriesRow, today: string) => ({
  businessId: series.businessId,
  seriesId: series.id,
  period: periodOfSeries(series, today),
  lastNumber: series.firstNumber - 1,
  lastIssueDate: null,
});

async function hasGivenNumbers(tx: Transaction, { businessId, id }: NumberSeriesRow) {
  const counters = await listCounters(tx, businessId, [id]);
  return counters.some(({ lastIssueDate }) => lastIssueDate !== null);
}

async function presentOne(tx: Transaction, row: NumberSeriesRow, now: Date): Promise<NumberSeries> {
  const [shown] = await present(tx, row.businessId, [row], now);
  if (!shown) throw new Error('a number series was not presented');
  return shown;
}

async function present(
  db: Queryable,
  businessId: string,
  rows: NumberSeriesRow[],
  now: Date,
): Promise<NumberSeries[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [counters, today] = [
    await listCounters(db, businessId, ids),
    await readBusinessDay(db, businessId, now),
  ];
  return rows.map((row) => {
    const own = counters.filter(({ seriesId }) => seriesId === row.id);
    const dates = own.flatMap(({ lastIssueDate }) => lastIssueDate ?? []).toSorted();
    return presentRecord(numberSeriesSchema, {
      ...row,
      archivedAt: row.archivedAt?.toISOString() ?? null,
      nextNumbers: nextNumbers(row, today, lastCount(row, own, today)),
      lastIssueDate: dates.at(-1) ?? null,
    });
  });
}
