import { isDeepStrictEqual } from 'node:util';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import type {
  InvoiceDetail,
  InvoiceInput,
  InvoiceUpdateInput,
} from '../../../shared/invoices/invoice.contract.ts';
import { isSameAmount, money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { requireLive, requireVersion } from '../../platform/records/change-record.ts';
import { countAgainstTrial } from '../businesses/index.ts';
import {
  asPriced,
  changedContent,
  INVOICE_NUMBERS,
  insertParts,
  newContent,
  replaceLineItems,
  withNumberClash,
  writeRevision,
} from '../documents/index.ts';
import type { MailingServices } from '../emails/index.ts';
import {
  isAddress,
  queueDocument,
  readHold,
  saveWithEmails,
  takeBackMessages,
} from '../emails/index.ts';
import { findCreditAppliedTo, findPaymentBearingOn } from '../ledger/index.ts';
import { readBusinessDay } from '../profile/index.ts';
import type { Account } from './account.ts';
import { lockAccount, openNew } from './account.ts';
import { beforeDeductions, deductDeposits, refuseDeducted } from './deduct-deposits.ts';
import { insertDeposit, lockDeposits, setDeductedBy } from './deposit-invoice.store.ts';
import { dueDates, endOfPlan, statusOfDue } from './due-dates.ts';
import { invoiceToSend } from './invoice-to-send.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { findInvoiceRow, insertEvent, insertInvoice } from './invoice.store.ts';
import { readFollowing } from './read-following.ts';
import { readInvoice } from './read-invoices.ts';
import { changeAccount, changeInvoice } from './reconcile-invoice-status.ts';
import { changesCredited, refuseChangeOfFixed, refuseCredited } from './refuse-change.ts';

/**
 * Makes an invoice; one that is created as sent is queued as an e-mail in the same transaction, when
 * the customer has an address (decision 12).
 * @see createInvoiceIn for what it does and refuses.
 */
export function createInvoice(
  services: MailingServices,
  businessId: string,
  input: InvoiceInput,
  key?: string,
): Promise<InvoiceDetail> {
  const { db, clock } = services;
  return withNumberClash(INVOICE_NUMBERS, db.orm, businessId, input.invoiceNumber, () =>
    runIdempotently(db, { businessId, key, call: 'invoices.create', input }, async (tx) => {
      const holdSeconds = readHold(services, input.hold);
      return createAndSendIn(tx, businessId, input, clock.now(), { holdSeconds });
    }),
  );
}

/**
 * The same inside the caller's transaction.
 * @param options for how long the message can be withdrawn; what made it
 */
export async function createAndSendIn(
  tx: Transaction,
  businessId: string,
  input: InvoiceInput,
  now: Date,
  { holdSeconds = 0, recurring }: { holdSeconds?: number } & Pick<MakeOptions, 'recurring'> = {},
): Promise<InvoiceDetail> {
  const id = await createInvoiceIn(tx, businessId, input, now, { recurring });
  const invoice = await readInvoice(tx, businessId, id, now);
  if (input.status !== 'sent' || !isAddress(invoice.customer.email)) return invoice;
  await queueDocument(tx, invoiceToSend(businessId, invoice), {}, now, holdSeconds);
  return readInvoice(tx, businessId, id, now);
}

interface MakeOptions extends Pick<Parameters<typeof newContent>[4], 'madeOf'> {
  countsOnTrial?: boolean;
  /** The invoice that it takes the place of. */
  correctsInvoiceId?: number | undefined;
  /** What makes it a deposit invoice: its lines and figures are `madeOf.computed`. */
  deposit?: NewDeposit | undefined;
  /** The recurring invoice that it is one of, and the day that it is for. */
  recurring?: { recurringId: number; date: CalendarDate } | undefined;
}

interface NewDeposit
  extends
    Pick<Parameters<typeof insertDeposit>[1], 'deposit' | 'parts'>,
    Pick<StoredInvoice, 'depositEstimate'> {}

/**
 * Makes an invoice inside the caller's transaction: trial gate, customer and items of the owner,
 * totals, rows, public id, history. An invoice born paid gets its payment, one that is no draft its
 * first revision.
 * @param options the document that it is made of, if it is; and whether it is one of the trial's
 * @returns its id
 * @throws AppError SUBSCRIPTION_REQUIRED, NOT_FOUND (customer, item), VALIDATION (too large); a
 *   clash of numbers surfaces as a unique violation on `invoices_number`
 */
export async function createInvoiceIn(
  tx: Transaction,
  businessId: string,
  given: InvoiceInput,
  now: Date,
  { madeOf, countsOnTrial = true, correctsInvoiceId, deposit, recurring }: MakeOptions = {},
): Promise<number> {
  const input = { ...given, dueDate: given.dueDate ?? endOfPlan(given) };
  const { status: asked, deductsInvoiceIds = [] } = input;
  await lockDeposits(tx, businessId, deductsInvoiceIds);
  if (countsOnTrial) await countAgainstTrial(tx, businessId, now);
  const isIssued = asked !== 'draft';
  const { invoiceNumber } = input;
  const {
    values: content,
    lines,
    terms,
  } = await newContent(tx, 'invoice', businessId, input, {
    now,
    isIssued,
    madeOf,
    deduct: (whole) =>
      deductDeposits(tx, businessId, { ...whole, invoiceNumber }, deductsInvoiceIds),
  });
  const due = money(content.total, content.currency);
  const values = {
    ...content,
    ...dueDates(content, due),
    invoiceType: deposit ? ('deposit' as const) : ('standard' as const),
    depositEstimate: deposit?.depositEstimate ?? null,
    correctsInvoiceId: correctsInvoiceId ?? null,
    isFixed: isIssued && terms.issuedInvoices === 'fixed',
  };
  const status = statusOfDue(asked, due);
  const id = await insertInvoice(tx, { ...values, status }, now);
  if (deductsInvoiceIds.length > 0) await setDeductedBy(tx, businessId, id, deductsInvoiceIds);
  if (deposit?.depositEstimate) {
    const { estimateId } = deposit.depositEstimate;
    await insertDeposit(tx, {
      businessId,
      invoiceId: id,
      estimateId,
      deposit: deposit.deposit,
      parts: deposit.parts,
    });
  }
  await insertParts(tx, { of: 'invoice', businessId, id }, lines);
  await insertEvent(tx, businessId, id, 'invoice.created', { status, ...recurring }, now);
  if (status === 'paid') {
    const paymentDate = await readBusinessDay(tx, businessId, now);
    const born = requireLive('Invoice', await findInvoiceRow(tx, businessId, id));
    await changeAccount(tx, openNew(tx, born), now, (ledger) =>
      ledger.recordPayment({
        ...money(born.total, born.currency),
        customerId: born.customerId,
        invoiceId: id,
        paymentDate,
        paymentMethod: 'cash',
        createdAt: now,
      }),
    );
  }
  if (status !== 'draft') await writeRevision(tx, { of: 'invoice', businessId, id }, now);
  return id;
}

/**
 * Saves an edited invoice. Absent fields stay as they are stored; a status changed by hand keeps
 * payments in agreement (decision 14).
 * @throws AppError STALE with the `current` invoice, NUMBER_TAKEN with a `suggestion`, NOT_FOUND
 *   (invoice, customer, item), VALIDATION, CONFLICT when it is issued and fixed, when amounts of a
 *   paid invoice would change, the currency of one that has payments, or the status while an email with it
 *   is being sent
 */
export function updateInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: InvoiceUpdateInput,
): Promise<InvoiceDetail> {
  return withNumberClash(INVOICE_NUMBERS, db.orm, businessId, input.invoiceNumber, () =>
    withTransaction(db, async (tx) => {
      const account = await lockAccount(tx, businessId, { invoiceIds: [input.id] });
      return updateInvoiceIn(tx, account, input, clock.now());
    }),
  );
}

