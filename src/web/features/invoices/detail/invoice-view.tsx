import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { shownNumber } from '../../../../shared/documents/document-number.ts';
import { nationalRule } from '../../../../shared/documents/number-series/issued-invoices.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { DocumentLayout } from '../../../documents/detail/document-layout.tsx';
import { DocumentPages } from '../../../documents/detail/document-pages.tsx';
import { invoicePicture } from '../../../documents/detail/document-queries.ts';
import { UnreadDocument, WHILE_SHOWN } from '../../../documents/detail/stored-document.tsx';
import { viewPdf } from '../../../documents/document-files.ts';
import { requestEmail } from '../../../documents/email/email-request.ts';
import { EmailState } from '../../../documents/email/email-state.tsx';
import { SendEmailDialog } from '../../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../../documents/email/use-send-email.ts';
import { LawLink } from '../../../documents/law-link.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { useSetIssuedInvoices } from '../../../documents/use-issued-invoices.ts';
import { orpc } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { DeleteInvoicesDialog } from '../delete-invoices-dialog.tsx';
import { invoiceMail, mailedPage } from '../invoice-mail.ts';
import type { InvoiceCommands } from '../invoice-menu.ts';
import { MarkPaidDialog } from '../mark-paid-dialog.tsx';
import { PaymentLinkDialog } from '../payment-link-dialog.tsx';
import { RecordPaymentDialog } from '../payments/record-payment-dialog.tsx';
import { WriteOffDialog } from '../payments/write-off-dialog.tsx';
import { InvoiceShareDialog } from '../share/invoice-share-dialog.tsx';
import { useShare } from '../share/use-share.ts';
import { useInvoiceActions } from '../use-invoice-actions.ts';
import { usePaymentLink } from '../use-payment-link.ts';
import { InvoiceActionButtons, InvoiceFacts, InvoiceHead } from './invoice-rail.tsx';

interface Props {
  invoiceId: number;
  onEdit: () => void;
  /** Asks what is credited of it, and whether it is taken back and begun anew. */
  onCredit: () => void;
  onCorrect: () => void;
}

/** One invoice: its document, its state and what to do next. */
export function InvoiceView({ invoiceId, ...on }: Props) {
  const stored = useQuery({
    ...orpc.invoices.get.queryOptions({ input: { id: invoiceId } }),
    ...WHILE_SHOWN,
    enabled: invoiceId > 0,
  });
  if (stored.data) return <Found invoice={stored.data} {...on} />;
  return <UnreadDocument kind="invoice" id={invoiceId} query={stored} />;
}

function Found({
  invoice,
  onEdit,
  onCredit,
  onCorrect,
}: { invoice: InvoiceDetail } & Omit<Props, 'invoiceId'>) {
  const navigate = useNavigate();
  const { today, profile } = useBusiness();
  const actions = useInvoiceActions();
  const payment = usePaymentLink();
  const share = useShare(payment.actions);
  const email = useSendEmail(invoiceMail);
  const [paying, setPaying] = useState(false);
  const [recording, setRecording] = useState(false);
  const [writingOff, setWritingOff] = useState(false);
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
        number={shownNumber(invoice.invoiceNumber)}
        head={<InvoiceHead invoice={invoice} />}
        actions={
          <InvoiceActionButtons
            invoice={invoice}
            sending={sending}
            commands={commands}
            onRecordPayment={() => setRecording(true)}
            onWriteOff={() => setWritingOff(true)}
            onCredit={onCredit}
            onCorrect={onCorrect}
          />
        }
        state={
          <>
            <EmailState
              document={invoice}
              closed={invoice.status === 'paid'}
              timeZone={profile?.timeZone}
              onRetry={(message) => void email.actions.retry(invoice.id, message)}
              onWrite={() => requestEmail('invoice', invoice)}
              onShare={() => share.actions.share(invoice)}
            />
            {invoice.status !== 'draft' && <IssuedInvoicesQuestion />}
          </>
        }
        document={
          <DocumentPages
            kind="invoice"
            number={shownNumber(invoice.invoiceNumber)}
            picture={(page) => invoicePicture(invoice, page)}
            onOpenPdf={() => viewPdf('invoice', invoice)}
          />
        }
        rest={<InvoiceFacts invoice={invoice} onCredit={onCredit} />}
      />
      <MarkPaidDialog
        invoices={paying ? [invoice] : []}
        today={today}
        onClose={() => setPaying(false)}
        onConfirm={(input) => actions.markPaid([invoice], input)}
      />
      <RecordPaymentDialog
        payer={invoice}
        invoice={invoice}
        today={today}
        opened={recording}
        onClose={() => setRecording(false)}
      />
      <WriteOffDialog invoice={invoice} opened={writingOff} onClose={() => setWritingOff(false)} />
      <SendEmailDialog mail={invoiceMail} email={email} page={mailedPage(profile)} />
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

/**
 * Asks once, at the first invoice that is out, whether such ones stay as they are: where the business's
 * country wants that, with the reason. Whoever does not answer goes on as before.
 */
function IssuedInvoicesQuestion() {
  const { profile } = useBusiness();
  const save = useSetIssuedInvoices();
  const rule = nationalRule(profile?.country);
  if (!profile || profile.issuedInvoicesChosen || !rule) return null;
  return (
    <section
      className="mt-4 grid gap-1.5 rounded border border-hairline bg-surface p-3 leading-5"
      aria-label="Issued invoices"
    >
      <p>
        <b>Lock issued invoices?</b>
      </p>
      <p className="text-13 text-pretty text-muted">
        In {rule.country}, {rule.asks} (<LawLink rule={rule} />
        ). Remit can refuse to change or delete what is issued: you correct it with a credit note.
        This can be switched off later for new invoices.
      </p>
      <p className="mt-1 flex flex-wrap gap-2">
        <Button size="sm" writes busy={save.isPending} onClick={() => save.mutate('fixed')}>
          Lock issued invoices
        </Button>
        <Button
          size="sm"
          variant="quiet"
          writes
          disabled={save.isPending}
          onClick={() => save.mutate('revise')}
        >
          Not now
        </Button>
      </p>
    </section>
  );
}
