import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail, WriteOffInput } from '../../../shared/invoices/invoice.contract.ts';
import { findAmountFault } from '../../../shared/money/check-amount.ts';
import {
  addMoney,
  compareMoney,
  formatMoney,
  isPositive,
  money,
  noMoney,
  readMoney,
} from '../../../shared/money/money.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import { lockAccount } from './account.ts';
import { insertEvent } from './invoice.store.ts';
import { lockUnpaid } from './mark-invoice.ts';
import { readInvoice } from './read-invoices.ts';
import { changeInvoice, WRITE_OFF_UNDONE } from './reconcile-invoice-status.ts';

/**
 * Gives up what is due on an invoice, or a part of it. Money that comes after all takes its place, and
 * it can be undone.
 * @throws AppError NOT_FOUND, ALREADY_PAID, CONFLICT (a draft, nothing due), VALIDATION (more than is
 *   due)
 */
export function writeOffInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: WriteOffInput,
  key?: string,
): Promise<InvoiceDetail> {
  const { id, amount: wanted, reason } = input;
  return runIdempotently(db, { businessId, key, call: 'invoices.writeOff', input }, async (tx) => {
    const now = clock.now();
    const { account, stored } = await lockUnpaid(tx, businessId, id);
    const { currency, status } = stored;
    if (status === 'draft') {
      throw new AppError('CONFLICT', 'Nothing is due on a draft. Delete it instead.');
    }
    const due = money(stored.amountDue, currency);
    if (!isPositive(due)) throw new AppError('CONFLICT', 'Nothing is due on this invoice.');
    const fault = wanted !== undefined && findAmountFault(wanted, currency, 'Amount');
    if (fault) throw invalidField('amount', fault);
    const amount = wanted === undefined ? due : (readMoney(wanted, currency) ?? due);
    if (!isPositive(amount)) throw invalidField('amount', 'Amount must be positive');
    if (compareMoney(amount, due) > 0) {
      throw invalidField('amount', `Amount must be at most ${formatMoney(due)}, which is due`);
    }
    const before = money(stored.amountWrittenOff, currency);
    await insertEvent(tx, businessId, id, 'invoice.written_off', { ...amount, reason }, now);
    const writeOff = { amount: addMoney(before, amount).amount, reason };
    await changeInvoice(tx, account, id, { writeOff }, now);
    return readInvoice(tx, businessId, id, now);
  });
}

/**
 * What was written off of an invoice is owed again: entries of the other sign, and the invoice is open
 * where it was the write-off that settled it. An invoice that nothing is written off of is answered as
 * it is, so that asking twice is asking once.
 * @throws AppError NOT_FOUND
 */
export function undoWriteOff(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
    const stored = requireLive('Invoice', account.invoices.get(id));
    const writtenOff = money(stored.amountWrittenOff, stored.currency);
    if (isPositive(writtenOff)) {
      await insertEvent(tx, businessId, id, 'invoice.write_off_undone', { ...writtenOff }, now);
      const writeOff = { amount: noMoney(stored.currency).amount, reason: WRITE_OFF_UNDONE };
      await changeInvoice(tx, account, id, { writeOff }, now);
    }
    return readInvoice(tx, businessId, id, now);
  });
}
