import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { addDays, formatDate } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { isPositive, money } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import {
  giveNumber,
  replaceLineItems,
  requireIssuable,
  writeRevision,
} from '../documents/index.ts';
import { changeAccount, insertEvent, lockAccount } from '../invoices/index.ts';
import { writeCreditedTaxes } from '../ledger/index.ts';
import { readBusinessDay } from '../profile/index.ts';
import { includeIssued, requireIssued } from './apply-credit-note.ts';
import type { Corrected } from './corrected-invoice.ts';
import { lockCorrectedInvoice } from './corrected-invoice.ts';
import type { StoredCreditNote } from './credit-note.store.ts';
import {
  findCorrectedInvoiceId,
  insertCreditNoteEvent,
  lockCreditNoteRow,
  updateCreditNoteRow,
} from './credit-note.store.ts';
import { readCreditNote } from './read-credit-notes.ts';
import { correctionContent } from './write-correction.ts';

/**
 * A credit note with the invoice that it corrects, both locked, the invoice first.
 * @throws AppError NOT_FOUND (credit note, invoice)
 */
export async function lockWithInvoice(
  tx: Transaction,
  businessId: string,
  id: number,
  now: Date,
): Promise<{ stored: StoredCreditNote; corrected: Corrected | undefined }> {
  const invoiceId = await findCorrectedInvoiceId(tx, businessId, id);
  const corrected =
    invoiceId === undefined
      ? undefined
      : await lockCorrectedInvoice(tx, businessId, invoiceId, now, id);
  const stored = requireLive('Credit note', await lockCreditNoteRow(tx, businessId, id));
  return { stored, corrected };
}

/**
 * Issues a draft: from then on it is fixed. One that is issued is answered as it is, so that asking twice
 * is asking once.
 * @throws AppError NOT_FOUND, VALIDATION (nothing to credit, more than is left, no exchange rate),
 *   CONFLICT (the invoice was changed since, or credited by another)
 */
export function issueCreditNote(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  id: number,
): Promise<CreditNoteDetail> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { stored, corrected } = await lockWithInvoice(tx, businessId, id, now);
    if (stored.status === 'draft') await issueLocked(tx, stored, corrected, now);
    return readCreditNote(tx, businessId, id);
  });
}

/**
 * Seals a locked draft, and has it lower what its customer owes. What it credits of an invoice is
 * counted again: another credit note can have been issued since it was drafted, and the last one takes
 * the rest.
 * @throws AppError see issueCreditNote; VALIDATION naming `issueDate` where its series cannot have it
 */
export async function issueLocked(
  tx: Transaction,
  stored: StoredCreditNote,
  corrected: Corrected | undefined,
  now: Date,
): Promise<void> {
  const { businessId, id } = stored;
  const invoice = corrected?.invoice;
  const document = { of: 'credit_note', businessId, id } as const;
  const issued = { status: 'issued', updatedAt: now } as const;
  await refuseImpossibleIssueDate(tx, stored, invoice, now);
  if (invoice) {
    refuseChangedInvoice(stored, invoice);
    const selection = stored.credit ?? {};
    const given = { selection, own: stored, draft: stored };
    const change = await correctionContent(tx, businessId, invoice, given, now);
    const { createdAt: _kept, ...values } = change.values;
    const number = await giveNumber(tx, 'credit_note', { ...stored, ...values }, now);
    await updateCreditNoteRow(tx, businessId, id, { ...values, ...issued, ...number });
    await replaceLineItems(tx, document, change.lines);
  } else {
    if (!isPositive(money(stored.total, stored.currency))) {
      throw invalidField('lineItems', 'This credit note comes to zero: add what it credits');
    }
    await requireIssuable(tx, stored);
    const number = await giveNumber(tx, 'credit_note', stored, now);
    await updateCreditNoteRow(tx, businessId, id, { ...issued, ...number });
  }
  await writeCreditedTaxes(tx, stored, now);
  await writeRevision(tx, document, now);
  await insertCreditNoteEvent(tx, stored, 'credit_note.issued', {}, now);
  await creditAccount(tx, businessId, id, corrected, now);
}

/**
 * What a credit note credits is its customer's from now on. One that corrects an invoice settles it by
 * itself, before any payment: what was paid for it beyond what is left is credit again.
 */
async function creditAccount(
  tx: Transaction,
  businessId: string,
  id: number,
  corrected: Corrected | undefined,
  now: Date,
): Promise<void> {
  const account = corrected?.account ?? (await lockAccount(tx, businessId, {}));
  const invoiceId = corrected?.invoice.id;
  await changeAccount(tx, account, now, async (ledger) => {
    const credit = await includeIssued(ledger, id);
    ledger.issueCredit(id);
    if (invoiceId === undefined) return;
    const { amount, currency } = credit;
    const { creditNoteNumber } = await requireIssued(tx, businessId, id);
    const data = { creditNoteId: id, creditNoteNumber, amount, currency };
    await insertEvent(tx, businessId, invoiceId, 'invoice.credited', data, now);
  });
}

/**
 * Accounts count a credit note on its day, and it never changes: so it is not of a day to come, nor of
 * one before there was anything to credit.
 * @throws AppError VALIDATION
 */
async function refuseImpossibleIssueDate(
  tx: Transaction,
  { businessId, issueDate }: StoredCreditNote,
  invoice: InvoiceDetail | undefined,
  now: Date,
): Promise<void> {
  const today = await readBusinessDay(tx, businessId, now);
  // A day of grace: whoever types may be east of the business.
  if (issueDate > addDays(today, 1)) {
    throw invalidField('issueDate', 'Issue date of a credit note must not be in the future');
  }
  if (!invoice || issueDate >= invoice.issueDate || issueDate >= today) return;
  const day = formatDate(invoice.issueDate);
  throw invalidField(
    'issueDate',
    `Issue date must not be before ${day}, when invoice ${invoice.invoiceNumber} was issued`,
  );
}

/** @throws AppError CONFLICT where the invoice says something else than when this was drafted */
function refuseChangedInvoice(
  { correctedInvoice }: StoredCreditNote,
  invoice: InvoiceDetail,
): void {
  if (correctedInvoice?.revision === (invoice.revision ?? 1)) return;
  throw new AppError(
    'CONFLICT',
    `Invoice ${invoice.invoiceNumber} was changed since this credit note was drafted. Look at what it credits, and save it again.`,
  );
}
