import { businessDay } from '../../../shared/dates/calendar-date.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { Pays } from '../../../shared/payments/payable-amount.ts';
import { stillFits } from '../../../shared/payments/payable-amount.ts';
import type { Transaction } from '../../db/database.ts';
import { isSuspended } from '../businesses/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';

/** What decides about the amounts that customers of a business may pay online. */
export const payTerms = (profile: ProfileRow | undefined, now: Date) => ({
  today: businessDay(now, profile),
  allowPartialPayments: profile?.allowPartialPayments ?? false,
});

/**
 * Whether a checkout still asks for what may be paid of an invoice that can be paid; nothing is taken
 * any more for an account that is suspended.
 * @param invoice locked, as it is stored now
 */
export async function isDue(
  tx: Transaction,
  invoice: StoredInvoice,
  asked: Money & { pays: Pays },
  now: Date,
): Promise<boolean> {
  const { businessId, status, deletedAt } = invoice;
  if (deletedAt || status === 'paid' || status === 'draft') return false;
  if (await isSuspended(tx, businessId)) return false;
  const { amount, currency, pays } = asked;
  // The balance needs no terms: most checkouts ask for it.
  const terms =
    pays === 'balance'
      ? { today: '', allowPartialPayments: false }
      : payTerms(await findProfile(tx, businessId), now);
  return stillFits(invoice, { amount, currency, pays }, terms);
}
