import type { Money } from '../../../shared/money/money.ts';
import { money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { insertEvent, lockInvoices } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import type { AskedFor, CheckoutRow } from './checkout.store.ts';
import { findCheckoutById, listParts } from './checkout.store.ts';

/** An invoice that is paid, and how much of it. */
export interface Part {
  invoice: StoredInvoice;
  amount: Money;
}

/** What a checkout asks for: one invoice, or several by their numbers. */
export type Parts = readonly [Part, ...Part[]];

/**
 * Locks the invoices that a checkout asks for, by their numbers; the checkout is locked after them.
 * @returns them as they are stored now; undefined where one is gone
 */
export async function lockCovered(tx: Transaction, asked: AskedFor): Promise<Parts | undefined> {
  const wanted = await listParts(tx, asked);
  const ids = wanted.map(({ invoiceId }) => invoiceId);
  const locked = await lockInvoices(tx, asked.businessId, ids);
  const parts = wanted.flatMap(({ invoiceId, amount }) => {
    const invoice = locked.get(invoiceId);
    return invoice ? [{ invoice, amount: money(amount, asked.currency) }] : [];
  });
  const [first, ...others] = parts;
  return first && parts.length === wanted.length ? [first, ...others] : undefined;
}

/** Locks the invoices that an online payment was made for. @param payment as it was read, not locked */
export async function lockPaid(
  tx: Transaction,
  { businessId, invoiceId, checkoutId, amount, currency }: PaymentRow,
): Promise<Parts | undefined> {
  if (invoiceId !== null) {
    const invoice = (await lockInvoices(tx, businessId, [invoiceId])).get(invoiceId);
    return invoice && [{ invoice, amount: money(amount, currency) }];
  }
  const checkout =
    checkoutId === null ? undefined : await findCheckoutById(tx, businessId, checkoutId);
  return checkout && lockCovered(tx, checkout);
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
