import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceStatus, PaymentMethod } from '../../../shared/invoices/invoice-status.ts';
import { settledBy } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceEventType } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import {
  compareMoney,
  isPositive,
  money,
  noMoney,
  subtractMoney,
  sumMoneyIn,
  withDecimals,
} from '../../../shared/money/money.ts';
import type { Settlement } from '../../../shared/payments/balance.ts';
import { countsAsReceived, leftOfPayment } from '../../../shared/payments/balance.ts';
import { paymentDateFault } from '../../../shared/payments/payment-date.ts';
import type { Transaction } from '../../db/database.ts';
import { events } from '../../db/tables/activity.table.ts';
import { giveNumber, requireIssuable, writeRevision } from '../documents/index.ts';
import type { OpenLedger } from '../ledger/index.ts';
import { findProfile, readBusinessDay } from '../profile/index.ts';
import type { Account } from './account.ts';
import { requireLocked, settleAll } from './account.ts';
import { isDeducted } from './deduct-deposits.ts';
import { dueDates, statusByDate, statusOfDue } from './due-dates.ts';
import type { SettledAmounts, StoredInvoice } from './invoice.store.ts';
import {
  insertEvent,
  issueRow,
  scheduleCheckoutRecheck,
  setSettledAmounts,
  updateStatus,
} from './invoice.store.ts';

/** The only place that sets the status of an invoice, and that changes what settles it. */

/**
 * The only way to change the payments of invoices: after the change they say what these say, and so does
 * every other invoice that the change concerns, in the same transaction.
 * @param change given the ledger, open until it returns
 * @returns what settles each
 */
export async function changeAccount<T>(
  tx: Transaction,
  account: Account,
  now: Date,
  change: (ledger: OpenLedger) => Promise<T> | T,
): Promise<{ result: T; balances: Map<number, Settlement> }> {
  const { invoices, invoiceIds, ledger } = account;
  const result = await change(ledger);
  const isRestored = ({ id }: StoredInvoice) => ledger.restored.has(id);
  const after = [...new Set(invoiceIds)].flatMap((id) => {
    const invoice = invoices.get(id);
    if (!invoice) return [];
    return [isRestored(invoice) ? { ...invoice, deletedAt: null } : invoice];
  });
  const balances = await writeAll(
    tx,
    account,
    after,
    (invoice) => (isRestored(invoice) ? { values: { deletedAt: null } } : {}),
    now,
  );
  return { result, balances };
}

type Written = Change & { told?: Record<string, unknown> | undefined; reason?: string | undefined };

/**
 * Writes what has become of payments and of invoices, and has open checkouts looked at that may ask for
 * another amount now.
 * @param after invoices as they are to be
 * @param describe what is changed of one of these
 */
async function writeAll(
  tx: Transaction,
  account: Account,
  after: readonly StoredInvoice[],
  describe: (invoice: StoredInvoice) => Written,
  now: Date,
): Promise<Map<number, Settlement>> {
  const { businessId, ledger } = account;
  ledger.withdrawExcess();
  const settled = settleAll(account, after);
  await ledger.post(now);
  const changed: number[] = [];
  const named = new Set(after.map(({ id }) => id));
  for (const { invoice, balance } of settled.values()) {
    const stored = requireLocked(account, invoice.id);
    const change = named.has(invoice.id) ? describe(invoice) : {};
    if (await reconcile(tx, stored, balance, change, now)) changed.push(invoice.id);
  }
  if (account.hasCheckouts && changed.length > 0) {
    await scheduleCheckoutRecheck(tx, businessId, changed, now);
  }
  return new Map([...settled].map(([id, { balance }]) => [id, balance]));
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
  /** What its owner gives up of it, and why. */
  writeOff?: { amount: Decimal; reason: string } | undefined;
}

export const WRITE_OFF_UNDONE = 'Write-off undone';

/**
 * Writes an edit and a status that is set by hand, in one step of the version, and what follows from
 * them: payments, history, and a look at checkouts that ask for another amount now.
 * @param account of the invoice; the lines of an edit are written already
 * @throws AppError VALIDATION (a payment of another day to come, a draft that is issued without the
 *   exchange rate that its tax needs), CONFLICT while credit notes and payments through a
 *   provider cover an invoice that is not to be paid any more
 */
