import { shownNumber } from '../../../../shared/documents/document-number.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { IconType } from '../../../ui/icons.ts';
import { IconCircleCheck, IconDots, IconDownload, IconMail } from '../../../ui/icons.ts';
import type { MenuAction } from '../../../ui/menu.tsx';
import { MenuList } from '../../../ui/menu.tsx';
import { downloadPdf } from '../invoice-files.ts';
import { invoiceMenu } from '../invoice-menu.ts';
import { useRowActions } from './row-actions.ts';

interface MenuButtonProps {
  invoice: Invoice;
  opened: boolean;
  onOpen: (invoice: Invoice, button: HTMLElement) => void;
  /** As large as a thumb. */
  large?: boolean;
}

/** Opens the list's one menu: a menu to each of thousands of rows would be most of the work. */
export function RowMenuButton({ invoice, opened, onOpen, large = false }: MenuButtonProps) {
  return (
    <IconButton
      size={large ? 'md' : 'sm'}
      tooltip={false}
      label={`Actions for ${shownNumber(invoice.invoiceNumber)}`}
      icon={IconDots}
      aria-haspopup="menu"
      aria-expanded={opened}
      onClick={(event) => onOpen(invoice, event.currentTarget)}
    />
  );
}

export interface MenuPlace {
  invoice: Invoice;
  /** The one that opened it. */
  button: HTMLElement;
}

interface MenuProps {
  place: MenuPlace;
  /** From the lower edge, on the phone. */
  sheet?: boolean;
  onClose: () => void;
}

export function RowMenu({ place: { invoice, button }, sheet = false, onClose }: MenuProps) {
  return (
    <MenuList
      anchor={button}
      onClose={onClose}
      groups={useGroups(invoice)}
      label={`Actions for ${shownNumber(invoice.invoiceNumber)}`}
      sheet={sheet}
    />
  );
}

function useGroups(invoice: Invoice): MenuAction[][] {
  const menu = invoiceMenu(invoice, useRowActions());
  const { view, edit, duplicate, makeRecurring, download, print, saveAsJson, share } = menu;
  const ways: MenuAction[] = [share];
  if (invoice.status !== 'paid') ways.push(menu.sendEmail);
  if (invoice.status === 'draft') ways.push(menu.markSent);
  if (invoice.status !== 'paid') {
    ways.push(menu.markPaid, menu.paymentLink, menu.testPayment);
  }
  return [
    [view, { ...edit, shortcut: 'E' }, duplicate, makeRecurring, download, print, saveAsJson],
    ways,
    [menu.remove],
  ];
}

interface Step {
  step: string;
  icon: IconType;
  act: (invoice: Invoice) => void;
  /** It changes nothing. */
  reads?: boolean;
}

/** The one next step of an invoice, beside the menu while the row is pointed at. */
export function NextStep({ invoice }: { invoice: Invoice }) {
  const actions = useRowActions();
  const send = { step: 'Send by email', icon: IconMail, act: actions.sendEmail };
  const isWithdrawn = invoice.undelivered?.how === 'withdrawn';
  const download = { step: 'Download PDF', icon: IconDownload, act: downloadPdf, reads: true };
  const {
    step,
    icon,
    act,
    reads = false,
  }: Step = {
    draft: send,
    sent: isWithdrawn
      ? send
      : invoice.standing === 'nothing_due'
        ? download
        : { step: 'Mark as Paid', icon: IconCircleCheck, act: actions.markPaid },
    overdue: { step: 'Send reminder', icon: IconMail, act: actions.sendEmail },
    paid: download,
  }[invoice.status];
  return (
    <IconButton
      size="sm"
      tooltip={false}
      title={step}
      label={`${step}: ${shownNumber(invoice.invoiceNumber)}`}
      icon={icon}
      reads={reads}
      writes={!reads}
      onClick={() => act(invoice)}
    />
  );
}
