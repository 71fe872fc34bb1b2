import { AppError } from '../../shared/errors/app-error.ts';
import type { Queryable } from './database.ts';

/**
 * The one order of locks for whatever touches money: two transactions that keep it never wait for each
 * other. Within each kind, locks are taken by id. The sums of an owner come last, by one statement
 * (invoices/count-in-sums.ts). What makes invoices comes first.
 */
const ORDER = [
  'recurring_invoices',
  'estimates',
  'invoices',
  'checkouts',
  'payments',
  'credit_notes',
  'deposits',
  'customers',
  'sums',
] as const;

/**
 * The business's own row, under which free numbers are looked for and the trial is counted, has its place
 * after deposits. Where customers are locked with it they are shared, and whoever changes one counts nothing.
 */
const NUMBERING = ['deposits', 'business'] as const;

export type MoneyLock = (typeof ORDER)[number] | (typeof NUMBERING)[number];

/** The kinds that must not be held when one of this kind is locked. */
const laterThan = (kind: MoneyLock): MoneyLock[] =>
  [ORDER, NUMBERING].flatMap((order: readonly MoneyLock[]) => {
    const place = order.indexOf(kind);
    return place === -1 ? [] : order.slice(place + 1);
  });

interface Held {
  /** What nobody else changes: rows that are locked, and those that the transaction has made. */
  ids: Map<MoneyLock, Set<number>>;
  /** The greatest id that was locked of each kind. */
  greatest: Map<MoneyLock, number>;
  /** Invoices that turned out to be concerned when the transaction was tried before. */
  concerned: ReadonlySet<number>;
}

const transactions = new WeakMap<object, Held>();
let isWatched = false;

/** Whether a lock that comes too early is an error: in tests it is. */
export function watchLockOrder(watched: boolean): void {
  isWatched = watched;
}

/** A lock came before one that must be taken first: a fault of the program. */
export class LockOrderError extends Error {
  override readonly name = 'LockOrderError';
}

/**
 * While a transaction waited for its locks, what it changes came to concern invoices that it has not locked.
 * Nothing was written: it begins anew, and locks these with the others.
 */
export class ConcernsOthersError extends Error {
  override readonly name = 'ConcernsOthersError';
  readonly invoiceIds: readonly number[];

  constructor(invoiceIds: readonly number[]) {
    super(`The change concerns ${invoiceIds.length} invoices that are not locked`);
    this.invoiceIds = invoiceIds;
  }
}

/** How it is answered where to begin anew has not helped, or nothing can begin anew. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', 'These invoices are being changed by others. Try again in a moment.', {
    retryAfter: 1,
  });

/** Begins to keep what a transaction holds. @param concerned as an earlier try of it has found */
export function keepLocks(tx: Queryable, concerned: ReadonlySet<number> = new Set()): void {
  transactions.set(tx, { ids: new Map(), greatest: new Map(), concerned });
}

/** Invoices that an earlier try of the transaction has found to be concerned. */
export const concernedBefore = (tx: Queryable): ReadonlySet<number> =>
  transactions.get(tx)?.concerned ?? new Set();

/** A row that the transaction has just made: nobody else can lock it, so it has no place in the order. */
export function noteOwnRow(tx: Queryable, kind: MoneyLock, id: number): void {
  const held = transactions.get(tx);
  if (held) readHeld(held, kind).add(id);
}

/**
 * Notes what a transaction locks, or is about to lock; nothing outside of one.
 * @throws LockOrderError in tests, where what comes later in the order is held already
 */
export function noteLocks(tx: Queryable, kind: MoneyLock, ids: readonly number[]): void {
  const held = transactions.get(tx);
  if (!held) return;
  const own = readHeld(held, kind);
  const fresh = ids.filter((id) => !own.has(id));
  if (fresh.length === 0) return;
  const greatest = held.greatest.get(kind) ?? Number.NEGATIVE_INFINITY;
  // As many as a customer has invoices: too many for the arguments of one call.
  const least = fresh.reduce((one, other) => (other < one ? other : one));
  if (isWatched) {
    const later = laterThan(kind).find((other) => held.greatest.has(other));
    if (later) throw new LockOrderError(`${kind} ${least} after ${later}`);
    if (least < greatest) throw new LockOrderError(`${kind} ${least} after ${greatest}`);
  }
  for (const id of fresh) own.add(id);
  held.greatest.set(
    kind,
    fresh.reduce((one, other) => (other > one ? other : one), greatest),
  );
}

function readHeld({ ids }: Held, kind: MoneyLock): Set<number> {
  const known = ids.get(kind) ?? new Set();
  ids.set(kind, known);
  return known;
}

/** The kind of lock of a table's rows; undefined where they have no place in the order. */
export const lockOf = (table: string): MoneyLock | undefined =>
  ORDER.find((kind) => kind === table);
