import {
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconFileCode,
  IconFlask,
  IconMail,
  IconPencil,
  IconPrinter,
  IconSend,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import type { MenuAction } from '../../ui/menu.tsx';
import { downloadPdf, printPdf, saveAsJson, viewPdf } from './invoice-files.ts';
import { DRAFT_IS_NOT_PAID } from './invoice-names.ts';

/** What an invoice's page and its row in the list lead to. */
export interface InvoiceCommands {
  edit: (invoice: Invoice) => void;
  markPaid: (invoice: Invoice) => void;
  markSent: (invoice: Invoice) => void;
  sendEmail: (invoice: Invoice) => void;
  share: (invoice: Invoice) => void;
  testPayment: (invoice: Invoice) => void;
  remove: (invoice: Invoice) => void;
}

/** Everything that can be done with an invoice; the page and the menus choose by its state. */
export function invoiceMenu(invoice: Invoice, commands: InvoiceCommands) {
  const isDraft = invoice.status === 'draft';
  return {
    view: { label: 'View', icon: IconEye, reads: true, onClick: () => viewPdf(invoice) },
    edit: {
      label: 'Edit',
      icon: IconPencil,
      writes: true,
      onClick: () => commands.edit(invoice),
    },
    download: {
      label: 'Download PDF',
      icon: IconDownload,
      reads: true,
      onClick: () => downloadPdf(invoice),
    },
    print: { label: 'Print', icon: IconPrinter, reads: true, onClick: () => printPdf(invoice) },
    share: { label: 'Share', icon: IconShare2, onClick: () => commands.share(invoice) },
    saveAsJson: {
      label: 'Save as JSON',
      icon: IconFileCode,
      reads: true,
      onClick: () => void saveAsJson(invoice),
    },
    sendEmail: {
      label: 'Send by email',
      icon: IconMail,
      writes: true,
      onClick: () => commands.sendEmail(invoice),
    },
    markSent: {
      label: 'Mark as Sent',
      icon: IconSend,
      writes: true,
      onClick: () => commands.markSent(invoice),
    },
    markPaid: {
      label: 'Mark as Paid',
      icon: IconCircleCheck,
      writes: true,
      onClick: () => commands.markPaid(invoice),
      ...(isDraft ? { disabledReason: DRAFT_IS_NOT_PAID } : {}),
    },
    testPayment: {
      label: 'Test payment',
      icon: IconFlask,
      writes: true,
      onClick: () => commands.testPayment(invoice),
    },
    remove: {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      writes: true,
      onClick: () => commands.remove(invoice),
    },
  } satisfies Record<string, MenuAction>;
}
