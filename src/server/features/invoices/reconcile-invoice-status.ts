import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceEventType } from '../../../shared/invoices/invoice.contract.ts';
import type { InvoiceStatus, PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import { compareMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { Balance } from '../../../shared/payments/balance.ts';
import { paymentDateFault } from '../../../shared/payments/payment-date.ts';
import type { Transaction } from '../../db/database.ts';
import { events } from '../../db/tables/activity.table.ts';
import { giveNumber, requireIssuable, writeRevision } from '../documents/index.ts';
import type { OpenLedger } from '../ledger/index.ts';
import { InvoiceLedger, readBalance } from '../ledger/index.ts';
import { findProfile } from '../profile/index.ts';
import type { StoredInvoice } from './invoice.store.ts';
import {
  insertEvent,
  issueRow,
  scheduleCheckoutRecheck,
  setAmountReceived,
  updateStatus,
} from './invoice.store.ts';

/** The only place that sets the status of an invoice, and that opens the ledger of its payments. */

type Reconciled = Pick<
  StoredInvoice,
  | 'businessId'
  | 'id'
  | 'status'
  | 'total'
  | 'currency'
  | 'issueDate'
  | 'dueDate'
  | 'amountReceived'
  | 'numberKey'
  | 'searchText'
  | 'isFixed'
>;

/**
 * The only way to change the payments of an invoice: after the change the invoice says what they say,
 * in the same transaction.
 * @param invoice locked, as it is stored now
 * @param change given the invoice's ledger, open until it returns
 */
export async function changeLedger<T>(
  tx: Transaction,
  invoice: Reconciled,
  now: Date,
  change: (ledger: OpenLedger) => Promise<T>,
): Promise<{ result: T; balance: Balance }> {
  const result = await change(new InvoiceLedger(tx, invoice.businessId, invoice.id));
  return { result, balance: await reconcile(tx, invoice, {}, now) };
}

interface Change {
  /** The columns that an edit sets, and whether anything that the invoice says is another now. */
  values?: Omit<Parameters<typeof updateStatus>[2], 'status' | 'updatedAt'>;
  isEdit?: boolean;
  /** Set by hand: 'paid' is a payment over the balance, and anything else after it its reversal. */
  status?: InvoiceStatus | undefined;
  /** How and when it was paid; in cash and today unless told. */
  paymentMethod?: PaymentMethod | undefined;
  paymentDate?: CalendarDate | undefined;
  /** Whether the history tells of the payment, and not of the status alone. */
  tellsPayment?: boolean;
}

/**
 * Writes an edit and a status that is set by hand, in one step of the version, and what follows from
 * them: payments, history, and a look at checkouts that ask for another amount now.
 * @param stored locked, as it is stored now; the lines of an edit are written already
 * @throws AppError VALIDATION (a payment of another day to come, a draft that is issued without the
 *   exchange rate that its tax needs), CONFLICT while payments through a
 *   provider cover an invoice that is not to be paid any more
 */
export async function changeInvoice(
  tx: Transaction,
  stored: StoredInvoice,
  change: Change,
  now: Date,
): Promise<void> {
  const { businessId, id, status: before } = stored;
  const after = { ...stored, ...change.values };
  const status = await statusToStore(tx, stored, change.status ?? before, after.dueDate, now);
  if (before === 'draft' && status !== 'draft') await requireIssuable(tx, after);
  const ledger = new InvoiceLedger(tx, businessId, id);
  let told: Record<string, unknown> | undefined;
  if (before === 'paid' && status !== 'paid') {
    await refuseWhilePaidOnline(tx, stored);
    await ledger.reverseManualPayments();
    await ledger.markRefundsAsOwed();
  } else if (status === 'paid' && before !== 'paid') {
    const payment = await payBalance(tx, ledger, after, change, now);
    if (change.tellsPayment) told = { from: before, ...payment };
  }
  await reconcile(tx, stored, { ...change, status, told }, now);
  if (status !== before || asksForAnother(stored, after)) {
    await scheduleCheckoutRecheck(tx, businessId, id, now);
  }
}

/** A status that follows from something else than payments, of which the caller tells the history. */
export function followStatus(
  tx: Transaction,
  invoice: Pick<StoredInvoice, 'businessId' | 'id'>,
  status: 'sent' | 'overdue',
  now: Date,
): Promise<void> {
  return updateStatus(tx, invoice, { status, updatedAt: now });
}

/** The mail server has accepted a draft: it is issued, as it was sent (decision 12). */
export async function issueAsMailed(
  tx: Transaction,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  mailed: RevisionBody | undefined,
  now: Date,
): Promise<void> {
  await issueRow(tx, { businessId, id }, { status: 'sent', updatedAt: now });
  await writeRevision(tx, { of: 'invoice', businessId, id }, now, mailed);
}

/**
 * Makes an invoice paid, or open again, as its payments say (decisions 14 and 0028): by what they are
 * now, never by what they were, so that whatever order the news came in, the end is the same. Last in
 * its transaction: changing an invoice locks its owner's sums until the commit.
 */
async function reconcile(
  tx: Transaction,
  stored: Reconciled,
  change: Change & { told?: Record<string, unknown> | undefined },
  now: Date,
): Promise<Balance> {
  const { businessId, id, status: before } = stored;
  const { values, isEdit, told, status: wanted = before } = change;
  const after = { ...stored, ...values };
  const balance = await readBalance(tx, after);
  const { isPaid, received } = balance;
  const amountReceived = received.amount;
  // Payments open a paid invoice; an edit that says nothing of its status never does.
  const opens = !isPaid && wanted === 'paid' && !values;
  const to = isPaid ? 'paid' : opens ? await statusWhenOpen(tx, after, now) : wanted;
  if (values || to !== before) {
    const changesDue = to !== before || asksForAnother(stored, after);
    const issues = before === 'draft' && to !== 'draft';
    // Money that has come cannot be refused for a date that the next number cannot have.
    const whenOutOfOrder = wanted === 'draft' ? 'today' : 'refuse';
    const given = issues && (await giveNumber(tx, 'invoice', after, now, whenOutOfOrder));
    await (issues ? issueRow : updateStatus)(tx, stored, {
      ...values,
      ...given,
      status: to,
      amountReceived,
      ...(changesDue ? { paymentUrl: null } : {}),
      updatedAt: now,
    });
  } else if (amountReceived !== stored.amountReceived) {
    await setAmountReceived(tx, stored, amountReceived);
  }
  const tell = (type: InvoiceEventType, data: Record<string, unknown>) =>
    insertEvent(tx, businessId, id, type, data, now);
  // Issued by this, or changed since: what is out says what the rows say (decision 38).
  if (to !== 'draft' && (before === 'draft' || isEdit)) {
    await writeRevision(tx, { of: 'invoice', businessId, id }, now);
  }
  if (isEdit) await tell('invoice.edited', {});
  // What was asked for, and then where the payments say otherwise.
  if (wanted !== before) {
    await tell(happening(before, wanted), told ?? { from: before, to: wanted });
  }
  if (to !== wanted) await tell(happening(wanted, to), { from: wanted, to });
  return balance;
}

/** Whether a checkout that is open asks for another amount than the invoice. */
const asksForAnother = (
  before: Pick<StoredInvoice, 'total' | 'currency'>,
  after: Pick<StoredInvoice, 'total' | 'currency'>,
): boolean => after.total !== before.total || after.currency !== before.currency;

function happening(from: InvoiceStatus, to: InvoiceStatus): InvoiceEventType {
  if (to === 'paid') return 'invoice.paid';
  return from === 'paid' || to === 'draft' ? 'invoice.reopened' : `invoice.${to}`;
}

/** What it was before it was paid, and overdue once its day has passed meanwhile. */
async function statusWhenOpen(
  tx: Transaction,
  { businessId, id, dueDate, isFixed }: Reconciled,
  now: Date,
): Promise<InvoiceStatus> {
  const { rows } = await tx.execute<{ before: string | null }>(sql`
    select data->>'from' as before from ${events}
    where business_id = ${businessId} and invoice_id = ${id} and type = 'invoice.paid'
    order by id desc limit 1`);
  const before = rows[0]?.before;
  if (before === 'overdue') return before;
  if (before === 'draft' && !isFixed && !(await areFixed(tx, businessId))) return before;
  return dueDate < (await businessDay(tx, businessId, now)) ? 'overdue' : 'sent';
}

/** Whether issued invoices stay as they are. */
const areFixed = async (tx: Transaction, businessId: string): Promise<boolean> =>
  (await findProfile(tx, businessId))?.issuedInvoices === 'fixed';

/**
 * The status to be stored. One that is overdue by its date is stored as sent, or as what the job has
 * made of it, and read as overdue: sent back as it was read it changes nothing, and a due date that is
 * put off makes it sent again.
 */
async function statusToStore(
  tx: Transaction,
  { businessId, status, total, currency, dueDate }: StoredInvoice,
  wanted: InvoiceStatus,
  newDueDate: CalendarDate,
  now: Date,
): Promise<InvoiceStatus> {
  if (wanted !== 'overdue' || status === 'draft' || status === 'paid') return wanted;
  const today = await businessDay(tx, businessId, now);
  const wasByDate = dueDate < today && isPositive(money(total, currency));
  if (!wasByDate) return wanted;
  return newDueDate < today ? status : 'sent';
}

async function businessDay(tx: Transaction, businessId: string, now: Date): Promise<CalendarDate> {
  return dateInZone(now, (await findProfile(tx, businessId))?.timeZone ?? 'UTC');
}

/**
 * Money that a provider holds for the owner does not vanish by a change of status.
 * @throws AppError CONFLICT while payments through a provider cover the invoice
 */
async function refuseWhilePaidOnline(tx: Transaction, invoice: StoredInvoice): Promise<void> {
  const { received } = await readBalance(tx, invoice, 'online');
  const total = money(invoice.total, invoice.currency);
  if (!isPositive(received) || compareMoney(received, total) < 0) return;
  const message = 'This invoice was paid online. Refund the payment to open it again.';
  throw new AppError('CONFLICT', message, { fields: [{ path: 'status', message }] });
}

/** Records a payment of what is due; none where nothing is, and something has come. */
async function payBalance(
  tx: Transaction,
  ledger: OpenLedger,
  invoice: Reconciled,
  given: Pick<Change, 'paymentMethod' | 'paymentDate'>,
  now: Date,
): Promise<Record<string, unknown>> {
  const today = await businessDay(tx, invoice.businessId, now);
  const { paymentMethod = 'cash', paymentDate = today } = given;
  // A day of grace: whoever types may be east of the business.
  const fault = paymentDateFault(paymentDate, addDays(today, 1));
  if (fault) throw invalidField('paymentDate', fault);
  const { due, received } = await readBalance(tx, invoice);
  if (isPositive(due) || !isPositive(received)) {
    await ledger.recordPayment({
      ...due,
      paymentDate,
      paymentMethod,
      ...(given.paymentMethod ? {} : { notes: 'Recorded when the status was set to paid' }),
      createdAt: now,
    });
  }
  return { ...due, paymentMethod, paymentDate };
}
