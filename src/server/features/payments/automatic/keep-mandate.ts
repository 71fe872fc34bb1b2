import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import type { Transaction } from '../../../db/database.ts';
import type { SavedCard } from '../../../platform/payment-providers/payment-provider.ts';
import type { StoredInvoice } from '../../invoices/index.ts';
import { insertEvent } from '../../invoices/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { cardColumns, endMandate, insertMandate, lockMandate } from './mandate.store.ts';

/**
 * Keeps what a customer agreed to with a payment that has just come, in its transaction. It takes the
 * place of an agreement of before.
 */
export async function keepMandate(
  tx: Transaction,
  { businessId, id: invoiceId, customerId }: StoredInvoice,
  { account, agreement }: CheckoutRow,
  card: SavedCard,
  now: Date,
): Promise<void> {
  if (!agreement) return;
  const before = await lockMandate(tx, businessId, customerId);
  if (before) await endMandate(tx, before, 'replaced', now, card.method);
  await insertMandate(tx, {
    businessId,
    customerId,
    account,
    ...cardColumns(card),
    agreement,
    agreedAt: new Date(agreement.agreedAt),
    createdAt: now,
  });
  const data = { card: formatSavedCard(card) };
  await insertEvent(tx, businessId, invoiceId, 'payment.agreed', data, now);
}