export async function changeInvoice(
  tx: Transaction,
  account: Account,
  id: number,
  change: Change,
  now: Date,
): Promise<void> {
  const { ledger } = account;
  const stored = requireLocked(account, id);
  const { status: before } = stored;
  const { amount: amountWrittenOff = stored.amountWrittenOff } = change.writeOff ?? {};
  let reason = change.writeOff?.reason;
  const after: StoredInvoice = { ...stored, ...change.values, amountWrittenOff };
  const { status = before } = change;
  if (before === 'draft' && status !== 'draft') await requireIssuable(tx, after);
  let told: Record<string, unknown> | undefined;
  if (before === 'paid' && status !== 'paid') {
    refuseWhileSettled(ledger, stored);
    ledger.reverseManualPayments(id, 'status');
    ledger.releaseDivided(id);
    ledger.markRefundsAsOwed(id);
    after.amountWrittenOff = noMoney(after.currency).amount;
    reason = WRITE_OFF_UNDONE;
  } else if (status === 'paid' && before !== 'paid') {
    const payment = await payBalance(tx, ledger, after, change, now);
    if (change.tellsPayment) told = { from: before, ...payment };
  }
  await writeAll(tx, account, [after], () => ({ ...change, told, reason }), now);
}

/** Deletes an invoice: what was recorded by hand is taken back, what a provider brought is credit. */
export async function deleteInvoiceRow(
  tx: Transaction,
  account: Account,
  id: number,
  now: Date,
): Promise<void> {
  account.ledger.reverseManualPayments(id, 'deletion');
  const after = { ...requireLocked(account, id), deletedAt: now };
  const values = { deletedAt: now, paymentUrl: null };
  await writeAll(tx, account, [after], () => ({ values }), now);
}

