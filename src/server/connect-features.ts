import { clearCreditNoteNumbers, mailedCreditNotes } from './features/credit-notes/index.ts';
import { mailedStatements } from './features/customer-accounts/index.ts';
import { endAccessIn, mailedLinks } from './features/customer-portal/index.ts';
import { registerCustomerAccess } from './features/customers/index.ts';
import { registerNumberedKind } from './features/documents/index.ts';
import { registerMailedDocuments } from './features/emails/index.ts';
import { clearEstimateNumbers, mailedEstimates } from './features/estimates/index.ts';
import {
  clearInvoiceNumbers,
  mailedInvoices,
  registerPlannedCharges,
} from './features/invoices/index.ts';
import { notifyOwner } from './features/notifications/index.ts';
import {
  findDeclinedCards,
  findPlannedCharge,
  hasCard,
  isToCome,
} from './features/payments/index.ts';
import { onEvents } from './platform/events/record-events.ts';

/**
 * Tells features what others, which stand above them, do for them. Every program that runs jobs or answers
 * calls begins with it.
 */
export function connectFeatures(): void {
  onEvents(notifyOwner);
  registerMailedDocuments('invoice', mailedInvoices);
  registerMailedDocuments('estimate', mailedEstimates);
  registerMailedDocuments('credit_note', mailedCreditNotes);
  registerMailedDocuments('statement', mailedStatements);
  registerMailedDocuments('portal_link', mailedLinks);
  registerCustomerAccess(endAccessIn);
  registerPlannedCharges({
    find: findPlannedCharge,
    findDeclined: findDeclinedCards,
    isToCome,
    hasCard,
  });
  registerNumberedKind('invoice', clearInvoiceNumbers);
  registerNumberedKind('estimate', clearEstimateNumbers);
  registerNumberedKind('credit_note', clearCreditNoteNumbers);
}
