import { and, eq, inArray } from 'drizzle-orm';
import { notFound } from '../../../../shared/errors/app-error.ts';
import type { PaymentConfirmation } from '../../../../shared/payments/payment.contract.ts';
import type { Queryable } from '../../../db/database.ts';
import { invoices } from '../../../db/tables/invoices.table.ts';
import type { Services } from '../../../platform/http/services.ts';
import { ProviderError } from '../../../platform/payment-providers/payment-provider.ts';
import type { PaymentRow } from '../../ledger/index.ts';
import { findPaymentOfCheckout } from '../../ledger/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { findCheckoutByKey, listParts } from '../checkout.store.ts';
import { askInTurn } from '../confirm-payment.ts';
import { settle } from '../settle.ts';

export interface CombinedConfirmation extends Pick<PaymentConfirmation, 'amount' | 'currency'> {
  /** As of a payment of one invoice; one that was given back whole, or lost, pays nothing: 'unpaid'. */
  state: Exclude<PaymentConfirmation['state'], 'refunded'>;
}

interface Asked {
  businessId: string;
  /** The records of the customer who asks. */
  customerIds: readonly number[];
  /** What the payment's own address says. */
  key: string;
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNDECIDED = new Set<CheckoutRow['status']>(['open', 'capturing', 'processing']);

/**
 * What came of a payment that its customer comes back from: its provider is asked while that is not
 * decided, at most a few times a second whoever asks. Opening the page makes nothing paid (decision 2).
 * @throws AppError NOT_FOUND of an unknown key, another business's, or another customer's
 */
export async function confirmCombinedPayment(
  services: Services,
  { businessId, customerIds, key }: Asked,
): Promise<CombinedConfirmation> {
  const { orm } = services.db;
  const find = () => findCheckoutByKey(orm, businessId, key);
  const found = KEY.test(key) ? await find() : undefined;
  if (!found) throw notFound('Payment');
  const payers = await listPayers(orm, found);
  // One of them may have been given to another customer since; the key is known to the payer alone.
  if (!payers.some((id) => customerIds.includes(id))) throw notFound('Payment');
  let silent = false;
  if (UNDECIDED.has(found.status)) {
    try {
      await askInTurn(key, () => settle(services, found));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.warn({ err: error, checkout: found.id }, 'a checkout could not be read');
      silent = true;
    }
  }
  const row = (await find()) ?? found;
  const payment = await findPaymentOfCheckout(orm, businessId, row.id);
  const { amount, currency } = payment ?? row;
  return { state: combinedState(row, payment, silent), amount, currency };
}

/** Who asked for a checkout, and whose invoices it asks for. */
async function listPayers(db: Queryable, row: CheckoutRow): Promise<number[]> {
  const ids = (await listParts(db, row)).map(({ invoiceId }) => invoiceId);
  const found = await db
    .select({ customerId: invoices.customerId })
    .from(invoices)
    .where(and(eq(invoices.businessId, row.businessId), inArray(invoices.id, ids)));
  const payers = found.map(({ customerId }) => customerId);
  return row.payerId === null ? payers : [row.payerId, ...payers];
}

function combinedState(
  { status }: CheckoutRow,
  payment: PaymentRow | undefined,
  silent: boolean,
): CombinedConfirmation['state'] {
  if (payment?.status === 'completed') return 'paid';
  if (payment) return payment.status === 'review' ? 'review' : 'unpaid';
  if (silent || status === 'capturing' || status === 'processing') return 'confirming';
  return status === 'failed' ? 'failed' : 'unpaid';
}
