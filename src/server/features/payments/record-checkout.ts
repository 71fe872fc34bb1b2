import { and, eq, sql } from 'drizzle-orm';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { payments, providerEvents, refunds } from '../../db/tables/payments.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  Checkout,
  ProviderPayment,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import {
  agreeWithPayments,
  bringBack,
  findPublicId,
  insertEvent,
  lockInvoice,
} from '../invoices/index.ts';
import { findProfile, hasActiveWebhook } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { clearPaymentUrl, lockCheckout, noteOnInvoice, updateCheckout } from './checkout.store.ts';
import { sendReceipt } from './receipts.ts';

/** The delivery that made the server look; its effect is had once. */
export interface Trigger {
  eventId: string;
  type: string;
}

type RecordServices = Pick<Services, 'db' | 'clock'>;
type PaymentRow = typeof payments.$inferSelect;

interface Ledger {
  tx: Transaction;
  invoice: StoredInvoice;
  row: CheckoutRow;
  checkout: Checkout;
  now: Date;
  /** What has come by this reading. */
  received?: PaymentRow | undefined;
}

const DAY_MS = 86_400_000;

/**
 * Writes what the provider has just said of a checkout: one transaction, under the invoice's lock.
 * Saying it again changes nothing.
 * @returns the checkout's status as it now stands
 */
export async function recordCheckout(
  { db, clock }: RecordServices,
  { userId, id, invoiceId }: Pick<CheckoutRow, 'userId' | 'id' | 'invoiceId'>,
  checkout: Checkout,
  trigger?: Trigger,
): Promise<CheckoutRow['status']> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = await lockInvoice(tx, userId, invoiceId);
    const row = await lockCheckout(tx, userId, id);
    if (!invoice || !row) throw new Error('the checkout is gone');
    if (trigger && !(await isFirstDelivery(tx, row, trigger, now))) return row.status;
    const ledger: Ledger = { tx, invoice, row, checkout, now };
    const status = await record(ledger);
    await agreeWithPayments(tx, invoice, now);
    if (ledger.received) await sendReceipt(tx, ledger.received, now);
    return status;
  });
}

async function isFirstDelivery(
  tx: Transaction,
  { userId, provider }: CheckoutRow,
  { eventId, type }: Trigger,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(providerEvents)
    .values({ userId, provider, eventId, type, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: providerEvents.eventId });
  return inserted.length > 0;
}

async function record(ledger: Ledger): Promise<CheckoutRow['status']> {
  const { tx, row, checkout, now } = ledger;
  const { payment, state } = checkout;
  // A payment that is named may still be on its way, or refused: only the state says that it came.
  if (state === 'paid') {
    if (!payment) throw new ProviderError('unavailable', 'A paid checkout names no payment.');
    return recordPayment(ledger, payment);
  }
  // What is decided stays decided, whatever an older reading says.
  if (row.status === 'paid' || row.status === 'review') return row.status;
  switch (state) {
    case 'open':
    case 'approved':
      if (row.status !== 'open') return row.status;
      await updateCheckout(tx, row, { url: checkout.url, updatedAt: now });
      return row.status;
    case 'expired':
      return conclude(ledger, 'expired');
    case 'failed':
      if (row.status !== 'failed') await tell(ledger, 'payment.failed', { amount: row.amount });
      return conclude(ledger, 'failed');
    default:
      if (row.status !== 'processing') {
        await tell(ledger, 'payment.processing', { amount: row.amount });
      }
      await clearPaymentUrl(tx, row);
      await updateCheckout(tx, row, { status: 'processing', url: null, updatedAt: now });
      return 'processing';
  }
}

async function conclude(
  { tx, row, now }: Ledger,
  status: 'expired' | 'failed',
): Promise<CheckoutRow['status']> {
  await clearPaymentUrl(tx, row);
  await updateCheckout(tx, row, { status, url: null, nextCheckAt: null, updatedAt: now });
  return status;
}

function tell(
  { tx, row, now }: Ledger,
  type: Parameters<typeof insertEvent>[3],
  data: Record<string, unknown>,
): Promise<void> {
  const { userId, invoiceId, provider } = row;
  return insertEvent(tx, userId, invoiceId, type, { provider, ...data }, now);
}

/** What does not fit, in words for the owner; undefined when the payment is what was asked for. */
async function mismatch(
  { tx, row, checkout }: Ledger,
  payment: ProviderPayment,
): Promise<string | undefined> {
  if (payment.currency !== row.currency) {
    return `Paid in ${payment.currency} instead of ${row.currency}.`;
  }
  if (payment.amount !== row.amount) return `Paid ${payment.amount} instead of ${row.amount}.`;
  if (checkout.livemode !== row.livemode) return 'Paid in another mode (test or live).';
  if (checkout.reference !== (await findPublicId(tx, row.userId, row.invoiceId))) {
    return 'The payment names another invoice.';
  }
  return undefined;
}

async function recordPayment(
  ledger: Ledger,
  payment: ProviderPayment,
): Promise<CheckoutRow['status']> {
  const { tx, row, now } = ledger;
  const { userId, provider } = row;
  const [known] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.provider, provider),
        eq(payments.providerPaymentId, payment.id),
      ),
    );
  if (known && looksOld(ledger, known, payment)) {
    await updateCheckout(tx, row, { nextCheckAt: new Date(now.getTime() + LOOK_AGAIN_MS) });
    return row.status;
  }
  const problem = known ? undefined : await mismatch(ledger, payment);
  if (known) {
    await followPayment(ledger, known, payment);
  } else {
    // Money is not to lie where nobody sees it.
    if (ledger.invoice.deletedAt) await bringBack(tx, ledger.invoice, now);
    await insertOnlinePayment(ledger, payment, problem);
  }
  const inReview = problem !== undefined || known?.status === 'review';
  const status = inReview ? 'review' : 'paid';
  await noteOnInvoice(tx, row, {
    paymentUrl: null,
    ...(provider === 'stripe' && !inReview ? { stripePaymentIntentId: payment.id } : {}),
  });
  await updateCheckout(tx, row, {
    status,
    url: null,
    nextCheckAt: await nextLook(tx, row, now),
    updatedAt: now,
  });
  return status;
}

