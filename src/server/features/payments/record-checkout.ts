import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Checkout } from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { noteEffect } from '../../platform/payment-providers/provider-events.store.ts';
import { releaseEmails } from '../emails/index.ts';
import { changeAccount, clearPaymentUrl, scheduleCheckoutRecheck } from '../invoices/index.ts';
import type { PaymentRow } from '../ledger/index.ts';
import { proveSender } from '../senders/index.ts';
import { followCharge } from './automatic/follow-charge.ts';
import { keepMandate } from './automatic/keep-mandate.ts';
import type { AskedFor, CheckoutRow } from './checkout.store.ts';
import { updateCheckout } from './checkout.store.ts';
import { coveredIds, openCovered } from './covered-invoices.ts';
import { tellOverpayment } from './overpayment.ts';
import { sendReceipt } from './receipts.ts';
import type { Reading } from './record-payment.ts';
import { recordEvent, recordPayment } from './record-payment.ts';

/** The delivery that made the server look; its effect is had once. */
export interface Trigger {
  eventId: string;
  type: string;
}

type RecordServices = Pick<Services, 'db' | 'clock'>;
/** Longer than a provider is waited for. */
const CAPTURE_MS = 60_000;
const LATE_CAPTURE_MS = 10 * 60_000;

/**
 * Writes what the provider has just said of a checkout: one transaction, under the locks of its invoices.
 * Saying it again changes nothing.
 * @returns the checkout's status as it now stands
 */
export async function recordCheckout(
  { db, clock }: RecordServices,
  asked: AskedFor,
  checkout: Checkout,
  trigger?: Trigger,
): Promise<CheckoutRow['status']> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { businessId } = asked;
    const covered = await openCovered(tx, asked);
    if (!covered?.checkout) throw new Error('the checkout is gone');
    const { parts, account, checkout: row } = covered;
    const delivery = trigger && { businessId, provider: row.provider, ...trigger };
    if (delivery && !(await noteEffect(tx, delivery, now))) return row.status;
    const { result, balances } = await changeAccount(tx, account, now, async (ledger) => {
      const reading: Reading = { tx, ledger, parts, row, checkout, now };
      return { status: await record(reading), received: reading.received };
    });
    await followCharge(tx, row, { status: result.status, decline: checkout.decline }, now);
    if (result.received) {
      const { savedCard } = checkout;
      if (savedCard && result.status === 'paid')
        await keepMandate(tx, parts[0].invoice, row, savedCard, now);
      await tellOverpayment(tx, parts, balances, result.received, now);
      await sendReceipt(tx, result.received, row, parts, now);
      await proveByPayment(tx, row, result.received, now);
    }
    return result.status;
  });
}

/** Somebody has paid this business real money: it may write to more than a few new recipients. */
async function proveByPayment(
  tx: Transaction,
  row: CheckoutRow,
  received: PaymentRow,
  now: Date,
): Promise<void> {
  if (!row.livemode || received.status !== 'completed') return;
  if (await proveSender(tx, row.businessId, 'payment', now))
    await releaseEmails(tx, row.businessId, now);
}

async function record(reading: Reading): Promise<CheckoutRow['status']> {
  const { tx, row, checkout, now } = reading;
  const { payment, state } = checkout;
  // A payment that is named may still be on its way, or refused: only the state says that it came.
  if (state === 'paid') {
    if (!payment) throw new ProviderError('unavailable', 'A paid checkout names no payment.');
    return recordPayment(reading, payment);
  }
  // What is decided stays decided, whatever an older reading says.
  if (row.status === 'paid' || row.status === 'review') return row.status;
  switch (state) {
    case 'open':
    case 'approved':
      if (row.status !== 'open' && !isLeftBehind(reading)) return row.status;
      await updateCheckout(tx, row, { status: 'open', url: checkout.url, updatedAt: now });
      return 'open';
    case 'expired':
      return conclude(reading, 'expired');
    case 'failed':
      // Of a saved card more is known, and told.
      if (row.status !== 'failed' && row.mandateId === null)
        await recordEvent(reading, 'payment.failed', { amount: row.amount });
      return conclude(reading, 'failed');
    default:
      if (row.status !== 'processing') {
        await recordEvent(reading, 'payment.processing', { amount: row.amount });
      }
      await clearPaymentUrl(tx, row);
      await updateCheckout(tx, row, { status: 'processing', url: null, updatedAt: now });
      // As with what is paid: what else could still be paid is looked at next.
      if (row.status !== 'processing')
        await scheduleCheckoutRecheck(tx, row.businessId, coveredIds(reading.parts), now);
      return 'processing';
  }
}

/** Claimed by a server that died after the payer's way to pay was declined. */
function isLeftBehind({ row, checkout, now }: Reading): boolean {
  return (
    row.status === 'capturing' &&
    checkout.state === 'open' &&
    now.getTime() - row.updatedAt.getTime() >= CAPTURE_MS
  );
}

async function conclude(
  { tx, row, now }: Reading,
  status: 'expired' | 'failed',
): Promise<CheckoutRow['status']> {
  await clearPaymentUrl(tx, row);
  // A capture whose answer was lost may still arrive at the provider.
  const nextCheckAt =
    row.status === 'capturing' && row.mandateId === null
      ? new Date(now.getTime() + LATE_CAPTURE_MS)
      : null;
  await updateCheckout(tx, row, { status, url: null, nextCheckAt, updatedAt: now });
  return status;
}
