import { addDays, businessDay, formatDate } from '../../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../../shared/errors/app-error.ts';
import type {
  CardCharge,
  ChangeChargeInput,
} from '../../../../shared/payments/card-charge.contract.ts';
import { LATEST_CHARGE_MOVE } from '../../../../shared/payments/card-charge.contract.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import { requireLive } from '../../../platform/records/change-record.ts';
import type { StoredInvoice } from '../../invoices/index.ts';
import { insertEvent, lockInvoice } from '../../invoices/index.ts';
import { findProfile } from '../../profile/index.ts';
import { deleteChange, saveChange } from './charge-change.store.ts';
import { lockMandate } from './mandate.store.ts';
import { planCharge, readStanding } from './plan-charge.ts';
import { findRefusal, presentCharge, readChargeIn } from './present-charge.ts';

/**
 * Has the saved card charged for an invoice on a later day, or not at all; or takes that back. What is
 * moved is one due date's, and ends with it. What is left out of an invoice that is due on one day stays so
 * when that day changes. A charge that has begun is not changed: there is one outcome.
 * @throws AppError NOT_FOUND, CONFLICT (nothing is charged for it; it is being charged), STALE (the
 *   invoice is due on another day by now, with the `current` charge), VALIDATION naming `dueDate`, `to`
 */
export function changeCharge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { id, dueDate, to }: ChangeChargeInput,
): Promise<CardCharge> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = requireLive('Invoice', await lockInvoice(tx, businessId, id));
    const { nextDueDate: due, customerId } = invoice;
    const mandate = await lockMandate(tx, businessId, customerId);
    const profile = await findProfile(tx, businessId);
    const today = businessDay(now, profile);
    const standing = await readStanding(tx, businessId, id, today);
    const known = { mandate, standing, profile, now };
    const { plannedDate } = planCharge(invoice, known);
    if (plannedDate === null) {
      throw (
        findRefusal(invoice, known) ??
        new AppError('CONFLICT', 'The card was declined, and is not charged for this any more.')
      );
    }
    if (dueDate === null && to !== null) {
      throw invalidField('dueDate', 'dueDate is required: each due date is moved by itself');
    }
    if (dueDate !== null && dueDate !== due) {
      const current = presentCharge(invoice, known);
      throw new AppError('STALE', `The invoice is due on ${formatDate(due)} by now`, { current });
    }
    if (to === plannedDate || to === due) await putBack(tx, invoice, now);
    else {
      if (to !== null) refuseDay(to, { due, plannedDate, today });
      const isWhole = to === null && (dueDate === null || invoice.installments.length === 0);
      const change = { businessId, invoiceId: id, dueDate: isWhole ? null : due, movedTo: to };
      await saveChange(tx, { ...change, createdAt: now }, due);
      await insertEvent(tx, businessId, id, 'payment.charge_changed', { dueDate: due, to }, now);
    }
    return readChargeIn(tx, businessId, id, now);
  });
}

async function putBack(
  tx: Transaction,
  { businessId, id: invoiceId, nextDueDate: due }: StoredInvoice,
  now: Date,
): Promise<void> {
  if (!(await deleteChange(tx, { businessId, invoiceId }, due))) return;
  const data = { dueDate: due, to: due };
  await insertEvent(tx, businessId, invoiceId, 'payment.charge_changed', data, now);
}

/** @throws AppError VALIDATION naming `to` */
function refuseDay(
  to: string,
  { due, plannedDate, today }: { due: string; plannedDate: string; today: string },
): void {
  if (to < due) {
    throw invalidField(
      'to',
      `Your customer agreed to be charged on the day it is due, ${formatDate(due)}, and not before: choose that day or a later one`,
    );
  }
  if (to < plannedDate) {
    const message = `The card is tried again on ${formatDate(plannedDate)}: choose that day or a later one, or charge it now`;
    throw invalidField('to', message);
  }
  if (to < today) throw invalidField('to', `Choose a day from today, ${formatDate(today)}, on`);
  const last = addDays(today, LATEST_CHARGE_MOVE);
  if (to > last) throw invalidField('to', `Choose a day up to ${formatDate(last)}`);
}
