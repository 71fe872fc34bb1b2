import { IconReceiptRefund, IconRotate } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../../../shared/money/money.ts';
import { DocumentActions } from '../../../documents/detail/document-actions.tsx';
import classes from '../../../documents/detail/document-rail.module.css';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
} from '../../../documents/detail/document-rail.tsx';
import { RailVersions } from '../../../documents/detail/document-versions.tsx';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import type { InvoiceCommands } from '../invoice-menu.ts';
import { invoiceMenu } from '../invoice-menu.ts';
import { formatInvoiceEvent } from './format-invoice-event.ts';
import { formatInvoiceTiming } from './format-invoice-timing.ts';
import { InvoicePayments } from './invoice-payments.tsx';

/** What an invoice's state is, what to do next, and what has happened. */
export function InvoiceHead({ invoice }: { invoice: InvoiceDetail }) {
  const { today } = useBusiness();
  const { words, late } = formatInvoiceTiming(invoice, today);
  const received = money(invoice.amountReceived, invoice.currency);
  const due = money(invoice.amountDue, invoice.currency);
  return (
    <RailHead
      badge={<InvoiceBadge status={invoice.status} />}
      amount={money(invoice.total, invoice.currency)}
    >
      <p className={classes.time}>
        {words}
        {late && <span className={classes.late}>{late}</span>}
      </p>
      {invoice.status !== 'paid' && isPositive(received) && (
        <p className={classes.part}>
          Received {formatMoney(received)}, <b>{formatMoney(due)} due</b>
        </p>
      )}
    </RailHead>
  );
}

/** The next step by its state, then what is often wanted, then the rest. */
export function InvoiceActionButtons({
  invoice,
  sending,
  commands,
  onCredit,
  onCorrect,
}: {
  invoice: InvoiceDetail;
  sending: boolean;
  commands: InvoiceCommands;
  onCredit: () => void;
  onCorrect: () => void;
}) {
  const menu = invoiceMenu(invoice, commands);
  const { view, print, saveAsJson, testPayment, remove, edit, download } = menu;
  const markSent = { ...menu.markSent, busy: sending };
  const rest = [view, print, saveAsJson];
  const credits = [
    { label: 'Credit this invoice', icon: IconReceiptRefund, writes: true, onClick: onCredit },
    { label: 'Correct this invoice', icon: IconRotate, writes: true, onClick: onCorrect },
  ];
  const shape = {
    draft: {
      primary: menu.sendEmail,
      others: [markSent, download, edit],
      more: [[testPayment, menu.markPaid], rest],
    },
    open: {
      primary: menu.markPaid,
      others: [menu.sendEmail, download, edit],
      more: [credits, [testPayment], rest],
    },
    paid: { primary: download, others: [edit], more: [credits, rest] },
  }[invoice.status === 'draft' || invoice.status === 'paid' ? invoice.status : 'open'];
  return (
    <DocumentActions
      label={`More for ${invoice.invoiceNumber}`}
      primary={shape.primary}
      share={menu.share}
      others={shape.others}
      more={[...shape.more, [{ ...remove, label: 'Delete invoice' }]]}
    />
  );
}

/** Payments, history and customer. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { profile } = useBusiness();
  return (
    <>
      <InvoicePayments invoice={invoice} timeZone={profile?.timeZone} />
      {invoice.creditNotes.length > 0 && (
        <RailLink title={invoice.creditNotes.length === 1 ? 'Credit note' : 'Credit notes'}>
          {invoice.creditNotes.map(({ id, creditNoteNumber, status, total }) => (
            <p key={id}>
              <Link to={`/credit-notes/${id}`}>{creditNoteNumber}</Link>{' '}
              {formatMoney(money(total, invoice.currency))}
              {status === 'draft' && ', a draft'}
            </p>
          ))}
        </RailLink>
      )}
      <RailVersions kind="invoice" document={invoice} />
      <RailHistory
        events={invoice.history}
        words={(event) => formatInvoiceEvent(event, invoice.currency)}
      />
      {invoice.estimate && (
        <RailLink title="Estimate">
          <Link to={`/estimates/${invoice.estimate.id}`}>{invoice.estimate.estimateNumber}</Link>
        </RailLink>
      )}
      <RailCustomer customer={invoice.customer} />
    </>
  );
}
