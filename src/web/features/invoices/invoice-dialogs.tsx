import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Invoice } from '../../../shared/invoices/invoice.contract.ts';
import { SendEmailDialog } from '../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../documents/email/use-send-email.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { DeleteInvoicesDialog } from './delete-invoices-dialog.tsx';
import { invoiceMail, mailedPage } from './invoice-mail.ts';
import type { InvoiceCommands } from './invoice-menu.ts';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { PaymentLinkDialog } from './payment-link-dialog.tsx';
import { InvoiceShareDialog } from './share/invoice-share-dialog.tsx';
import { useInvoiceActions } from './use-invoice-actions.ts';
import { usePaymentLink } from './use-payment-link.ts';

interface Outcome {
  edit: (invoice: Invoice) => void;
  duplicate: (invoice: Invoice) => void;
  onPaid?: () => void;
  onDeleted?: () => void;
}

/** What can be done with invoices, on their page and in the list. Commands are stable, so that rows are drawn once. */
export function useInvoiceDialogs({ edit, duplicate, onPaid, onDeleted }: Outcome) {
  const navigate = useNavigate();
  const actions = useInvoiceActions();
  const link = usePaymentLink();
  const email = useSendEmail(invoiceMail);
  const [paying, setPaying] = useState<readonly Invoice[]>([]);
  const [deleting, setDeleting] = useState<readonly Invoice[]>([]);
  const [shared, setShared] = useState<Invoice>();
  const [busy, setBusy] = useState(false);

  const { start } = email.actions;
  const { test } = link.actions;
  const commands = useMemo(
    (): InvoiceCommands => ({
      edit,
      duplicate,
      makeRecurring: ({ id }) => void navigate(`/recurring?new=1&from=${id}`),
      markPaid: (invoice) => setPaying([invoice]),
      markSent(invoice) {
        setBusy(true);
        void actions.markSent(invoice).finally(() => setBusy(false));
      },
      sendEmail: start,
      share: setShared,
      testPayment: (invoice) => void test(invoice),
      remove: (invoice) => setDeleting([invoice]),
    }),
    [edit, duplicate, navigate, actions, start, test],
  );
  const dialogs = { actions, link, email, paying, deleting, shared, onPaid, onDeleted };
  return {
    commands,
    email,
    busy,
    setPaying,
    setDeleting,
    dialogs: { ...dialogs, setPaying, setDeleting, setShared },
  };
}

/** The dialogs themselves. */
export function InvoiceDialogs({
  actions,
  link,
  email,
  paying,
  deleting,
  shared,
  ...on
}: ReturnType<typeof useInvoiceDialogs>['dialogs']) {
  const { today, profile } = useBusiness();
  const [generating, setGenerating] = useState(false);
  const generate = async (invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'status'>) => {
    setGenerating(true);
    await link.actions.generate(invoice);
    setGenerating(false);
    on.setShared(undefined);
  };
  return (
    <>
      <MarkPaidDialog
        invoices={paying}
        today={today}
        onClose={() => on.setPaying([])}
        onConfirm={async (input) => {
          const outcome = await actions.markPaid(paying, input);
          if (outcome.marked) on.onPaid?.();
          return outcome;
        }}
      />
      <SendEmailDialog mail={invoiceMail} email={email} page={mailedPage(profile)} />
      <InvoiceShareDialog
        invoice={shared}
        generating={generating}
        onClose={() => on.setShared(undefined)}
        onPaymentLink={(invoice) => void generate(invoice)}
      />
      <PaymentLinkDialog link={link.shown} onClose={link.actions.hide} />
      <DeleteInvoicesDialog
        invoices={deleting}
        onClose={() => on.setDeleting([])}
        onConfirm={async () => {
          const gone = await actions.remove(deleting);
          if (gone) on.onDeleted?.();
          return gone;
        }}
      />
    </>
  );
}