const SETTLING_MS = 60_000;
const LOOK_AGAIN_MS = 90_000;

/**
 * Whether a reading goes back behind what was written a moment ago: two readings may be written in
 * another order than they were made in. A refund that really failed shows again at the next look.
 */
function looksOld({ row, now }: Ledger, known: PaymentRow, payment: ProviderPayment): boolean {
  if (now.getTime() - row.updatedAt.getTime() > SETTLING_MS) return false;
  const lessGone = hundredths(payment.refunded) < hundredths(known.refundedAmount);
  const decided = known.dispute === 'won' || known.dispute === 'lost';
  const undecided = payment.dispute === 'open' || payment.dispute === 'none';
  return (
    lessGone || (decided && undecided) || (known.dispute === 'open' && payment.dispute === 'none')
  );
}

/** Disputes may be opened so long after a payment. */
const WATCHED_DAYS = 120;
/** Events tell of refunds and disputes; a few looks find what an outage has lost. */
const LOOKS_BESIDE_EVENTS = [1, 4, 15, 60, WATCHED_DAYS];

/** When a paid checkout is read again: each day where no event comes, else a few times. */
async function nextLook(tx: Transaction, row: CheckoutRow, now: Date): Promise<Date | null> {
  const age = (now.getTime() - row.createdAt.getTime()) / DAY_MS;
  if (age > WATCHED_DAYS) return null;
  if (!(await hasActiveWebhook(tx, row.userId, row.provider))) {
    return new Date(now.getTime() + DAY_MS);
  }
  const day = LOOKS_BESIDE_EVENTS.find((look) => look > age);
  return day === undefined ? null : new Date(row.createdAt.getTime() + day * DAY_MS);
}

async function insertOnlinePayment(
  ledger: Ledger,
  payment: ProviderPayment,
  problem: string | undefined,
): Promise<void> {
  const { tx, row, now } = ledger;
  const { userId, invoiceId, provider } = row;
  const profile = await findProfile(tx, userId);
  const paymentDate = dateInZone(payment.paidAt, profile?.timeZone ?? 'UTC');
  const isStripe = provider === 'stripe';
  const [inserted] = await tx
    .insert(payments)
    .values({
      userId,
      invoiceId,
      checkoutId: row.id,
      amount: payment.amount,
      currency: payment.currency,
      paymentDate,
      paymentMethod: payment.kind,
      provider,
      providerPaymentId: payment.id,
      stripePaymentIntentId: isStripe ? payment.id : null,
      stripeChargeId: payment.chargeId,
      methodDetail: payment.method,
      receiptUrl: payment.receiptUrl,
      refundedAmount: payment.refunded,
      dispute: payment.dispute,
      status: problem === undefined ? statusOf(payment) : 'review',
      notes: problem ?? null,
      createdAt: now,
    })
    .returning();
  const { amount, method } = payment;
  if (problem !== undefined) {
    await tell(ledger, 'payment.review', { amount, expected: row.amount, reason: problem });
  } else {
    await tell(ledger, 'payment.received', { amount, method, paymentDate });
    ledger.received = inserted;
  }
}

function statusOf(payment: ProviderPayment): PaymentRow['status'] {
  if (payment.dispute === 'lost') return 'reversed';
  return payment.refunded === payment.amount ? 'refunded' : 'completed';
}

/** Refunds and disputes of a payment that is known. */
async function followPayment(
  ledger: Ledger,
  known: PaymentRow,
  payment: ProviderPayment,
): Promise<void> {
  const { tx } = ledger;
  const change = hundredths(payment.refunded) - hundredths(known.refundedAmount);
  if (change > 0n) {
    await tell(ledger, 'payment.refunded', { amount: toDecimal(change), paymentId: known.id });
  } else if (change < 0n) {
    await endFailedRefund(tx, known, toDecimal(-change));
    await tell(ledger, 'payment.refund_failed', {
      amount: toDecimal(-change),
      paymentId: known.id,
    });
  }
  if (payment.dispute !== known.dispute) {
    const over = payment.dispute === 'won' || payment.dispute === 'lost';
    await tell(ledger, over ? 'payment.dispute_closed' : 'payment.disputed', {
      amount: payment.amount,
      outcome: payment.dispute,
    });
  }
  await tx
    .update(payments)
    .set({
      refundedAmount: payment.refunded,
      dispute: payment.dispute,
      receiptUrl: payment.receiptUrl,
      status: known.status === 'review' ? reviewStatus(payment) : statusOf(payment),
    })
    .where(and(eq(payments.userId, known.userId), eq(payments.id, known.id)));
}

/** The provider could not give it back after all: the newest refund of that amount has failed. */
async function endFailedRefund(tx: Transaction, known: PaymentRow, amount: Decimal) {
  await tx.execute(sql`
    update ${refunds} set status = 'failed', reason = 'The provider could not give it back.'
    where user_id = ${known.userId} and id = (
      select id from ${refunds} where user_id = ${known.userId} and payment_id = ${known.id}
        and status = 'succeeded' and amount = ${amount} order by id desc limit 1)`);
}

/** What awaits a look goes on waiting, until it has gone back whole. */
function reviewStatus(payment: ProviderPayment): PaymentRow['status'] {
  const status = statusOf(payment);
  return status === 'completed' ? 'review' : status;
}
