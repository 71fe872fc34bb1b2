import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { isSuspended } from '../businesses/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';

/**
 * Whether a checkout asks for exactly what is due on an invoice that can be paid; nothing is taken
 * any more for an account that is suspended.
 * @param invoice locked, as it is stored now
 */
export async function isDue(
  tx: Transaction,
  invoice: StoredInvoice,
  asked: Money,
): Promise<boolean> {
  const { businessId, status, deletedAt, currency, amountDue } = invoice;
  if (deletedAt || status === 'paid' || status === 'draft') return false;
  if (await isSuspended(tx, businessId)) return false;
  return currency === asked.currency && compareMoney(money(amountDue, currency), asked) === 0;
}
