import { businessDay, formatDate } from '../../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import type { CardCharge } from '../../../../shared/payments/card-charge.contract.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Services } from '../../../platform/http/services.ts';
import { readInvoice } from '../../invoices/index.ts';
import { findProfile } from '../../profile/index.ts';
import { ALREADY_PAID } from '../claim-checkout.ts';
import { findMandate } from './mandate.store.ts';
import type { ChargeFacts, ChargeStanding, PlannableInvoice } from './plan-charge.ts';
import { amountOn, findHold, planCharge, readStanding } from './plan-charge.ts';

/** Card networks fine for asking again and again; of four the job asks by itself. */
const MOST_DECLINES = 10;

/** What its owner sees of an invoice's charge. @throws AppError NOT_FOUND */
export async function readCharge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<CardCharge> {
  return readChargeIn(db.orm, businessId, id, clock.now());
}

export async function readChargeIn(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<CardCharge> {
  const invoice = await readInvoice(db, businessId, id, now);
  const profile = await findProfile(db, businessId);
  const mandate = await findMandate(db, businessId, invoice.customerId);
  const standing = await readStanding(db, businessId, id, businessDay(now, profile));
  return presentCharge(invoice, { mandate, standing, profile, now });
}

export function presentCharge(invoice: PlannableInvoice, known: ChargeFacts): CardCharge {
  const { mandate, standing, profile, now } = known;
  const { nextDueDate: dueDate } = invoice;
  const plan = planCharge(invoice, known);
  const today = businessDay(now, profile);
  const day = plan.date ?? (dueDate > today ? dueDate : today);
  const { amount, currency } = amountOn(invoice, day);
  const { plannedDate } = plan;
  const { movedTo, isSkipped } = standing;
  return {
    card: mandate ? formatSavedCard(mandate) : null,
    mandateId: mandate?.id ?? null,
    dueDate,
    ...plan,
    isMoved: !isSkipped && plannedDate !== null && movedTo !== null && movedTo > plannedDate,
    isSkipped,
    currency,
    amount,
    now: findRefusal(invoice, known)
      ? null
      : { amount: amountOn(invoice, today).amount, attempt: nextAttempt(standing) },
  };
}

export const nextAttempt = ({ last }: ChargeStanding): number => (last?.attempt ?? 0) + 1;

/**
 * Why its owner cannot charge an invoice at once. What they have moved or left out themselves does not
 * stand in the way, nor that the card was declined.
 */
export function findRefusal(invoice: PlannableInvoice, known: ChargeFacts): AppError | undefined {
  const { mandate, standing, profile, now } = known;
  const { without } = planCharge(invoice, known);
  const held = findHold(standing);
  const why = without === 'declined' || without === 'skipped' ? undefined : without;
  const conflict = (message: string) => new AppError('CONFLICT', message);
  switch (why ?? held) {
    case 'nothing_due':
      if (invoice.status === 'paid') return ALREADY_PAID;
      return conflict(
        invoice.status === 'draft'
          ? 'A draft cannot be charged. Mark it as sent first.'
          : 'There is nothing to pay on this invoice.',
      );
    case 'no_card':
      return conflict('This customer has not agreed to automatic payment.');
    case 'refused':
      return conflict(
        `${mandate ? formatSavedCard(mandate) : 'The card'} was refused. Your customer can agree to another card on the page of the invoice.`,
      );
    case 'not_covered':
      return conflict(
        `Your customer agreed on ${mandate ? formatDate(businessDay(mandate.agreedAt, profile)) : 'a later day'} to be charged for invoices issued from then on: this one was issued before.`,
      );
    case 'charging':
      return conflict('The card is being charged for this invoice. Wait until that is confirmed.');
    case 'charged':
      return conflict(
        'This invoice was paid before, and the money given back: the card is not charged for it again. Ask your customer to pay it.',
      );
    case 'disputed':
      return conflict(
        'Your customer disputes a payment of this invoice: the card is not charged for it.',
      );
    case 'paused':
      return conflict(
        'The reminders of this invoice are paused, and the card is not charged meanwhile. Resume them first.',
      );
    default:
  }
  if (invoice.nextDueDate > businessDay(now, profile)) {
    return conflict(
      `This invoice is due on ${formatDate(invoice.nextDueDate)}. Your customer agreed to be charged on the day it is due, and not before.`,
    );
  }
  return standing.declines < MOST_DECLINES
    ? undefined
    : conflict(
        `The card was declined ${MOST_DECLINES} times for this invoice. Ask your customer for another one.`,
      );
}
