import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { nationalRule } from '../../../../shared/documents/number-series/issued-invoices.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { invoicePicture } from '../../../documents/detail/document-queries.ts';
import { LawLink } from '../../../documents/law-link.tsx';
import { DocumentView, StoredDocument } from '../../../documents/records/document-view.tsx';
import { useBusiness } from '../../../documents/use-business.ts';
import { useSetIssuedInvoices } from '../../../documents/use-issued-invoices.ts';
import { Button } from '../../../ui/button.tsx';
import { InvoiceDialogs, useInvoiceDialogs } from '../invoice-dialogs.tsx';
import { invoiceMail } from '../invoice-mail.ts';
import { RecordPaymentDialog } from '../payments/record-payment-dialog.tsx';
import { WriteOffDialog } from '../payments/write-off-dialog.tsx';
import { InvoiceActionButtons, InvoiceFacts, InvoiceHead } from './invoice-rail.tsx';

interface Props {
  id: number;
  onEdit: () => void;
  onDuplicate: () => void;
  /** Asks what is credited of it, and whether it is taken back and begun anew. */
  onCredit: () => void;
  onCorrect: () => void;
}

/** One invoice: its document, its state and what to do next. */
export function InvoiceView({ id, ...on }: Props) {
  return (
    <StoredDocument kind="invoice" id={id} stored={invoiceMail.stored}>
      {(invoice) => <Found invoice={invoice} {...on} />}
    </StoredDocument>
  );
}

function Found({
  invoice,
  onEdit,
  onDuplicate,
  onCredit,
  onCorrect,
}: { invoice: InvoiceDetail } & Omit<Props, 'id'>) {
  const navigate = useNavigate();
  const { today } = useBusiness();
  const { commands, email, busy, dialogs } = useInvoiceDialogs({
    edit: onEdit,
    duplicate: onDuplicate,
    onDeleted: useCallback(() => void navigate('/invoices'), [navigate]),
  });
  const [opened, setOpened] = useState<'record' | 'write off'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <DocumentView
        kind="invoice"
        document={invoice}
        picture={invoicePicture}
        email={email}
        closed={invoice.status === 'paid'}
        head={<InvoiceHead invoice={invoice} />}
        actions={
          <InvoiceActionButtons
            invoice={invoice}
            sending={busy}
            commands={commands}
            onRecordPayment={() => setOpened('record')}
            onWriteOff={() => setOpened('write off')}
            onCredit={onCredit}
            onCorrect={onCorrect}
          />
        }
        notice={invoice.status !== 'draft' && <IssuedInvoicesQuestion />}
        facts={<InvoiceFacts invoice={invoice} onCredit={onCredit} />}
        onShare={commands.share}
      />
      <InvoiceDialogs {...dialogs} />
      <RecordPaymentDialog
        payer={invoice}
        invoice={invoice}
        today={today}
        opened={opened === 'record'}
        onClose={close}
      />
      <WriteOffDialog invoice={invoice} opened={opened === 'write off'} onClose={close} />
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
        ). Remit can prevent issued invoices from being changed or deleted: you correct them with a
        credit note. You can switch this off later for new invoices.
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
