import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentLayout } from '../../../documents/detail/document-layout.tsx';
import { requestEmail } from '../../../documents/email/email-request.ts';
import { EmailState } from '../../../documents/email/email-state.tsx';
import { SendEmailDialog } from '../../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../../documents/email/use-send-email.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { orpc } from '../../../lib/api.ts';
import { ApiError, reason } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { DeleteInvoicesDialog } from '../delete-invoices-dialog.tsx';
import { invoiceMail, mailedPage } from '../invoice-mail.ts';
import type { InvoiceCommands } from '../invoice-menu.ts';
import { MarkPaidDialog } from '../mark-paid-dialog.tsx';
import { PaymentLinkDialog } from '../payment-link-dialog.tsx';
import { InvoiceShareDialog } from '../share/invoice-share-dialog.tsx';
import { useShare } from '../share/use-share.ts';
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
  const share = useShare(payment.actions);
  const email = useSendEmail(invoiceMail);
  const [paying, setPaying] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [sending, setSending] = useState(false);

  const markSent = async () => {
    setSending(true);
    await actions.markSent(invoice);
    setSending(false);
  };
  const commands: InvoiceCommands = {
    edit: onEdit,
    markPaid: () => setPaying(true),
    markSent: () => void markSent(),
    sendEmail: email.actions.start,
    share: share.actions.share,
    testPayment: (one) => void payment.actions.test(one),
    remove: () => setDeleting(true),
  };
  return (
    <>
      <DocumentLayout
        list={{ to: '/invoices', label: 'Invoices' }}
        number={invoice.invoiceNumber}
        head={<InvoiceHead invoice={invoice} />}
        actions={<InvoiceActionButtons invoice={invoice} sending={sending} commands={commands} />}
        state={
          <EmailState
            document={invoice}
            closed={invoice.status === 'paid'}
            timeZone={profile?.timeZone}
            onRetry={(message) => void email.actions.retry(invoice.id, message)}
            onWrite={() => requestEmail(invoiceMail, invoice)}
            onShare={() => share.actions.share(invoice)}
          />
        }
        document={<InvoicePages invoice={invoice} />}
        rest={<InvoiceFacts invoice={invoice} />}
      />
      <MarkPaidDialog
        invoices={paying ? [invoice] : []}
        today={today}
        onClose={() => setPaying(false)}
        onConfirm={(input) => actions.markPaid([invoice], input)}
      />
      <SendEmailDialog
        mail={invoiceMail}
        document={email.writing}
        page={mailedPage(profile)}
        onClose={email.actions.close}
        onQueued={email.actions.queued}
      />
      <InvoiceShareDialog
        invoice={share.invoice}
        generating={share.generating}
        onClose={share.actions.close}
        onPaymentLink={share.actions.generate}
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
