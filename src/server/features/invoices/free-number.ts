import { AppError } from '../../../shared/errors/app-error.ts';
import { defaultInvoiceNumber, followingNumber } from '../../../shared/invoices/invoice-number.ts';
import { isUniqueViolation } from '../../db/constraint-errors.ts';
import type { Queryable } from '../../db/database.ts';
import { takenNumbers } from './invoice.store.ts';

const LOOK_AHEAD = 200;

/** The number itself, or the next one after it that no invoice of the owner has or had. */
export async function freeNumber(db: Queryable, userId: string, from: string): Promise<string> {
  for (let start = from; ; ) {
    const candidates = [start];
    while (candidates.length < LOOK_AHEAD) {
      candidates.push(followingNumber(candidates.at(-1) ?? start));
    }
    const taken = await takenNumbers(db, userId, candidates);
    const free = candidates.find((number) => !taken.has(number));
    if (free !== undefined) return free;
    start = followingNumber(candidates.at(-1) ?? start);
  }
}

/** INV-{year}-{last 4 digits of the time stamp}, moved on to a free one (decision 10). */
export function nextInvoiceNumber(
  db: Queryable,
  userId: string,
  now: Date,
  year: string,
): Promise<string> {
  return freeNumber(db, userId, defaultInvoiceNumber(now, year));
}

/** Runs a saving verb; a clash of numbers becomes a 409 that suggests the next free one. */
export async function withNumberClash<T>(
  db: Queryable,
  userId: string,
  invoiceNumber: string,
  save: () => Promise<T>,
): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error, 'invoices_number')) throw error;
    const message = `Invoice number ${invoiceNumber} is already used`;
    throw new AppError('NUMBER_TAKEN', message, {
      fields: [{ path: 'invoiceNumber', message }],
      suggestion: await freeNumber(db, userId, followingNumber(invoiceNumber)),
    });
  }
}
