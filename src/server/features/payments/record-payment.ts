import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { DEFAULT_TIME_ZONE, dateInZone } from '../../../shared/dates/calendar-date.ts';
import {
  compareMoney,
  fromMinorUnits,
  isSameAmount,
  minorUnits,
  money,
  subtractMoney,
} from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { invoices } from '../../db/tables/invoices.table.ts';
import { businessProfiles, webhookEndpoints } from '../../db/tables/profile.table.ts';
import { publicDocuments } from '../../db/tables/public-documents.table.ts';
import type {
  Checkout,
  ProviderPayment,
} from '../../platform/payment-providers/payment-provider.ts';
import type { insertEvent } from '../invoices/index.ts';
import { restorePaidInvoice, setPaymentReference } from '../invoices/index.ts';
import type { OpenLedger, PaymentRow } from '../ledger/index.ts';
import { endFailedRefunds, knownPayment } from '../ledger/index.ts';
import { isEndpointActive } from '../profile/index.ts';
import { lockOpenCharge } from './automatic/mandate.store.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { updateCheckout } from './checkout.store.ts';
import { describeInvoices } from './combined/describe-invoices.ts';
import { dividePayment, findPayer } from './combined/divide-payment.ts';
import type { Part, Parts } from './covered-invoices.ts';
import { isCombined, tellEach } from './covered-invoices.ts';

/** What a provider says of a checkout, while it is written under the locks of its invoices. */
export interface Reading {
  tx: Transaction;
  /** Of the invoices' payments. */
  ledger: OpenLedger;
  /** What the checkout asks for. */
  parts: Parts;
  row: CheckoutRow;
  checkout: Checkout;
  now: Date;
  /** The payment that became known by this reading and counts. */
  received?: PaymentRow | undefined;
}

const DAY_MS = 86_400_000;

/** An entry of each invoice's history, about the reading's provider and in its checkout's currency. */
export function recordEvent(
  { tx, row, parts, now }: Reading,
  type: Parameters<typeof insertEvent>[3],
  data: Record<string, unknown>,
  ofPart?: (part: Part) => Record<string, unknown>,
): Promise<void> {
  const { provider, currency } = row;
  return tellEach(tx, parts, type, { provider, currency, ...data }, now, ofPart);
}

/**
 * Writes a payment as its provider has it now: once, with what was given back of it and what is
 * disputed. What it comes to is the same, whatever was known of it before.
 * @returns the checkout's status as it now stands
 */
export async function recordPayment(
  reading: Reading,
  payment: ProviderPayment,
): Promise<CheckoutRow['status']> {
  const { tx, row, parts, now } = reading;
  const { provider } = row;
  const surroundings = await findSurroundings(reading, payment.id);
  const { before } = surroundings;
  if (before && isOlderThanWritten(reading, before, payment)) {
    await updateCheckout(tx, row, { nextCheckAt: new Date(now.getTime() + LOOK_AGAIN_MS) });
    return row.status;
  }
  const problem = before ? undefined : findProblem(reading, payment, surroundings);
  // Money is not to lie where nobody sees it: what is paid for comes back, as it would by itself.
  for (const { invoice } of before ? [] : parts) {
    const { deletedAt } = invoice;
    if (deletedAt) await restorePaidInvoice(tx, { ...invoice, deletedAt }, now, reading.ledger);
  }
  // What awaits a look goes on waiting, whatever becomes of it meanwhile, until its owner takes it.
  const inReview = before
    ? row.status === 'review' && before.status !== 'completed'
    : problem !== undefined;
  const status = inReview ? 'review' : 'paid';
  // First what needs no payment: its insert locks the owner's sums until the commit, and with them
  // every other payment of this owner.
  for (const { invoice } of parts) {
    await setPaymentReference(tx, invoice, {
      paymentUrl: null,
      ...(provider === 'stripe' && !inReview ? { stripePaymentIntentId: payment.id } : {}),
    });
  }
  await updateCheckout(tx, row, {
    status,
    url: null,
    nextCheckAt: nextLook(row, surroundings, now),
    updatedAt: now,
  });
  const known = before ?? (await insertOnlinePayment(reading, payment, problem, surroundings));
  const after = await followPayment(reading, known, payment, inReview);
  if (isCombined(row)) await dividePayment(tx, reading.ledger, parts, known, before);
  if (!before && !inReview) reading.received = after;
  return status;
}

