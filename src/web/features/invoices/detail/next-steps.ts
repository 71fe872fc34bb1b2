import { isNotEmailed } from '../../../../shared/emails/undelivered.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { isPositive, money } from '../../../../shared/money/money.ts';
import type {
  DocumentAction,
  DocumentActionsProps,
} from '../../../documents/detail/document-actions.tsx';
import type { invoiceMenu } from '../invoice-menu.ts';

type Named = keyof ReturnType<typeof invoiceMenu> | 'recordPayment' | 'writeOff';
type Actions = Record<Named, DocumentAction> & { credits: readonly DocumentAction[] };

type Steps = Pick<DocumentActionsProps, 'primary' | 'others' | 'more'>;

/** What comes next for an invoice in its state, what is often wanted, and the rest. */
export function nextSteps(
  invoice: Pick<InvoiceDetail, 'status' | 'currency' | 'amountDue' | 'emails' | 'history'>,
  actions: Actions,
): Steps {
  const { sendEmail, markSent, markPaid, download, edit, testPayment, credits } = actions;
  const { view, duplicate, makeRecurring, print, saveAsJson, recordPayment, writeOff } = actions;
  const rest = [view, duplicate, makeRecurring, print, saveAsJson];
  if (invoice.status === 'draft') {
    const others = [markSent, download, edit];
    return { primary: sendEmail, others, more: [[testPayment, markPaid], rest] };
  }
  if (invoice.status === 'paid') {
    return { primary: download, others: [edit], more: [credits, rest] };
  }
  if (!isPositive(money(invoice.amountDue, invoice.currency))) {
    // Nobody waits for nothing: what is left to do is to pass the document on.
    const more = [[markPaid, testPayment], credits, rest];
    return isNotEmailed(invoice)
      ? { primary: sendEmail, others: [download, edit], more }
      : { primary: download, others: [edit], more: [[sendEmail], ...more] };
  }
  const more = [[recordPayment, writeOff, testPayment], credits, rest];
  if (invoice.status === 'overdue' || isNotEmailed(invoice)) {
    const primary =
      invoice.status === 'overdue' ? { ...sendEmail, label: 'Send reminder' } : sendEmail;
    return { primary, others: [markPaid, download, edit], more };
  }
  return { primary: markPaid, others: [sendEmail, download, edit], more };
}
