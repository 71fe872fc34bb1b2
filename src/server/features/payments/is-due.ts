import { businessDay } from '../../../shared/dates/calendar-date.ts';
import type { Pays } from '../../../shared/payments/payable-amount.ts';
import { stillFits } from '../../../shared/payments/payable-amount.ts';
import type { Transaction } from '../../db/database.ts';
import { isSuspended } from '../businesses/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { holdPayers } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import type { Part, Parts } from './covered-invoices.ts';

/** What decides about the amounts that customers of a business may pay online. */
export const payTerms = (profile: ProfileRow | undefined, now: Date) => ({
  today: businessDay(now, profile),
  allowPartialPayments: profile?.allowPartialPayments ?? false,
});

/**
 * Whether a checkout still asks for what may be paid of invoices that can be paid: of several each, and
 * all of one customer. Nothing is taken any more for an account that is suspended.
 * @param parts locked, as they are stored now
 */
export async function isDue(
  tx: Transaction,
  parts: Parts,
  { pays }: Pick<CheckoutRow, 'pays'>,
  now: Date,
): Promise<boolean> {
  const { businessId } = parts[0].invoice;
  if (!parts.every(({ invoice }) => isOpen(invoice))) return false;
  if (await isSuspended(tx, businessId)) return false;
  const fits = (terms: ReturnType<typeof payTerms>, each: Pays) =>
    parts.every(({ invoice, amount }) => stillFits(invoice, { ...amount, pays: each }, terms));
  // The balance needs no terms: most checkouts ask for it.
  if (pays === 'balance') return fits(NO_TERMS, pays);
  if (pays === 'several') {
    return fits(NO_TERMS, 'balance') && (await areOfOneCustomer(tx, businessId, parts));
  }
  return fits(payTerms(await findProfile(tx, businessId), now), pays);
}

const NO_TERMS = { today: '', allowPartialPayments: false };

const isOpen = ({ status, deletedAt }: StoredInvoice): boolean =>
  !deletedAt && status !== 'paid' && status !== 'draft';

/** Whether the customers of some invoices are one, and stay so until the transaction ends. */
export async function areOfOneCustomer(
  tx: Transaction,
  businessId: string,
  parts: readonly [Pick<Part, 'invoice'>, ...Pick<Part, 'invoice'>[]],
): Promise<boolean> {
  const locked = new Map(parts.map(({ invoice }) => [invoice.id, invoice]));
  const { customerId } = parts[0].invoice;
  const payers = await holdPayers(tx, businessId, customerId, locked, [...locked.keys()]);
  return parts.every(({ invoice }) => payers.has(invoice.customerId));
}
