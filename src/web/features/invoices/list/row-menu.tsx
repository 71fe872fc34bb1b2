import {
  IconCircleCheck,
  IconDots,
  IconDownload,
  IconEye,
  IconLink,
  IconPencil,
  IconPrinter,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { isPublic } from '../../../../shared/invoices/invoice-status.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { copyPublicLink, downloadPdf, printPdf, viewPdf } from '../invoice-files.ts';
import { useRowActions } from './row-actions.ts';

export function RowMenu({ invoice }: { invoice: Invoice }) {
  const actions = useRowActions();
  const ways: MenuAction[] = [];
  if (isPublic(invoice.status)) {
    const copy = () => void copyPublicLink(invoice);
    ways.push({ label: 'Copy public link', icon: IconLink, onClick: copy });
  }
  if (invoice.status === 'draft') {
    ways.push({ label: 'Mark as Sent', icon: IconSend, onClick: () => actions.markSent(invoice) });
  }
  if (invoice.status !== 'paid') {
    const pay = () => actions.markPaid(invoice);
    ways.push({ label: 'Mark as Paid', icon: IconCircleCheck, onClick: pay });
  }
  return (
    <Menu
      label={`Actions for ${invoice.invoiceNumber}`}
      target={
        <IconButton
          size="sm"
          tooltip={false}
          label={`Actions for ${invoice.invoiceNumber}`}
          icon={IconDots}
        />
      }
      groups={[
        [
          { label: 'View', icon: IconEye, onClick: () => viewPdf(invoice) },
          { label: 'Edit', icon: IconPencil, onClick: () => actions.edit(invoice) },
          { label: 'Download PDF', icon: IconDownload, onClick: () => downloadPdf(invoice) },
          { label: 'Print', icon: IconPrinter, onClick: () => printPdf(invoice) },
        ],
        ways,
        [
          {
            label: 'Delete',
            icon: IconTrash,
            danger: true,
            onClick: () => actions.remove(invoice),
          },
        ],
      ]}
    />
  );
}

/** The one next step of an invoice, beside the menu while the row is pointed at. */
export function NextStep({ invoice }: { invoice: Invoice }) {
  const actions = useRowActions();
  const of = (step: string) => `${step}: ${invoice.invoiceNumber}`;
  switch (invoice.status) {
    case 'draft':
      return (
        <IconButton
          size="sm"
          label={of('Mark as Sent')}
          icon={IconSend}
          onClick={() => actions.markSent(invoice)}
        />
      );
    case 'sent':
    case 'overdue':
      return (
        <IconButton
          size="sm"
          label={of('Mark as Paid')}
          icon={IconCircleCheck}
          onClick={() => actions.markPaid(invoice)}
        />
      );
    case 'paid':
      return (
        <IconButton
          size="sm"
          label={of('Download PDF')}
          icon={IconDownload}
          onClick={() => downloadPdf(invoice)}
        />
      );
  }
}