/** The same inside the caller's transaction. @param account of the invoice */
export async function updateInvoiceIn(
  tx: Transaction,
  account: Account,
  input: InvoiceUpdateInput,
  now: Date,
): Promise<InvoiceDetail> {
  const { businessId } = account;
  const { id } = input;
  const stored = requireLive('Invoice', account.invoices.get(id));
  const read = () => readInvoice(tx, businessId, id, now);
  const toSend = (invoice: InvoiceDetail) => invoiceToSend(businessId, invoice);
  await requireVersion('Invoice', stored, input.version, read);
  const document = { of: 'invoice', businessId, id } as const;
  const edit = () => save(tx, account, stored, input, now);
  if (isSetBack(stored.status, input.status)) {
    const refused = { path: 'status', cannot: 'be set back to draft' } as const;
    await takeBackMessages(tx, document, 'drafted', now, refused);
  }
  return saveWithEmails(tx, document, { read, toSend }, edit, now);
}

/** What was issued is to be a draft again. */
const isSetBack = (before: InvoiceStatus, asked: InvoiceStatus | undefined): boolean =>
  before !== 'draft' && asked === 'draft';

async function save(
  tx: Transaction,
  account: Account,
  stored: StoredInvoice,
  input: InvoiceUpdateInput,
  now: Date,
): Promise<void> {
  const { businessId, id } = stored;
  const { status = stored.status, paymentMethod, paymentDate } = input;
  const isIssued = status !== 'draft';
  const edit = await editedContent(tx, stored, input, { now, isIssued });
  const { values, isEdit } = edit;
  refuseChangeOfFixed(stored, edit.terms.issuedInvoices, { isEdit, status });
  await requireNoPayments(tx, stored, { ...stored, ...values });
  const staysPaid = stored.status === 'paid' && status === 'paid';
  // Of another currency it is another amount, whatever its figures.
  const isSameTotal =
    values.currency === stored.currency &&
    isSameAmount(values.total, stored.total, stored.currency);
  if (staysPaid && !isSameTotal) {
    throw new AppError(
      'CONFLICT',
      'This invoice is paid. Change its status before you change its amounts.',
      { fields: [{ path: 'status', message: 'Change the status before the amounts' }] },
    );
  }
  const isReopened = isSetBack(stored.status, status);
  if (isReopened || (isEdit && (input.lineItems || changesCredited(stored, values)))) {
    await refuseCredited(tx, stored, 'be changed');
  }
  const { invoiceNumber = stored.invoiceNumber, issueDate = stored.issueDate } = values;
  const isNamedAsBefore = invoiceNumber === stored.invoiceNumber && issueDate === stored.issueDate;
  if (isReopened || !isNamedAsBefore) await refuseDeducted(tx, stored, 'be changed');
  if (edit.deductsInvoiceIds) await setDeductedBy(tx, businessId, id, edit.deductsInvoiceIds);
  if (input.lineItems) await replaceLineItems(tx, { of: 'invoice', businessId, id }, edit.lines);
  const change = { values, isEdit, status, paymentMethod, paymentDate };
  await changeInvoice(tx, account, id, change, now);
}

