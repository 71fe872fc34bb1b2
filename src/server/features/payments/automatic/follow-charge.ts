import { businessDay } from '../../../../shared/dates/calendar-date.ts';
import {
  formatSavedCard,
  isFinalDecline,
  retryAfter,
} from '../../../../shared/payments/automatic-payment.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Decline } from '../../../platform/payment-providers/payment-provider.ts';
import { queueDecline } from '../../emails/index.ts';
import { insertEvent } from '../../invoices/index.ts';
import { findProfile } from '../../profile/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { lockOpenCharge, readMandate, updateCharge, updateMandate } from './mandate.store.ts';

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
  const days = retryAfter(charge.attempt, code);
  const nextAttemptAt = days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
  await updateCharge(tx, charge, { status: 'failed', nextAttemptAt, declineCode: code });
  const mandate = await readMandate(tx, businessId, mandateId);
  if (!mandate) return;
  if (isFinalDecline(code)) await updateMandate(tx, businessId, mandate.id, { refusedAt: now });
  const data = {
    provider: 'stripe',
    amount,
    currency,
    card: formatSavedCard(mandate),
    reason: message,
    retryAt: nextAttemptAt?.toISOString() ?? null,
    attempt: charge.attempt,
  };
  await insertEvent(tx, businessId, invoiceId, 'payment.failed', data, now);
  const told = { businessId, invoiceId, amount, currency, card: data.card, reason: message };
  const profile = await findProfile(tx, businessId);
  const retryOn = nextAttemptAt ? businessDay(nextAttemptAt, profile) : undefined;
  await queueDecline(tx, { ...told, retryOn }, now);
}
