import { api, byId, byInput, byPage, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  CREDIT_NOTE_NUMBERS,
  drawnPdfRoutes,
  issuedRoutes,
  suggestNumber,
  visitPage,
} from '../documents/index.ts';
import { applyCreditNote } from './apply-credit-note.ts';
import { correctInvoice } from './correct-invoice.ts';
import { readCreditable } from './corrected-invoice.ts';
import { creditNoteDrawings } from './credit-note-documents.ts';
import { issueCreditNote } from './issue-credit-note.ts';
import { sendCreditNote } from './mailed-credit-notes.ts';
import { readPublicCreditNote } from './public-credit-note.ts';
import { listCreditNotes, readCreditNote, summarizeCreditNotes } from './read-credit-notes.ts';
import { refundCreditNote, undoCreditRefund } from './refund-credit-note.ts';
import {
  createCreditNote,
  deleteCreditNote,
  restoreCreditNote,
  updateCreditNote,
} from './save-credit-note.ts';

export function creditNoteRoutes(services: Services) {
  const { db } = services;
  const calls = ownerApi.creditNotes;
  return {
    list: calls.list.handler(byPage(db.orm, listCreditNotes)),
    summary: calls.summary.handler(byInput(db.orm, summarizeCreditNotes)),
    nextNumber: calls.nextNumber.handler(async ({ context: { actor } }) => ({
      creditNoteNumber: await suggestNumber(CREDIT_NOTE_NUMBERS, services, actor.businessId),
    })),
    get: calls.get.handler(byId(db.orm, readCreditNote)),
    create: calls.create.handler(byInput(services, createCreditNote)),
    update: calls.update.handler(byInput(services, updateCreditNote)),
    delete: calls.delete.handler(byId(services, deleteCreditNote)),
    restore: calls.restore.handler(byId(services, restoreCreditNote)),
    issue: calls.issue.handler(byId(services, issueCreditNote)),
    apply: calls.apply.handler(byInput(services, applyCreditNote)),
    refund: calls.refund.handler(byInput(services, refundCreditNote)),
    undoRefund: calls.undoRefund.handler(byInput(services, undoCreditRefund)),
    ...issuedRoutes('credit_note', services),
    sendEmail: calls.sendEmail.handler(byInput(services, sendCreditNote)),
    preview: calls.preview.handler(({ input, context: { actor }, signal }) =>
      creditNoteDrawings.preview(services, actor.businessId, input, signal),
    ),
    creditable: calls.creditable.handler(byId(services, readCreditable)),
    correct: calls.correct.handler(byInput(services, correctInvoice)),
  };
}

export function publicCreditNoteRoutes(services: Services) {
  return {
    get: api.publicCreditNotes.get.handler(({ input: { id }, context: { address, session } }) =>
      visitPage(services, 'credit_note', address, id, () =>
        readPublicCreditNote(services, id, session),
      ),
    ),
  };
}

export const registerCreditNotePdfs = drawnPdfRoutes(creditNoteDrawings);