/**
 * What an edit changes, with deposits deducted anew. What is stored of a final invoice is what is left of
 * its whole, and an edit is one of the whole.
 */
async function editedContent(
  tx: Transaction,
  stored: StoredInvoice,
  input: InvoiceUpdateInput,
  options: { now: Date; isIssued: boolean },
) {
  const { businessId, id } = stored;
  if (stored.invoiceType === 'deposit') {
    await lockDeposits(tx, businessId, [id]);
    const computed = await readFollowing(tx, stored, input);
    const edit = await changedContent(tx, 'invoice', stored, input, {
      ...options,
      computed,
      deduct: asPriced,
    });
    return { ...edit, deductsInvoiceIds: undefined };
  }
  const before = stored.deductions.map(({ invoiceId }) => invoiceId);
  const { deductsInvoiceIds = before } = input;
  await lockDeposits(tx, businessId, deductsInvoiceIds);
  const whole = beforeDeductions(stored);
  const isAsAnswered = Number(input.taxAmount ?? Number.NaN) === Number(stored.taxAmount);
  const given = isAsAnswered ? { ...input, taxAmount: whole.taxAmount } : input;
  const edit = await changedContent(tx, 'invoice', whole, given, {
    ...options,
    deduct: (priced) =>
      deductDeposits(
        tx,
        businessId,
        { ...priced, invoiceNumber: stored.invoiceNumber },
        deductsInvoiceIds,
        id,
      ),
  });
  if (deductsInvoiceIds.length + before.length === 0) {
    return { ...edit, deductsInvoiceIds: undefined };
  }
  const isEdit = edit.isEdit || !isDeepStrictEqual(edit.values.deductions, stored.deductions);
  return { ...edit, isEdit, deductsInvoiceIds };
}

/**
 * What came for an invoice is its customer's, and only what came in its currency settles it; so it is
 * with credit.
 * @throws AppError CONFLICT where an edit would take either from what settles it
 */
async function requireNoPayments(
  tx: Transaction,
  stored: StoredInvoice,
  edited: Pick<StoredInvoice, 'currency' | 'customerId'>,
): Promise<void> {
  const isMoved = edited.customerId !== stored.customerId;
  if (!isMoved && edited.currency === stored.currency) return;
  const other = isMoved ? undefined : edited.currency;
  const { businessId, id } = stored;
  const path = isMoved ? 'customerId' : 'currency';
  const refuse = (message: string) =>
    new AppError('CONFLICT', message, { fields: [{ path, message }] });
  const payment = await findPaymentBearingOn(tx, businessId, id, { other });
  if (payment) {
    throw refuse(
      isMoved
        ? 'This invoice has payments: its customer cannot change.'
        : `This invoice has payments in ${payment.currency}: its currency cannot change.`,
    );
  }
  const number = await findCreditAppliedTo(tx, businessId, id);
  if (number !== undefined) {
    const what = isMoved ? 'customer' : 'currency';
    throw refuse(`${number} is applied to this invoice: its ${what} cannot change.`);
  }
}
