import type { CalendarDate } from '../../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../../shared/dates/calendar-date.ts';
import {
  formatSavedCard,
  isFinalDecline,
  retryAfter,
} from '../../../../shared/payments/automatic-payment.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Decline } from '../../../platform/payment-providers/payment-provider.ts';
import { queueDecline } from '../../emails/index.ts';
import { insertEvent, lockInvoice } from '../../invoices/index.ts';
import type { ProfileRow } from '../../profile/index.ts';
import { findProfile } from '../../profile/index.ts';
import { noteAsked } from '../../reminders/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import type { ChargeRow, MandateRow } from './mandate.store.ts';
import { lockOpenCharge, readMandate, updateCharge, updateMandate } from './mandate.store.ts';
import { planCharge, readStanding } from './plan-charge.ts';

const DAY_MS = 86_400_000;
const DROPPED_FOR_MS = 60 * 60_000;

/**
 * Writes what became of a charge of a saved card with what became of its checkout, in one transaction.
 * A refused one is tried again some days later, or asks for another card.
 */
export async function followCharge(
  tx: Transaction,
  { businessId, id, invoiceId, mandateId, amount, currency }: CheckoutRow,
  { status, decline }: { status: CheckoutRow['status']; decline?: Decline | undefined },
  now: Date,
): Promise<void> {
  if (mandateId === null || status === 'capturing' || status === 'processing') return;
  const charge = await lockOpenCharge(tx, businessId, id);
  if (!charge) return;
  if (status === 'paid' || status === 'review') {
    await updateCharge(tx, charge, { status: 'paid' });
    return;
  }
  if (status !== 'failed') {
    const nextAttemptAt = new Date(now.getTime() + DROPPED_FOR_MS);
    await updateCharge(tx, charge, { status: 'dropped', nextAttemptAt });
    return;
  }
  const { code, message } = decline ?? { code: 'unknown', message: 'The card was declined.' };
  const mandate = await readMandate(tx, businessId, mandateId);
  const days = retryAfter(charge.attempt, code);
  const retryAt = days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
  await updateCharge(tx, charge, { status: 'failed', nextAttemptAt: retryAt, declineCode: code });
  if (!mandate) return;
  if (isFinalDecline(code)) await updateMandate(tx, businessId, mandate.id, { refusedAt: now });
  const profile = await findProfile(tx, businessId);
  const retryOn = await findRetryDay(tx, charge, mandate, profile, now);
  // The customer is told that it is not charged again: then it is not, by itself.
  const isOver = retryAt !== null && retryOn === null;
  if (isOver) await updateCharge(tx, charge, { nextAttemptAt: null });
  const data = {
    provider: 'stripe',
    amount,
    currency,
    card: formatSavedCard(mandate),
    reason: message,
    retryAt: isOver ? null : (retryAt?.toISOString() ?? null),
    attempt: charge.attempt,
  };
  await insertEvent(tx, businessId, invoiceId, 'payment.failed', data, now);
  const told = { businessId, invoiceId, amount, currency, card: data.card, reason: message };
  const { dueDate } = charge;
  const today = businessDay(now, profile);
  const next = { retryOn: retryOn ?? undefined, dueDate, today };
  const emailId = await queueDecline(tx, { ...told, next }, now);
  const invoice = await lockInvoice(tx, businessId, invoiceId);
  if (emailId !== undefined && invoice) await noteAsked(tx, invoice, emailId, now);
}

/** When the card is charged next for it by itself: not where its owner leaves it out, or something holds it. */
async function findRetryDay(
  tx: Transaction,
  { businessId, invoiceId }: ChargeRow,
  mandate: MandateRow,
  profile: ProfileRow | undefined,
  now: Date,
): Promise<CalendarDate | null> {
  const invoice = await lockInvoice(tx, businessId, invoiceId);
  if (!invoice) return null;
  const standing = await readStanding(tx, businessId, invoiceId, businessDay(now, profile));
  return planCharge(invoice, { mandate, standing, profile, now }).date;
}