interface Surroundings {
  /** The payment, where it is known already. */
  before: PaymentRow | undefined;
  publicId: string | null;
  timeZone: string;
  /** Whether the provider tells of payments by itself. */
  hasWebhook: boolean;
}

/** What is known of a payment, and what it is measured against besides its checkout. */
async function findSurroundings(
  { tx, row }: Reading,
  providerPaymentId: string,
): Promise<Surroundings> {
  const { businessId, invoiceId, provider } = row;
  const known = knownPayment(tx, businessId, provider, providerPaymentId);
  const [found] = await tx
    .select({
      publicId: publicDocuments.publicId,
      timeZone: businessProfiles.timeZone,
      endpoint: webhookEndpoints,
      before: known._.selectedFields,
    })
    .from(invoices)
    .leftJoin(known, eq(known.businessId, businessId))
    .leftJoin(
      publicDocuments,
      and(eq(publicDocuments.businessId, businessId), eq(publicDocuments.invoiceId, invoices.id)),
    )
    .leftJoin(businessProfiles, eq(businessProfiles.businessId, businessId))
    .leftJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.businessId, businessId), eq(webhookEndpoints.provider, provider)),
    )
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)));
  return {
    before: found?.before ?? undefined,
    publicId: found?.publicId ?? null,
    timeZone: found?.timeZone ?? DEFAULT_TIME_ZONE,
    hasWebhook: isEndpointActive(found?.endpoint ?? undefined),
  };
}

/** What does not fit, in words for the owner; undefined when the payment is what was asked for. */
function findProblem(...given: Parameters<typeof mismatch>): string | undefined {
  const [{ row, parts }] = given;
  const problem = mismatch(...given);
  if (problem === undefined || !isCombined(row)) return problem;
  return `${problem} ${describeInvoices(parts.map(({ invoice }) => invoice.invoiceNumber))}.`;
}

function mismatch(
  { row, checkout, parts }: Reading,
  payment: ProviderPayment,
  { publicId }: Surroundings,
): string | undefined {
  if (payment.currency !== row.currency) {
    return `Paid in ${payment.currency} instead of ${row.currency}.`;
  }
  if (compareMoney(payment, row) !== 0) return `Paid ${payment.amount} instead of ${row.amount}.`;
  const other = parts.find(({ invoice }) => invoice.currency !== payment.currency)?.invoice;
  if (other) {
    const which = isCombined(row) ? other.invoiceNumber : 'the invoice';
    return `Paid in ${payment.currency}, but ${which} is now in ${other.currency}.`;
  }
  if (checkout.livemode !== row.livemode) return 'Paid in another mode (test or live).';
  if (isCombined(row)) {
    if (checkout.reference !== row.key) return 'The payment names another checkout.';
  } else if (checkout.reference !== publicId) return 'The payment names another invoice.';
  return undefined;
}

const SETTLING_MS = 60_000;
const LOOK_AGAIN_MS = 90_000;

/**
 * Whether a reading goes back behind what was written a moment ago: two readings may be written in
 * another order than they were made in. A refund that really failed shows again at the next look.
 */
