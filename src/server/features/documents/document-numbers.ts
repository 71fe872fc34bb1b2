import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { defaultNumber, followingNumber } from '../../../shared/documents/document-number.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { foldCase } from '../../../shared/search/fold.ts';
import { isUniqueViolation } from '../../db/constraint-errors.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import type { Services } from '../../platform/http/services.ts';
import { readBusinessDay } from '../profile/index.ts';
import { findActiveSeries } from './number-series/number-series.store.ts';

/** Numbers that are looked at in one go: few, and many once those are taken. Folding them takes time. */
const FIRST_LOOK = 10;
const LOOK_AHEAD = 200;

/** Documents that carry numbers of their own. */
interface NumberedDocuments {
  kind: KindName;
  prefix: Parameters<typeof defaultNumber>[0];
  table: SQL;
  /** The unique key that two documents with one number break. */
  constraint: string;
}

export const INVOICE_NUMBERS: NumberedDocuments = {
  kind: 'invoice',
  prefix: 'INV',
  table: sql`invoices`,
  constraint: 'invoices_number',
};

export const ESTIMATE_NUMBERS: NumberedDocuments = {
  kind: 'estimate',
  prefix: 'EST',
  table: sql`estimates`,
  constraint: 'estimates_number',
};

export const CREDIT_NOTE_NUMBERS: NumberedDocuments = {
  kind: 'credit_note',
  prefix: 'CN',
  table: sql`credit_notes`,
  constraint: 'credit_notes_number',
};

export const NUMBERS: Record<KindName, NumberedDocuments> = {
  invoice: INVOICE_NUMBERS,
  estimate: ESTIMATE_NUMBERS,
  credit_note: CREDIT_NOTE_NUMBERS,
};

/**
 * A number as it is compared with others: 'INV-１', 'inv-1' and 'INV-1' are one and the same to whoever
 * reads them, so they are one number here. Null of a draft that has none.
 */
export const numberKey = (number: string): string | null =>
  number === '' ? null : foldCase(number);

/**
 * What a save changes of a document's key: nothing while the number reads the same. Documents whose
 * numbers were doubles before such were refused keep the keys that tell them apart.
 */
export const changedNumberKey = (before: string, after: string): { numberKey?: string | null } =>
  numberKey(before) === numberKey(after) ? {} : { numberKey: numberKey(after) };

/** The number itself, or the next one after it that no document of the owner has or had. */
async function freeNumber(
  documents: NumberedDocuments,
  db: Queryable,
  businessId: string,
  from: string,
): Promise<string> {
  let ahead = FIRST_LOOK;
  for (let start = from; ; ahead = LOOK_AHEAD) {
    const candidates = [start];
    while (candidates.length < ahead) {
      candidates.push(followingNumber(candidates.at(-1) ?? start));
    }
    const { rows } = await executeNamed<{ number_key: string }>(
      db,
      sql`
        select number_key from ${documents.table} where business_id = ${businessId}
          and number_key = any(${sql.param(candidates.map(numberKey))}::text[])`,
    );
    const taken = new Set<string | null>(rows.map((row) => row.number_key));
    const free = candidates.find((number) => !taken.has(numberKey(number)));
    if (free !== undefined) return free;
    start = followingNumber(candidates.at(-1) ?? start);
  }
}

/** {prefix}-{year}-{last 4 digits of the time stamp}, moved on to a free one (decision 10). */
export function nextNumber(
  documents: NumberedDocuments,
  db: Queryable,
  businessId: string,
  now: Date,
  year: string,
): Promise<string> {
  return freeNumber(documents, db, businessId, defaultNumber(documents.prefix, now, year));
}

/** What a document begins with for which nobody types a number: none, where its kind has a series. */
export async function numberOfNew(
  documents: NumberedDocuments,
  db: Queryable,
  businessId: string,
  now: Date,
  year: string,
): Promise<string> {
  if (await findActiveSeries(db, businessId, documents.kind)) return '';
  return nextNumber(documents, db, businessId, now, year);
}

/** What the editor proposes for a new document. */
export async function suggestNumber(
  documents: NumberedDocuments,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
): Promise<string> {
  const now = clock.now();
  const year = (await readBusinessDay(db.orm, businessId, now)).slice(0, 4);
  return numberOfNew(documents, db.orm, businessId, now, year);
}

/**
 * Runs a saving verb; a clash of numbers becomes a 409 that suggests the next free one.
 * @param number that is saved; undefined or empty where the stored one stays, or there is none yet
 */
export async function withNumberClash<T>(
  documents: NumberedDocuments,
  db: Queryable,
  businessId: string,
  number: string | undefined,
  save: () => Promise<T>,
): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!number || !isUniqueViolation(error, documents.constraint)) throw error;
    const { name, number: path } = DOCUMENT_KINDS[documents.kind];
    const message = `${name} number ${number} is already used`;
    throw new AppError('NUMBER_TAKEN', message, {
      fields: [{ path, message }],
      suggestion: await freeNumber(documents, db, businessId, followingNumber(number)),
    });
  }
}

const ATTEMPTS = 3;

/**
 * Runs a transaction that makes documents whose numbers nobody chose: when a document edited at the
 * same moment has just taken one, all of the transaction is run again with the next one.
 */
export async function withFreeNumbers<T>(
  kinds: readonly NumberedDocuments[],
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isTaken = kinds.some(({ constraint }) => isUniqueViolation(error, constraint));
      if (attempt >= ATTEMPTS || !isTaken) throw error;
    }
  }
}
