import {
  IconCircleCheck,
  IconCreditCard,
  IconDownload,
  IconEye,
  IconFileCode,
  IconFlask,
  IconLink,
  IconMail,
  IconPencil,
  IconPrinter,
  IconSend,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { isPublic } from '../../../../shared/invoices/invoice-status.ts';
import { formatMoney, isPositive } from '../../../../shared/money/money.ts';
import classes from '../../../documents/detail/document-rail.module.css';
import {
  RailCustomer,
  RailHead,
  RailHistory,
  RailLink,
} from '../../../documents/detail/document-rail.tsx';
import { InvoiceBadge } from '../../../documents/invoice-badge.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { Button } from '../../../ui/button.tsx';
import {
  copyPublicLink,
  downloadPdf,
  printPdf,
  saveAsJson,
  shareInvoice,
  viewPdf,
} from '../invoice-files.ts';
import { DRAFT_HAS_NO_LINK } from '../invoice-names.ts';
import { historyWords } from './history-words.ts';
import { InvoicePayments } from './invoice-payments.tsx';

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
      <Button variant="primary" wide icon={IconMail} writes onClick={onSendEmail}>
        Send by email
      </Button>
    ),
    sent: <PayButton onClick={onMarkPaid} primary />,
    overdue: <PayButton onClick={onMarkPaid} primary />,
    paid: (
      <Button variant="primary" wide icon={IconDownload} reads onClick={download}>
        Download PDF
      </Button>
    ),
  };
  return (
    <div className={classes.actions}>
      <div className={classes.primary}>{primary[status]}</div>
      {status === 'draft' && (
        <Button
          wide
          className={classes.primary}
          icon={IconSend}
          writes
          busy={sending}
          onClick={onMarkSent}
        >
          Mark as Sent
        </Button>
      )}
      {isPublic(status) && !paid && (
        <Button wide className={classes.primary} icon={IconMail} writes onClick={onSendEmail}>
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
          writes
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
        <Button wide icon={IconDownload} reads onClick={download}>
          Download PDF
        </Button>
      )}
      {/* Before it is paid the document beside these buttons is view enough. */}
      {paid && (
        <Button wide icon={IconEye} reads onClick={() => viewPdf(invoice)}>
          View
        </Button>
      )}
      <Button wide icon={IconPrinter} reads onClick={() => printPdf(invoice)}>
        Print
      </Button>
      <Button wide icon={IconPencil} writes onClick={onEdit}>
        Edit
      </Button>
      <Button wide icon={IconShare2} onClick={() => void shareInvoice(invoice)}>
        Share
      </Button>
      <Button wide icon={IconFileCode} reads onClick={() => void saveAsJson(invoice)}>
        Save as JSON
      </Button>
      {!paid && (
        <Button
          wide
          className={classes.primary}
          variant="quiet"
          icon={IconFlask}
          writes
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
    <Button
      variant={primary ? 'primary' : 'default'}
      wide
      icon={IconCircleCheck}
      writes
      onClick={onClick}
    >
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
      <RailHistory events={invoice.history} words={historyWords} />
      {invoice.estimate && (
        <RailLink title="Estimate">
          <Link to={`/estimates/${invoice.estimate.id}`}>{invoice.estimate.estimateNumber}</Link>
        </RailLink>
      )}
      <RailCustomer customer={invoice.customer} />
      <section className={classes.section}>
        <Button
          variant="danger"
          size="sm"
          icon={IconTrash}
          className={classes.delete}
          writes
          onClick={onDelete}
        >
          Delete invoice
        </Button>
      </section>
    </>
  );
}
