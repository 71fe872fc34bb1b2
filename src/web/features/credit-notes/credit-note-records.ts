import { keepPreviousData } from '@tanstack/react-query';
import { CREDIT_NOTE_STATUSES } from '../../../shared/credit-notes/credit-note-status.ts';
import { creditNotePicture } from '../../documents/detail/document-queries.ts';
import { documentRecords } from '../../documents/records/document-records.ts';
import { orpc } from '../../lib/api.ts';
import { pageOptions } from '../../lib/use-pages.ts';

export const creditNoteRecords = documentRecords({
  kind: 'credit_note',
  title: 'Credit Note',
  statuses: CREDIT_NOTE_STATUSES,
  calls: orpc.creditNotes,
  queries: ({ sort, ...filter }) => ({
    pages: pageOptions(orpc.creditNotes.list, { ...filter, ...(sort && { sort }) }),
    summary: orpc.creditNotes.summary.queryOptions({
      input: filter,
      placeholderData: keepPreviousData,
    }),
  }),
  // What it settles is another now.
  refreshed: [
    orpc.creditNotes.creditable,
    orpc.invoices.get,
    orpc.invoices.list,
    orpc.invoices.summary,
    orpc.payments.list,
    orpc.customers,
  ],
  facts: ({ creditNoteNumber, currency, total, issueDate }) => ({
    number: creditNoteNumber,
    amount: total,
    currency,
    date: issueDate,
  }),
  picture: creditNotePicture,
});

export const refreshCreditNotes = creditNoteRecords.refresh;
