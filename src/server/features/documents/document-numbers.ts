import { defaultNumber, followingNumber } from '../../../shared/documents/document-number.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { fold } from '../../../shared/search/fold.ts';
import { isUniqueViolation } from '../../db/constraint-errors.ts';
import type { Queryable } from '../../db/database.ts';

const LOOK_AHEAD = 200;

/** Documents that carry numbers of their own. */
export interface NumberedDocuments {
  /** 'Invoice', as it stands before 'number INV-2026-0001 is already used'. */
  name: string;
  prefix: 'INV' | 'EST';
  /** The input's field, named by a refusal. */
  field: string;
  /** Of these keys, those that a document of the owner has, deleted ones included. */
  takenKeys: (db: Queryable, businessId: string, keys: string[]) => Promise<Set<string>>;
  /** The unique key that two documents with one number break. */
  constraint: string;
}

/**
 * A number as it is compared with others: 'INV-１', 'inv-1' and 'INV-1' are one and the same to whoever
 * reads them, so they are one number here.
 */
export const numberKey = (number: string): string => fold(number);

/**
 * What a save changes of a document's key: nothing while the number reads the same. Documents whose
 * numbers were doubles before such were refused keep the keys that tell them apart.
 */
export const changedNumberKey = (before: string, after: string): { numberKey?: string } =>
  numberKey(before) === numberKey(after) ? {} : { numberKey: numberKey(after) };

/** The number itself, or the next one after it that no document of the owner has or had. */
export async function freeNumber(
  documents: NumberedDocuments,
  db: Queryable,
  businessId: string,
  from: string,
): Promise<string> {
  for (let start = from; ; ) {
    const candidates = [start];
    while (candidates.length < LOOK_AHEAD) {
      candidates.push(followingNumber(candidates.at(-1) ?? start));
    }
    const taken = await documents.takenKeys(db, businessId, candidates.map(numberKey));
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

/**
 * Runs a saving verb; a clash of numbers becomes a 409 that suggests the next free one.
 * @param number that is saved; undefined where the stored one stays
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
    if (number === undefined || !isUniqueViolation(error, documents.constraint)) throw error;
    const message = `${documents.name} number ${number} is already used`;
    throw new AppError('NUMBER_TAKEN', message, {
      fields: [{ path: documents.field, message }],
      suggestion: await freeNumber(documents, db, businessId, followingNumber(number)),
    });
  }
}