/** Takes a deletion back, with what it did to payments. @param stored deleted */
export async function restoreInvoiceRow(
  tx: Transaction,
  account: Account,
  stored: StoredInvoice & { deletedAt: Date },
  now: Date,
): Promise<void> {
  await account.ledger.restorePayments(stored.id, stored.deletedAt);
  const after = { ...stored, deletedAt: null };
  await writeAll(tx, account, [after], () => ({ values: { deletedAt: null } }), now);
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
 * @returns whether another amount may be asked for now, or another customer asked
 */
async function reconcile(
  tx: Transaction,
  stored: StoredInvoice,
  balance: Settlement,
  change: Written,
  now: Date,
): Promise<boolean> {
  const { businessId, id, status: before } = stored;
  const { values, isEdit, told, reason, status: asked = before } = change;
  const after = { ...stored, ...values };
  const { nextDueDate } = dueDates(after, balance.due);
  const next = { due: balance.due, nextDueDate };
  const wanted = balance.isPaid ? asked : await statusByDate(tx, stored, asked, next, now);
  const opens = !balance.isPaid && wanted === 'paid' && after.deletedAt === null;
  const isOpened = opens
    ? statusOfDue(await statusWhenOpen(tx, { ...after, nextDueDate }, now), balance.due)
    : wanted;
  const to = balance.isPaid ? 'paid' : isOpened;
  const amounts = {
    amountPaid: balance.paid.amount,
    amountCredited: balance.credited.amount,
    amountAdjusted: balance.adjusted.amount,
    amountWrittenOff: balance.writtenOff.amount,
  };
  if (values || to !== before) {
    const changesDue = to !== before || asksForAnother(stored, after);
    const noLink = changesDue ? { paymentUrl: null } : {};
    const issues = before === 'draft' && to !== 'draft';
    // Money that has come cannot be refused for a date that the next number cannot have.
    const whenOutOfOrder = wanted === 'draft' ? 'today' : 'refuse';
    const given = issues && (await giveNumber(tx, 'invoice', after, now, whenOutOfOrder));
    // An issue date that its number has moved moves the dates that are counted from it.
    const dates = dueDates({ ...after, ...given }, balance.due);
    const row = {
      ...values,
      ...given,
      ...dates,
      status: to,
      ...amounts,
      ...noLink,
      updatedAt: now,
    };
    if (issues) await issueRow(tx, stored, row);
    else await updateStatus(tx, stored, row, reason);
  } else if (isSettledOtherwise(stored, amounts)) {
    await setSettledAmounts(tx, stored, { ...amounts, nextDueDate }, now, reason);
  }
  const addEvent = (type: InvoiceEventType, data: Record<string, unknown>) =>
    insertEvent(tx, businessId, id, type, data, now);
  // Issued by this, or changed since: what is out says what the rows say (decision 38).
  if (to !== 'draft' && (before === 'draft' || isEdit)) {
    await writeRevision(tx, { of: 'invoice', businessId, id }, now);
  }
  if (isEdit) await addEvent('invoice.edited', {});
  // What was asked for, and then where the payments say otherwise.
  // What a payment makes of an overdue invoice, the payment tells.
  if (wanted !== before && (values || asked !== before)) {
    await addEvent(happening(before, wanted), told ?? { from: before, to: wanted });
  }
  if (to !== wanted) {
    // Nobody has paid what was given up, or credited.
    const by = to === 'paid' ? settledBy(amounts) : 'payment';
    const data = { from: wanted, to, ...(by === 'payment' ? {} : { settledBy: by }) };
    await addEvent(happening(wanted, to), data);
  }
  return (
    to !== before ||
    after.deletedAt !== stored.deletedAt ||
    // Invoices are paid together where they are of one customer.
    after.customerId !== stored.customerId ||
    asksForAnother(stored, after) ||
    isSettledOtherwise(stored, amounts)
  );
}

const isSettledOtherwise = (
  { currency, ...stored }: StoredInvoice,
  amounts: SettledAmounts,
): boolean =>
  (['amountPaid', 'amountCredited', 'amountAdjusted', 'amountWrittenOff'] as const).some(
    (name) => withDecimals(stored[name], currency) !== amounts[name],
  );

/** Whether a checkout that is open may ask for another amount than the invoice, or its plan. */
const asksForAnother = (before: StoredInvoice, after: StoredInvoice): boolean =>
  (['total', 'currency', 'issueDate', 'installments'] as const).some(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

function happening(from: InvoiceStatus, to: InvoiceStatus): InvoiceEventType {
  if (to === 'paid') return 'invoice.paid';
  return from === 'paid' || to === 'draft' ? 'invoice.reopened' : `invoice.${to}`;
}

/** What it was before it was paid, and overdue once its day has passed meanwhile. */
async function statusWhenOpen(
  tx: Transaction,
  invoice: StoredInvoice,
  now: Date,
): Promise<InvoiceStatus> {
  const { businessId, id, nextDueDate, isFixed } = invoice;
  const { rows } = await tx.execute<{ before: string | null }>(sql`
    select data->>'from' as before from ${events}
    where business_id = ${businessId} and invoice_id = ${id} and type = 'invoice.paid'
    order by id desc limit 1`);
  const before = rows[0]?.before;
  if (before === 'overdue') return before;
  const staysIssued =
    isFixed || (await areFixed(tx, businessId)) || (await isDeducted(tx, invoice));
  if (before === 'draft' && !staysIssued) return before;
  return nextDueDate < (await readBusinessDay(tx, businessId, now)) ? 'overdue' : 'sent';
}

/** Whether issued invoices stay as they are. */
const areFixed = async (tx: Transaction, businessId: string): Promise<boolean> =>
  (await findProfile(tx, businessId))?.issuedInvoices === 'fixed';

/** @throws AppError VALIDATION for a day to come */
export function refuseFuturePayment(paymentDate: CalendarDate, today: CalendarDate): void {
  // A day of grace: whoever types may be east of the business.
  const fault = paymentDateFault(paymentDate, addDays(today, 1));
  if (fault) throw invalidField('paymentDate', fault);
}

/**
 * Money that a provider holds for the owner does not vanish by a change of status, and neither does a
 * credit note.
 * @throws AppError CONFLICT while credit notes and payments through a provider cover the invoice
 */
function refuseWhileSettled(ledger: OpenLedger, invoice: StoredInvoice): void {
  const { currency } = invoice;
  const refuse = (message: string) =>
    new AppError('CONFLICT', message, { fields: [{ path: 'status', message }] });
  const credited = ledger.creditedBy(invoice);
  const total = subtractMoney(money(invoice.total, currency), credited);
  if (isPositive(credited) && !isPositive(total)) {
    throw refuse('This invoice was credited: nothing is left to pay.');
  }
  const online = ledger
    .listPayments(invoice.id)
    .filter((payment) => payment.provider !== null && countsAsReceived(payment))
    .filter((payment) => payment.currency === currency);
  const received = sumMoneyIn(
    currency,
    online.flatMap((payment) => {
      if (payment.invoiceId === invoice.id) return [leftOfPayment(payment)];
      // Paid for several together: what of it settles this one.
      return payment.invoiceId === null ? [ledger.allocated(payment.id, invoice.id)] : [];
    }),
  );
  if (!isPositive(received) || compareMoney(received, total) < 0) return;
  throw refuse('This invoice was paid online. Refund the payment to open it again.');
}

/** Records a payment of what is due; none where nothing is, and something has come. */
async function payBalance(
  tx: Transaction,
  ledger: Account['ledger'],
  invoice: StoredInvoice,
  given: Pick<Change, 'paymentMethod' | 'paymentDate'>,
  now: Date,
): Promise<Record<string, unknown>> {
  const { businessId, id, customerId } = invoice;
  const today = await readBusinessDay(tx, businessId, now);
  const { paymentMethod = 'cash', paymentDate = today } = given;
  refuseFuturePayment(paymentDate, today);
  const { due, isPaid } = ledger.settle(invoice);
  if (!isPaid) {
    await ledger.recordPayment({
      ...due,
      customerId,
      invoiceId: id,
      paymentDate,
      paymentMethod,
      ...(given.paymentMethod ? {} : { notes: 'Recorded when the status was set to paid' }),
      createdAt: now,
    });
  }
  return { ...due, paymentMethod, paymentDate };
}
