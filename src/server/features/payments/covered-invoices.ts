import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { Account, StoredInvoice } from '../invoices/index.ts';
import { insertEvent, lockAccount, lockInvoices } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import type { AskedFor, CheckoutRow } from './checkout.store.ts';
import { findCheckoutById, listParts, lockWithLive } from './checkout.store.ts';

/** An invoice that is paid, and how much of it. */
export interface Part {
  invoice: StoredInvoice;
  amount: Money;
}

/** What a checkout asks for: one invoice, or several by their numbers. */
export type Parts = readonly [Part, ...Part[]];

/**
 * Locks the invoices that a checkout asks for, by their numbers; checkouts are locked after them.
 * @returns them as they are stored now; undefined where one is gone
 */
export async function lockCovered(tx: Transaction, asked: AskedFor): Promise<Parts | undefined> {
  const wanted = await listParts(tx, asked);
  const ids = wanted.map(({ invoiceId }) => invoiceId);
  return toParts(await lockInvoices(tx, asked.businessId, ids), wanted, asked.currency);
}

function toParts(
  locked: ReadonlyMap<number, StoredInvoice>,
  wanted: readonly { invoiceId: number; amount: Decimal }[],
  currency: string,
): Parts | undefined {
  const parts = wanted.flatMap(({ invoiceId, amount }) => {
    const invoice = locked.get(invoiceId);
    return invoice ? [{ invoice, amount: money(amount, currency) }] : [];
  });
  const [first, ...others] = parts;
  return first && parts.length === wanted.length ? [first, ...others] : undefined;
}

/** What is paid, with all that the payment can change, locked. */
export interface Covered {
  parts: Parts;
  account: Account;
  /** Of a payment that was asked for with one. */
  checkout: CheckoutRow | undefined;
}

/** Locks the invoices that a checkout asks for, what can be paid of them, and what settles them. */
export async function openCovered(tx: Transaction, asked: AskedFor): Promise<Covered | undefined> {
  const wanted = await listParts(tx, asked);
  return open(tx, asked, wanted, asked.id, []);
}

/** The same for an online payment. @param payment as it was read, not locked */
export async function openPaid(tx: Transaction, payment: PaymentRow): Promise<Covered | undefined> {
  const { businessId, id, invoiceId, checkoutId, amount } = payment;
  const asked =
    invoiceId !== null || checkoutId === null
      ? undefined
      : await findCheckoutById(tx, businessId, checkoutId);
  if (invoiceId === null && !asked) return undefined;
  const wanted = asked ? await listParts(tx, asked) : [{ invoiceId: invoiceId ?? 0, amount }];
  return open(tx, payment, wanted, checkoutId, [id]);
}

async function open(
  tx: Transaction,
  { businessId, currency }: Pick<PaymentRow, 'businessId' | 'currency'>,
  wanted: readonly { invoiceId: number; amount: Decimal }[],
  checkoutId: number | null,
  paymentIds: readonly number[],
): Promise<Covered | undefined> {
  let checkouts: CheckoutRow[] = [];
  const account = await lockAccount(tx, businessId, {
    invoiceIds: wanted.map(({ invoiceId }) => invoiceId),
    paymentIds,
    async lockCheckouts(ids) {
      checkouts = await lockWithLive(tx, businessId, checkoutId ?? 0, ids);
      return checkouts;
    },
  });
  const parts = toParts(account.invoices, wanted, currency);
  const checkout = checkouts.find(({ id }) => id === checkoutId);
  return parts && { parts, account, checkout };
}

export const coveredIds = (parts: Parts): number[] => parts.map(({ invoice }) => invoice.id);

/**
 * Tells something of a checkout or its payment in the history of each invoice. Of several the first is
 * news, and the others say so.
 * @param ofPart what is told of each by itself
 */
export async function tellEach(
  tx: Transaction,
  parts: Parts,
  type: Parameters<typeof insertEvent>[3],
  data: Record<string, unknown>,
  now: Date,
  ofPart: (part: Part) => Record<string, unknown> = () => ({}),
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    const { businessId, id } = part.invoice;
    const several =
      parts.length > 1 ? { invoices: parts.length, ...(index > 0 ? { further: true } : {}) } : {};
    await insertEvent(tx, businessId, id, type, { ...data, ...ofPart(part), ...several }, now);
  }
}

/** Whether a checkout asks for several invoices together. */
export const isCombined = ({ pays }: Pick<CheckoutRow, 'pays'>): boolean => pays === 'several';
