/** What a credit note for an invoice says: its lines and figures follow from the invoice. */

import { isDeepStrictEqual } from 'node:util';
import type { CreditSelection } from '../../../shared/credit-notes/credit-invoice.ts';
import type {
  CreditNoteInput,
  CreditNoteUpdateInput,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import { pickContent } from '../../../shared/documents/document-content.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { asPriced, newContent, uniformRate } from '../documents/index.ts';
import { creditLockedInvoice } from './corrected-invoice.ts';
import type { StoredCreditNote } from './credit-note.store.ts';

type OwnTexts = Pick<
  CreditNoteInput | CreditNoteUpdateInput,
  | 'reason'
  | 'notes'
  | 'terms'
  | 'supplyDate'
  | 'servicePeriod'
  | 'deliveryAddress'
  | 'buyerReference'
> & { creditNoteNumber: string; issueDate: string };

/**
 * Row and lines of a credit note for an invoice, in its currency and at its exchange rate.
 * @param invoice locked, with the lock of its credit note after it
 * @param own what the credit note says itself; what it does not, the invoice says
 * @param draft as it is stored, where there is one
 * @throws AppError VALIDATION naming the line of which more would be credited than is left
 */
export async function correctionContent(
  tx: Transaction,
  businessId: string,
  invoice: InvoiceDetail,
  {
    selection,
    own,
    draft,
  }: { selection: CreditSelection; own: OwnTexts; draft?: StoredCreditNote },
  now: Date,
) {
  // A draft of an earlier version that was rounded by itself keeps its total until it credits something else.
  const isAsDrafted = isDeepStrictEqual(draft?.credit, selection);
  const roundingIncrement = (isAsDrafted && draft?.roundingIncrement) || null;
  const { lines, figures, parts } = await creditLockedInvoice(
    tx,
    businessId,
    invoice,
    selection,
    roundingIncrement,
  );
  const { currency, pricesIncludeTax, exchangeRate } = invoice;
  const taxRate = uniformRate(lines) ?? invoice.taxRate;
  const computed = {
    lines,
    values: {
      ...figures,
      currency,
      pricesIncludeTax,
      discounts: [],
      charges: [],
      taxRate,
      roundingIncrement,
    },
  };
  const { supplyDate, servicePeriod, deliveryAddress, buyerReference } = invoice;
  const content = await newContent(
    tx,
    'credit_note',
    businessId,
    {
      ...pickContent('credit_note', { supplyDate, servicePeriod, deliveryAddress, buyerReference }),
      ...pickContent('credit_note', own),
      customerId: invoice.customerId,
      currency,
      taxRate,
      lineItems: [],
      creditNoteNumber: own.creditNoteNumber,
      issueDate: own.issueDate,
    },
    {
      now,
      isIssued: false,
      deduct: asPriced,
      madeOf: { roundingIncrement, exchangeRate, computed, draft },
    },
  );
  const values = {
    ...content.values,
    correctsInvoiceId: invoice.id,
    correctedInvoice: {
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      issueDate: invoice.issueDate,
      revision: invoice.revision ?? 1,
    },
    credit: selection,
    parts,
  };
  return { values, lines };
}
