import type {
  CreditNoteDetail,
  RefundCreditInput,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import {
  compareMoney,
  formatMoney,
  isPositive,
  money,
  negateMoney,
} from '../../../shared/money/money.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import {
  changeAccount,
  lockAccount,
  readPositiveAmount,
  refuseFuturePayment,
} from '../invoices/index.ts';
import { findCreditRefund } from '../ledger/index.ts';
import { readBusinessDay } from '../profile/index.ts';
import { includeIssued, requireIssued } from './apply-credit-note.ts';
import { insertCreditNoteEvent } from './credit-note.store.ts';
import { readCreditNote } from './read-credit-notes.ts';

/**
 * Records that credit was paid back by hand: a bank transfer, cash.
 * @throws AppError NOT_FOUND, CONFLICT (a draft, nothing left), VALIDATION (more than is left, a day to
 *   come)
 */
export function refundCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: RefundCreditInput,
  key?: string,
): Promise<CreditNoteDetail> {
  const { id } = input;
  return runIdempotently(db, { businessId, key, call: 'creditNotes.refund', input }, async (tx) => {
    const now = clock.now();
    const { issueDate } = await requireIssued(tx, businessId, id);
    const today = await readBusinessDay(tx, businessId, now);
    const { paymentDate = today, paymentMethod, reference = null, notes = null } = input;
    refuseFuturePayment(paymentDate, today);
    if (paymentDate < issueDate && paymentDate < today) {
      const message = `Payment date must not be before ${formatDate(issueDate)}, when the credit note was issued`;
      throw invalidField('paymentDate', message);
    }
    const account = await lockAccount(tx, businessId, { creditIds: [id] });
    await changeAccount(tx, account, now, async (ledger) => {
      const { currency } = await includeIssued(ledger, id);
      const left = ledger.unappliedCredit(id);
      if (!isPositive(left)) {
        throw new AppError('CONFLICT', 'Nothing is left of this credit note to pay back.');
      }
      const amount = readPositiveAmount(input.amount, currency, 'amount');
      if (compareMoney(amount, left) > 0) {
        const message = `Amount must be at most ${formatMoney(left)}, which is left`;
        throw invalidField('amount', message);
      }
      const paid = { amount: amount.amount, paymentDate, paymentMethod };
      ledger.refundCredit(id, { ...paid, reference, notes, reversesId: null });
      const told = { ...paid, currency };
      await insertCreditNoteEvent(tx, { businessId, id }, 'credit_note.refunded', told, now);
    });
    return readCreditNote(tx, businessId, id);
  });
}

/**
 * It was not paid back after all: what it was is credit again. Undoing it twice is undoing it once.
 * @throws AppError NOT_FOUND (credit note, refund)
 */
export function undoCreditRefund(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: { id: number; refundId: number },
  key?: string,
): Promise<CreditNoteDetail> {
  const { id, refundId } = input;
  const request = { businessId, key, call: 'creditNotes.undoRefund', input };
  return runIdempotently(db, request, async (tx) => {
    const now = clock.now();
    await requireIssued(tx, businessId, id);
    const account = await lockAccount(tx, businessId, { creditIds: [id] });
    await changeAccount(tx, account, now, async (ledger) => {
      const { currency } = await includeIssued(ledger, id);
      // Read under the lock of the credit note: of two at once, one finds it undone.
      const refund = await findCreditRefund(tx, businessId, { creditNoteId: id, refundId });
      if (!refund) throw notFound('Refund', 'refundId');
      if (refund.isUndone) return;
      const { paymentMethod, paymentDate } = refund;
      const { amount } = negateMoney(money(refund.amount, currency));
      const undone = { amount, paymentDate, paymentMethod, reference: null, notes: null };
      ledger.refundCredit(id, { ...undone, reversesId: refundId });
      const told = { amount: refund.amount, currency };
      await insertCreditNoteEvent(tx, { businessId, id }, 'credit_note.refund_undone', told, now);
    });
    return readCreditNote(tx, businessId, id);
  });
}
