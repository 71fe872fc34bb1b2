/** What is read again after a credit note was written. */
import type { QueryClient } from '@tanstack/react-query';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { orpc } from '../../lib/api.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';

/** The credit note as it is now, where it is known; its lists, its sums and its invoice are read again. */
export function refreshCreditNotes(client: QueryClient, saved?: CreditNoteDetail): void {
  const { creditNotes, customers, invoices, payments } = orpc;
  if (saved) client.setQueryData(creditNotes.get.queryKey({ input: { id: saved.id } }), saved);
  for (const call of [
    creditNotes.list,
    creditNotes.summary,
    creditNotes.creditable,
    // What it settles is another now.
    invoices.get,
    invoices.list,
    invoices.summary,
    payments.list,
    customers,
  ]) {
    void client.invalidateQueries({ queryKey: call.key() });
  }
  refreshFigures(client);
}
