import { Link } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive } from '../../../../shared/money/hundredths.ts';
import { DocumentActions } from '../../../documents/detail/document-actions.tsx';
import classes from '../../../documents/detail/document-rail.module.css';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
} from '../../../documents/detail/document-rail.tsx';
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
  return (
    <RailHead badge={<InvoiceBadge status={invoice.status} />} amount={invoice.total}>
      <p className={classes.time}>
        {words}
        {late && <span className={classes.late}>{late}</span>}
      </p>
      {invoice.status !== 'paid' && isPositive(invoice.amountReceived) && (
        <p className={classes.part}>
          Received {formatMoney(invoice.amountReceived)},{' '}
          <b>{formatMoney(invoice.amountDue)} due</b>
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
}: {
  invoice: InvoiceDetail;
  sending: boolean;
  commands: InvoiceCommands;
}) {
  const menu = invoiceMenu(invoice, commands);
  const { view, print, saveAsJson, testPayment, remove, edit, download } = menu;
  const markSent = { ...menu.markSent, busy: sending };
  const rest = [view, print, saveAsJson];
  const shape = {
    draft: {
      primary: menu.sendEmail,
      others: [markSent, download, edit],
      more: [[testPayment, menu.markPaid], rest],
    },
    open: {
      primary: menu.markPaid,
      others: [menu.sendEmail, download, edit],
      more: [[testPayment], rest],
    },
    paid: { primary: download, others: [edit], more: [rest] },
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