function isOlderThanWritten(
  { row, now }: Reading,
  known: PaymentRow,
  payment: ProviderPayment,
): boolean {
  if (now.getTime() - row.updatedAt.getTime() > SETTLING_MS) return false;
  const lessGone = refundedSince(known, payment) < 0n;
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
function nextLook(row: CheckoutRow, { hasWebhook }: Surroundings, now: Date): Date | null {
  const age = (now.getTime() - row.createdAt.getTime()) / DAY_MS;
  if (age > WATCHED_DAYS) return null;
  if (!hasWebhook) return new Date(now.getTime() + DAY_MS);
  const day = LOOKS_BESIDE_EVENTS.find((look) => look > age);
  return day === undefined ? null : new Date(row.createdAt.getTime() + day * DAY_MS);
}

async function insertOnlinePayment(
  reading: Reading,
  payment: ProviderPayment,
  problem: string | undefined,
  { timeZone }: Surroundings,
): Promise<PaymentRow> {
  const { tx, ledger, parts, row, now } = reading;
  const { businessId, provider } = row;
  const { amount, currency, method } = payment;
  const paymentDate = dateInZone(payment.paidAt, timeZone);
  if (problem !== undefined) {
    const expected = { expected: row.amount, expectedCurrency: row.currency };
    const data = { amount, currency, ...expected, reason: problem };
    await recordEvent(reading, 'payment.review', data);
  } else {
    const charge =
      row.mandateId === null ? undefined : await lockOpenCharge(tx, businessId, row.id);
    const isByOwner = row.mandateId === null || charge?.isByHand === true;
    const automatic = isByOwner ? {} : { automatic: true };
    const told = { amount, method, paymentDate, ...automatic };
    await recordEvent(reading, 'payment.received', told, (part) =>
      isCombined(row) ? { amount: part.amount.amount, whole: amount } : {},
    );
  }
  const isStripe = provider === 'stripe';
  return ledger.recordPayment({
    customerId: await findPayer(tx, row, parts),
    // Several take of it what was asked for each.
    invoiceId: isCombined(row) ? null : row.invoiceId,
    checkoutId: row.id,
    amount,
    currency,
    paymentDate,
    paidAt: payment.paidAt,
    paymentMethod: payment.kind,
    provider,
    providerPaymentId: payment.id,
    stripePaymentIntentId: isStripe ? payment.id : null,
    stripeChargeId: payment.chargeId,
    methodDetail: method,
    receiptUrl: payment.receiptUrl,
    status: problem === undefined ? 'completed' : 'review',
    notes: problem ?? null,
    createdAt: now,
  });
}

/** Refunds and disputes of a payment, told where they are news. */
async function followPayment(
  reading: Reading,
  known: PaymentRow,
  payment: ProviderPayment,
  inReview: boolean,
): Promise<PaymentRow> {
  const { tx, ledger, now } = reading;
  const change = refundedSince(known, payment);
  const { currency } = known;
  if (change !== 0n) {
    if (change < 0n) await endFailedRefunds(tx, known, payment.refunded, now);
    const { amount } = fromMinorUnits(change > 0n ? change : -change, currency);
    const type = change > 0n ? 'payment.refunded' : 'payment.refund_failed';
    await recordEvent(reading, type, { amount, currency, paymentId: known.id });
  }
  if (payment.dispute !== known.dispute) {
    const over = payment.dispute === 'won' || payment.dispute === 'lost';
    await recordEvent(reading, over ? 'payment.dispute_closed' : 'payment.disputed', {
      amount: payment.amount,
      currency,
      outcome: payment.dispute,
    });
  }
  const values = {
    refundedAmount: payment.refunded,
    dispute: payment.dispute,
    receiptUrl: payment.receiptUrl,
    status: paymentStatus(payment, inReview),
  };
  const after = { ...known, ...values };
  // A payment that has just been written mostly stands as it is.
  if (!isDeepStrictEqual(after, known)) {
    await ledger.followProvider(known.id, { ...values, refunds: payment.refunds }, now);
  }
  return after;
}

/** What has been given back since a payment was written; below zero where some of it has not. */
function refundedSince({ refundedAmount, currency }: PaymentRow, payment: ProviderPayment): bigint {
  return minorUnits(
    subtractMoney(money(payment.refunded, payment.currency), money(refundedAmount, currency)),
  );
}

function paymentStatus(payment: ProviderPayment, inReview: boolean): PaymentRow['status'] {
  if (payment.dispute === 'lost') return 'reversed';
  if (isSameAmount(payment.refunded, payment.amount, payment.currency)) return 'refunded';
  return inReview ? 'review' : 'completed';
}
