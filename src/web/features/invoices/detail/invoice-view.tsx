import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentLayout } from '../../../documents/detail/document-layout.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { orpc } from '../../../lib/api.ts';
import { ApiError, reason } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { DeleteInvoicesDialog } from '../delete-invoices-dialog.tsx';
import { requestEmail } from '../email/email-request.ts';
import { EmailState } from '../email/email-state.tsx';
import { SendEmailDialog } from '../email/send-email-dialog.tsx';
import { useSendEmail } from '../email/use-send-email.ts';
import { MarkPaidDialog } from '../mark-paid-dialog.tsx';
import { PaymentLinkDialog } from '../payment-link-dialog.tsx';
import { useInvoiceActions } from '../use-invoice-actions.ts';
import { usePaymentLink } from '../use-payment-link.ts';
import { InvoicePages } from './invoice-pages.tsx';
import { InvoiceActionButtons, InvoiceFacts, InvoiceHead } from './invoice-rail.tsx';

interface Props {
  invoiceId: number;
  onEdit: () => void;
}

const WHILE_QUEUED_MS = 5_000;

/** One invoice: its document, its state and what to do next. */
export function InvoiceView({ invoiceId, onEdit }: Props) {
  const stored = useQuery({
    ...orpc.invoices.get.queryOptions({ input: { id: invoiceId } }),
    // Others may have written it, and the customer may have seen it, since it was last read.
    refetchOnMount: 'always',
    enabled: invoiceId > 0,
    // A message on its way tells of itself only here.
    refetchInterval: ({ state }) =>
      state.data?.emails[0]?.status === 'queued' ? WHILE_QUEUED_MS : false,
  });
  if (stored.data) return <Found invoice={stored.data} onEdit={onEdit} />;
  const missing =
    !(invoiceId > 0) || (stored.error instanceof ApiError && stored.error.status === 404);
  if (missing) {
    return (
      <EmptyState title="Invoice not found" actions={<Button to="/invoices">All invoices</Button>}>
        <p>It does not exist, or it was deleted.</p>
      </EmptyState>
    );
  }
  if (stored.isError) {
    return (
      <PageError
        title="The invoice could not be loaded"
        detail={reason(stored.error, '') || undefined}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  return <PageSpinner label="Loading invoice" />;
}

function Found({ invoice, onEdit }: { invoice: InvoiceDetail; onEdit: () => void }) {
  const navigate = useNavigate();
  const { today, profile } = useBusiness();
  const actions = useInvoiceActions();
  const payment = usePaymentLink();
  const email = useSendEmail();
  const [paying, setPaying] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [sending, setSending] = useState(false);

  const markSent = async () => {
    setSending(true);
    await actions.markSent(invoice);
    setSending(false);
  };
  const parts = {
    invoice,
    sending,
    onEdit,
    onMarkPaid: () => setPaying(true),
    onMarkSent: () => void markSent(),
    onSendEmail: () => email.actions.start(invoice),
    onPaymentLink: () => void payment.actions.generate(invoice),
    onTestPayment: () => void payment.actions.test(invoice),
    onDelete: () => setDeleting(true),
  };
  return (
    <>
      <DocumentLayout
        list={{ to: '/invoices', label: 'Invoices' }}
        number={invoice.invoiceNumber}
        now={
          <>
            <InvoiceHead invoice={invoice} />
            <InvoiceActionButtons {...parts} />
            <EmailState
              invoice={invoice}
              timeZone={profile?.timeZone}
              onRetry={(message) => void email.actions.retry(invoice.id, message)}
              onWrite={() => requestEmail(invoice)}
            />
          </>
        }
        document={<InvoicePages invoice={invoice} />}
        rest={<InvoiceFacts {...parts} />}
      />
      <MarkPaidDialog
        invoices={paying ? [invoice] : []}
        today={today}
        onClose={() => setPaying(false)}
        onConfirm={(input) => actions.markPaid([invoice], input)}
      />
      <SendEmailDialog
        invoice={email.writing}
        onClose={email.actions.close}
        onQueued={email.actions.queued}
      />
      <PaymentLinkDialog link={payment.shown} onClose={payment.actions.hide} />
      <DeleteInvoicesDialog
        invoices={deleting ? [invoice] : []}
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          const gone = await actions.remove([invoice]);
          if (gone) void navigate('/invoices');
          return gone;
        }}
      />
    </>
  );
}
