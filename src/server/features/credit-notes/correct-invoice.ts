import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { addDays, businessDay, daysBetween } from '../../../shared/dates/calendar-date.ts';
import { pickContent } from '../../../shared/documents/document-content.ts';
import { namedInvoice } from '../../../shared/documents/document-number.ts';
import { postponeInstallments } from '../../../shared/documents/installments/schedule-installments.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { lockBusiness } from '../businesses/index.ts';
import {
  CREDIT_NOTE_NUMBERS,
  INVOICE_NUMBERS,
  numberOfNew,
  withFreeNumbers,
} from '../documents/index.ts';
import { takeBackMessages } from '../emails/index.ts';
import {
  createInvoiceIn,
  findDepositsByInvoice,
  lockDeposits,
  lockEstimateOfDeposit,
  pickComputed,
  readInvoice,
} from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import { lockCorrectedInvoice } from './corrected-invoice.ts';
import { readCreditNote } from './read-credit-notes.ts';
import { createCreditNoteIn } from './save-credit-note.ts';

/**
 * Takes an issued invoice back and begins it anew: an issued credit note for all that is left of it, and
 * a draft with what it says, in one step. Neither counts on the trial.
 * @throws AppError NOT_FOUND, CONFLICT (a draft, credited or corrected already)
 */
export function correctInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: { id: number },
  key?: string,
): Promise<{ creditNote: CreditNoteDetail; invoice: InvoiceDetail }> {
  return withFreeNumbers([INVOICE_NUMBERS, CREDIT_NOTE_NUMBERS], () =>
    runIdempotently(db, { businessId, key, call: 'invoices.correct', input }, async (tx) => {
      const now = clock.now();
      // Another deposit is made of it.
      await lockEstimateOfDeposit(tx, businessId, input.id);
      const corrected = await lockCorrectedInvoice(tx, businessId, input.id, now);
      const { invoice } = corrected;
      refuseCorrected(invoice);
      const deducted = invoice.deductions.map(({ invoiceId }) => invoiceId);
      await lockDeposits(tx, businessId, deducted);
      // The numbers that are free now stay free.
      await lockBusiness(tx, businessId);
      const profile = await findProfile(tx, businessId);
      const issueDate = businessDay(now, profile);
      const numbered = (numbers: typeof INVOICE_NUMBERS) =>
        numberOfNew(numbers, tx, businessId, now, issueDate.slice(0, 4));
      const creditNoteId = await createCreditNoteIn(
        tx,
        businessId,
        {
          correctsInvoiceId: invoice.id,
          creditNoteNumber: await numbered(CREDIT_NOTE_NUMBERS),
          issueDate,
          status: 'issued',
        },
        now,
        corrected,
      );
      const document = { of: 'invoice', businessId, id: invoice.id } as const;
      await takeBackMessages(tx, document, { reason: 'paid', by: 'credit' }, now);
      const days = Math.max(0, daysBetween(invoice.issueDate, invoice.dueDate));
      const invoiceId = await createInvoiceIn(
        tx,
        businessId,
        {
          ...pickContent('invoice', invoice),
          installments: postponeInstallments(
            invoice.installments,
            daysBetween(invoice.issueDate, issueDate),
          ),
          invoiceNumber: await numbered(INVOICE_NUMBERS),
          status: 'draft',
          issueDate,
          dueDate: addDays(issueDate, days),
          lineItems: invoice.lineItems,
          taxAmount: invoice.whole?.taxAmount ?? invoice.taxAmount,
          deductsInvoiceIds: deducted,
        },
        now,
        {
          ...(await remake(tx, businessId, invoice)),
          countsOnTrial: false,
          correctsInvoiceId: invoice.id,
        },
      );
      return {
        creditNote: await readCreditNote(tx, businessId, creditNoteId),
        invoice: await readInvoice(tx, businessId, invoiceId, now),
      };
    }),
  );
}

/** An invoice has one correction, which counts on no trial; that one can be corrected in its turn. */
function refuseCorrected({ correction }: InvoiceDetail): void {
  if (!correction) return;
  const { id: invoiceId, invoiceNumber, isDeleted } = correction;
  const its = namedInvoice(invoiceNumber);
  throw new AppError(
    'CONFLICT',
    isDeleted
      ? `This invoice has been corrected already, and its correction, ${its}, was deleted. Duplicate this invoice to begin anew.`
      : `This invoice has been corrected already: ${its} takes its place.`,
    { invoiceId, invoiceNumber },
  );
}

/** What the new invoice keeps of the old one: of a deposit invoice also what it is a part of. */
async function remake(
  tx: Transaction,
  businessId: string,
  invoice: InvoiceDetail,
): Promise<NonNullable<Parameters<typeof createInvoiceIn>[4]>> {
  const { invoiceType, depositEstimate, roundingIncrement, exchangeRate } = invoice;
  const [deposit] =
    invoiceType === 'deposit' ? await findDepositsByInvoice(tx, businessId, [invoice.id]) : [];
  if (!deposit) return { madeOf: invoice };
  const lines = invoice.lineItems.map(({ id: _id, invoiceId: _invoiceId, ...line }) => line);
  const computed = { lines, values: pickComputed(invoice) };
  const { deposit: asked, parts } = deposit;
  return {
    madeOf: { roundingIncrement, exchangeRate, computed },
    deposit: { deposit: asked, parts, depositEstimate },
  };
}
