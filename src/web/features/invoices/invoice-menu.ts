import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import type { DocumentCommands } from '../../documents/document-menu.ts';
import { documentMenu, duplicateAction } from '../../documents/document-menu.ts';
import {
  IconCircleCheck,
  IconCreditCard,
  IconFileCode,
  IconFlask,
  IconPrinter,
  IconRefresh,
} from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { writeAction } from '../../ui/menu.tsx';
import { downloadPdf, printPdf, saveAsJson } from './invoice-files.ts';

/** What an invoice's page and its row in the list lead to. */
export interface InvoiceCommands extends DocumentCommands<Invoice> {
  duplicate: (invoice: Invoice) => void;
  makeRecurring: (invoice: Invoice) => void;
  markPaid: (invoice: Invoice) => void;
  testPayment: (invoice: Invoice) => void;
}

/** Why nothing that has to do with money is offered for a draft. */
export const DRAFT_IS_NOT_PAID = 'A draft cannot be paid. Mark it as sent first.';

const IS_FIXED =
  'This invoice is issued and cannot be changed. Choose Credit this invoice or Correct this invoice, under More on its page.';

/** Everything that can be done with an invoice; the page and the menus choose by its state. */
export function invoiceMenu(invoice: Invoice, commands: InvoiceCommands) {
  const isDraft = invoice.status === 'draft';
  const menu = documentMenu('invoice', invoice, { ...commands, download: downloadPdf });
  return {
    ...menu,
    edit: { ...menu.edit, ...(invoice.isFixed ? { disabledReason: IS_FIXED } : {}) },
    duplicate: duplicateAction(() => commands.duplicate(invoice)),
    makeRecurring: {
      label: 'Make recurring',
      icon: IconRefresh,
      writes: true,
      onClick: () => commands.makeRecurring(invoice),
    },
    print: { label: 'Print', icon: IconPrinter, reads: true, onClick: () => printPdf(invoice) },
    saveAsJson: {
      label: 'Save as JSON',
      icon: IconFileCode,
      reads: true,
      onClick: () => void saveAsJson(invoice),
    },
    markPaid: {
      ...writeAction('Mark as Paid', IconCircleCheck, () => commands.markPaid(invoice)),
      ...(isDraft ? { disabledReason: DRAFT_IS_NOT_PAID } : {}),
    },
    // Where it is made, with what it is for and how long it works.
    paymentLink: {
      ...writeAction('Generate Payment Link', IconCreditCard, () => commands.share(invoice)),
      ...(isDraft ? { disabledReason: DRAFT_IS_NOT_PAID } : {}),
    },
    testPayment: writeAction('Test payment', IconFlask, () => commands.testPayment(invoice)),
  } satisfies Record<string, MenuAction>;
}
