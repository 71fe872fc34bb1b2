import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { PaymentMethod, SettledBy } from '../../../shared/invoices/invoice-status.ts';
import { settledBy } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import type { Account } from './account.ts';
import { lockAccount } from './account.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { readInvoice } from './read-invoices.ts';
import { changeInvoice } from './reconcile-invoice-status.ts';

/**
 * Records a payment of what is due, with its method and date (decision 14), once: the row's lock
 * lets one of two calls at the same time in, the other finds the invoice paid unless it has the same key.
 * @throws AppError ALREADY_PAID, NOT_FOUND, VALIDATION (a payment of another day to come)
 */
export function markInvoicePaid(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: { id: number; paymentMethod: PaymentMethod; paymentDate?: CalendarDate | undefined },
  key?: string,
): Promise<InvoiceDetail> {
  return runIdempotently(db, { businessId, key, call: 'invoices.markPaid', input }, async (tx) => {
    const { account } = await lockUnpaid(tx, businessId, input.id);
    const { paymentMethod, paymentDate } = input;
    const payment = { paymentMethod, paymentDate, tellsPayment: true };
    await changeInvoice(tx, account, input.id, { status: 'paid', ...payment }, clock.now());
    return readInvoice(tx, businessId, input.id, clock.now());
  });
}

/**
 * Makes a draft sent, without a message. One that is out already is answered as it is, so that asking
 * twice is asking once.
 * @throws AppError ALREADY_PAID, NOT_FOUND
 */
export function markInvoiceSent(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<InvoiceDetail> {
  return withTransaction(db, async (tx) => {
    const { account, stored } = await lockUnpaid(tx, businessId, id);
    if (stored.status === 'draft')
      await changeInvoice(tx, account, id, { status: 'sent' }, clock.now());
    return readInvoice(tx, businessId, id, clock.now());
  });
}

/** @throws AppError NOT_FOUND, ALREADY_PAID */
export async function lockUnpaid(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<{ account: Account; stored: StoredInvoice }> {
  const account = await lockAccount(tx, businessId, { invoiceIds: [id] });
  const stored = requireLive('Invoice', account.invoices.get(id));
  if (stored.status === 'paid') throw alreadySettled(stored);
  return { account, stored };
}

const SETTLED: Record<SettledBy, string> = {
  payment: 'This invoice has already been paid.',
  refund: 'This invoice was paid and refunded. Nothing is due on it.',
  credit: 'This invoice has already been settled by credit.',
  write_off: 'This invoice has already been written off.',
};

/** The refusal of what is done to an invoice that is due, of one on which nothing is: by what that is so. */
export const alreadySettled = (amounts: Parameters<typeof settledBy>[0]): AppError =>
  new AppError('ALREADY_PAID', SETTLED[settledBy(amounts)]);
