import type { CreditNoteInput } from '../../src/shared/credit-notes/credit-note.contract.ts';
import { creditNoteInput } from '../../src/shared/credit-notes/credit-note.contract.ts';

let counter = 0;

const numbered = () => {
  counter += 1;
  return `CN-2026-${String(counter).padStart(4, '0')}`;
};

/** A free one, as a caller sends it, parsed by the contract. */
export function aCreditNote(customerId: number, values: object = {}): CreditNoteInput {
  return creditNoteInput.parse({
    customerId,
    creditNoteNumber: numbered(),
    issueDate: '2026-11-21',
    reason: 'Goods returned',
    taxRate: '7',
    lineItems: [{ description: 'Two chairs, returned', quantity: '2', unitPrice: '80' }],
    ...values,
  });
}

/** One for an invoice; all that is left of it unless `credit` says what. */
export const aCorrection = (correctsInvoiceId: number, values: object = {}): CreditNoteInput =>
  creditNoteInput.parse({
    correctsInvoiceId,
    creditNoteNumber: numbered(),
    issueDate: '2026-11-21',
    ...values,
  });
