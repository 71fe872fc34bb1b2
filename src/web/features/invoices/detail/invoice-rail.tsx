import {
  IconCircleCheck,
  IconCreditCard,
  IconDownload,
  IconEye,
  IconFlask,
  IconLink,
  IconMail,
  IconPencil,
  IconPrinter,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { isPublic } from '../../../../shared/invoices/invoice-status.ts';
import { formatMoney, hundredths } from '../../../../shared/money/money.ts';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { partyNames } from '../../../documents/party-names.ts';
import { Timeline, TimelineEntry } from '../../../documents/timeline.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { orpc } from '../../../lib/api.ts';
import { instantWords } from '../../../lib/instant-words.ts';
import { Button } from '../../../ui/button.tsx';
import { copyPublicLink, downloadPdf, printPdf, viewPdf } from '../invoice-files.ts';
import { DRAFT_HAS_NO_LINK } from '../invoice-names.ts';
import { historyWords } from './history-words.ts';
import { InvoicePayments } from './invoice-payments.tsx';
import classes from './invoice-rail.module.css';
import { timeWords } from './time-words.ts';

interface Props {
  invoice: InvoiceDetail;
  sending: boolean;
  onEdit: () => void;
  onMarkPaid: () => void;
  onMarkSent: () => void;
  onSendEmail: () => void;
  onPaymentLink: () => void;
  onTestPayment: () => void;
  onDelete: () => void;
}

/** What an invoice's state is, what to do next, and what has happened. */
export function InvoiceHead({ invoice }: { invoice: InvoiceDetail }) {
  const { today } = useBusiness();
  const { words, late } = timeWords(invoice, today);
  const [whole, cents] = formatMoney(invoice.total).split('.');
  return (
    <section className={classes.head} aria-label="State">
      <InvoiceBadge status={invoice.status} />
      <p className={classes.amount}>
        {whole}
        <span>.{cents}</span>
      </p>
      <p className={classes.time}>
        {words}
        {late && <span className={classes.late}>{late}</span>}
      </p>
      {invoice.status !== 'paid' && hundredths(invoice.amountReceived) > 0n && (
        <p className={classes.part}>
          Received {formatMoney(invoice.amountReceived)},{' '}
          <b>{formatMoney(invoice.amountDue)} due</b>
        </p>
      )}
    </section>
  );
}

export function InvoiceActionButtons({
  invoice,
  sending,
  onEdit,
  onMarkPaid,
  onMarkSent,
  onSendEmail,
  onPaymentLink,
  onTestPayment,
}: Props) {
  const { status } = invoice;
  const paid = status === 'paid';
  const download = () => downloadPdf(invoice);
  const primary: Record<typeof status, ReactNode> = {
    draft: (
      <Button variant="primary" wide icon={IconMail} onClick={onSendEmail}>
        Send by email
      </Button>
    ),
    sent: <PayButton onClick={onMarkPaid} primary />,
    overdue: <PayButton onClick={onMarkPaid} primary />,
    paid: (
      <Button variant="primary" wide icon={IconDownload} onClick={download}>
        Download PDF
      </Button>
    ),
  };
  return (
    <div className={classes.actions}>
      <div className={classes.primary}>{primary[status]}</div>
      {status === 'draft' && (
        <Button wide icon={IconSend} busy={sending} onClick={onMarkSent}>
          Mark as Sent
        </Button>
      )}
      {isPublic(status) && !paid && (
        <Button wide className={classes.primary} icon={IconMail} onClick={onSendEmail}>
          Send by email
        </Button>
      )}
      {!paid && (
        <Button
          wide
          className={classes.primary}
          icon={IconCreditCard}
          disabled={status === 'draft'}
          disabledReason={status === 'draft' ? DRAFT_HAS_NO_LINK : undefined}
          onClick={onPaymentLink}
        >
          Generate Payment Link
        </Button>
      )}
      {status === 'draft' && <PayButton onClick={onMarkPaid} />}
      {isPublic(status) && (
        <Button wide icon={IconLink} onClick={() => void copyPublicLink(invoice)}>
          Copy public link
        </Button>
      )}
      {!paid && (
        <Button wide icon={IconDownload} onClick={download}>
          Download PDF
        </Button>
      )}
      {/* Before it is paid the document beside these buttons is view enough. */}
      {paid && (
        <Button wide icon={IconEye} onClick={() => viewPdf(invoice)}>
          View
        </Button>
      )}
      <Button wide icon={IconPrinter} onClick={() => printPdf(invoice)}>
        Print
      </Button>
      <Button wide icon={IconPencil} onClick={onEdit}>
        Edit
      </Button>
      {!paid && (
        <Button
          wide
          className={classes.primary}
          variant="quiet"
          icon={IconFlask}
          onClick={onTestPayment}
        >
          Test payment integration
        </Button>
      )}
    </div>
  );
}

function PayButton({ onClick, primary = false }: { onClick: () => void; primary?: boolean }) {
  return (
    <Button variant={primary ? 'primary' : 'default'} wide icon={IconCircleCheck} onClick={onClick}>
      Mark as Paid
    </Button>
  );
}

/** Payments, history, customer, and the way to delete it. */
export function InvoiceFacts({ invoice, onDelete }: Pick<Props, 'invoice' | 'onDelete'>) {
  const { profile } = useBusiness();
  return (
    <>
      <InvoicePayments invoice={invoice} timeZone={profile?.timeZone} />
      <History invoice={invoice} timeZone={profile?.timeZone} />
      <CustomerFacts invoice={invoice} />
      <section className={classes.section}>
        <Button
          variant="danger"
          size="sm"
          icon={IconTrash}
          className={classes.delete}
          onClick={onDelete}
        >
          Delete invoice
        </Button>
      </section>
    </>
  );
}

const SHOWN_AT_FIRST = 8;

function History({ invoice, timeZone }: { invoice: InvoiceDetail; timeZone: string | undefined }) {
  const [all, setAll] = useState(false);
  const shown = all ? invoice.history : invoice.history.slice(0, SHOWN_AT_FIRST);
  const hidden = invoice.history.length - shown.length;
  return (
    <section className={classes.section} aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <Timeline>
        {shown.map((event) => {
          const { words, glyph } = historyWords(event);
          return (
            <TimelineEntry
              key={event.id}
              glyph={glyph}
              below={
                <time dateTime={event.createdAt}>{instantWords(event.createdAt, timeZone)}</time>
              }
            >
              {words}
            </TimelineEntry>
          );
        })}
      </Timeline>
      {hidden > 0 && (
        <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  );
}

function CustomerFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { data } = useQuery(orpc.customers.get.queryOptions({ input: { id: invoice.customerId } }));
  const { main, beside } = partyNames(invoice.customer);
  const { email } = invoice.customer;
  return (
    <section className={classes.section} aria-labelledby="customer-title">
      <h2 id="customer-title">Customer</h2>
      <dl className={classes.facts}>
        <dt>{beside ? 'Company' : 'Name'}</dt>
        <dd dir="auto">
          <Link to={`/customers?search=${encodeURIComponent(main)}`}>{main}</Link>
        </dd>
        {beside && (
          <>
            <dt>Contact</dt>
            <dd dir="auto">{beside}</dd>
          </>
        )}
        {email && (
          <>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </>
        )}
        {data?.phone && (
          <>
            <dt>Phone</dt>
            <dd>{data.phone}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
