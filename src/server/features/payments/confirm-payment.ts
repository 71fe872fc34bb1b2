import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { PaymentConfirmation } from '../../../shared/payments/payment.contract.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { isReceiptOut } from '../emails/index.ts';
import { readInvoice, resolvePublicInvoice } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import { findNewestPayment } from '../ledger/index.ts';
import { findProfile } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { findNewestCheckout, listUndecided } from './checkout.store.ts';
import { sendsItsOwnReceipt } from './receipts.ts';
import { settle } from './settle.ts';
import { throttleByKey } from './throttle-by-key.ts';

/** Has a provider asked what came of a checkout, by its key; whoever asks meanwhile shares the answer. */
export const askInTurn = throttleByKey<CheckoutRow['status']>();

/**
 * What a customer's return page asks: the server asks the provider about each checkout that is not
 * decided, and tells what came of it. Opening the page makes nothing paid (decision 2).
 * @throws AppError NOT_FOUND
 */
export async function confirmPayment(
  services: Services,
  id: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<PaymentConfirmation> {
  const { db } = services;
  const { businessId, invoice: before } = await resolvePublicInvoice(services, id, viewer, {
    whileSuspended: true,
  });
  let silent = false;
  for (const row of await listUndecided(db.orm, businessId, before.id)) {
    try {
      await askInTurn(row.key, () => settle(services, row));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.warn({ err: error, checkout: row.id }, 'a checkout could not be read');
      silent = true;
    }
  }
  const invoice = await readInvoice(db.orm, businessId, before.id, services.clock.now());
  const profile = await findProfile(db.orm, businessId);
  const newest = await findNewestCheckout(db.orm, businessId, invoice.id);
  const payment = await findNewestPayment(db.orm, businessId, invoice.id);
  const undecided = await listUndecided(db.orm, businessId, invoice.id);
  const isBeingConfirmed = undecided.some(({ status }) => status !== 'open');
  const state = confirmationState(invoice, newest?.status, payment, silent || isBeingConfirmed);
  const came = state === 'paid' || state === 'review' || state === 'refunded';
  return {
    state,
    invoiceNumber: invoice.invoiceNumber,
    businessName: profile?.businessName ?? '',
    amount: came ? (amountFor(invoice, payment) ?? invoice.total) : invoice.amountDue,
    currency: (came && payment?.currency) || invoice.currency,
    dueDate: invoice.dueDate,
    amountDue: invoice.amountDue,
    nextDueDate: invoice.nextDueDate,
    paidDate: came ? (payment?.paymentDate ?? null) : null,
    method: came ? (payment?.methodDetail ?? null) : null,
    alreadyPaid: state === 'paid' && newest?.status === 'expired',
    receiptEmailed:
      state === 'paid' &&
      payment !== undefined &&
      (await isReceiptEmailed(services, businessId, invoice, payment, newest?.livemode === true)),
  };
}

/** Of a payment for several invoices, what was asked for this one. */
const amountFor = ({ payments }: InvoiceDetail, payment: PaymentRow | undefined) =>
  payments.find(({ id }) => id === payment?.id)?.partAmount ?? payment?.amount;

/** By the provider, or by a mail server of ours; what the outbox keeps goes nowhere. */
async function isReceiptEmailed(
  { db, mailer }: Services,
  businessId: string,
  { customer }: InvoiceDetail,
  payment: PaymentRow,
  livemode: boolean,
): Promise<boolean> {
  if (sendsItsOwnReceipt(payment.provider, livemode)) return customer.email !== null;
  return mailer.kind === 'smtp' && isReceiptOut(db.orm, businessId, payment.id);
}

function confirmationState(
  invoice: InvoiceDetail,
  newest: string | undefined,
  payment: PaymentRow | undefined,
  isBeingConfirmed: boolean,
): PaymentConfirmation['state'] {
  if (invoice.settledBy === 'refund') return 'refunded';
  // What was written off or credited is settled, and nobody has paid it.
  const isPaid = invoice.settledBy === 'payment' || payment !== undefined;
  if (invoice.status === 'paid' && isPaid) return 'paid';
  if (newest === 'paid' || newest === 'review') {
    if (payment?.status === 'completed') return 'paid';
    if (payment?.status === 'review') return 'review';
    if (payment?.status === 'refunded') return 'refunded';
  }
  if (isBeingConfirmed) return 'confirming';
  return newest === 'failed' ? 'failed' : 'unpaid';
}
