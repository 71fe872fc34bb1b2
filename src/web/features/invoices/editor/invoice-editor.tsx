import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { orpc } from '../../../lib/api.ts';
import { reason } from '../../../lib/api-error.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { useBusiness } from '../use-business.ts';
import type { EditorSlots } from './editor-context.ts';
import { EditorForm } from './editor-form.tsx';
import classes from './invoice-editor.module.css';

export interface InvoiceEditorProps extends EditorSlots {
  /** The invoice to edit; undefined for a new one. */
  invoiceId: number | undefined;
  onClose: () => void;
  onSaved?: (invoice: InvoiceDetail) => void;
}

/** The editor fills the screen: the form at the left, the document at the right. */
export function InvoiceEditor({ invoiceId, onClose, ...rest }: InvoiceEditorProps) {
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      // The form asks before its input is lost: Escape goes to it.
      closeOnEscape={false}
      transitionProps={{ transition: 'fade', duration: 180 }}
      classNames={{ content: classes.content, body: classes.body, inner: classes.inner }}
    >
      <Modal.Content>
        <Modal.Body>
          {invoiceId === undefined ? (
            <NewInvoice onClose={onClose} {...rest} />
          ) : (
            <StoredInvoice invoiceId={invoiceId} onClose={onClose} {...rest} />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function NewInvoice(props: Omit<InvoiceEditorProps, 'invoiceId'>) {
  const user = useUser();
  const { today, pending } = useBusiness();
  const number = useQuery({
    ...orpc.invoices.nextNumber.queryOptions(),
    // A number that was free a while ago need not be so now.
    staleTime: 0,
    gcTime: 0,
  });
  // Both answers are quick, and a form whose dates moved after it was seen would be worse.
  if (!user || number.isPending || pending) {
    return <Waiting onClose={props.onClose} failed={false} />;
  }
  return (
    <EditorForm
      {...props}
      userId={user.id}
      today={today}
      stored={undefined}
      invoiceNumber={number.data?.invoiceNumber ?? ''}
    />
  );
}

function StoredInvoice({
  invoiceId,
  ...props
}: Omit<InvoiceEditorProps, 'invoiceId'> & { invoiceId: number }) {
  const user = useUser();
  const { today } = useBusiness();
  const stored = useQuery({
    ...orpc.invoices.get.queryOptions({ input: { id: invoiceId } }),
    // Edits begin from what is stored now, not from what was read an hour ago.
    refetchOnMount: 'always',
  });
  if (stored.isError) {
    return (
      <Waiting
        onClose={props.onClose}
        failed
        detail={reason(stored.error, '') || undefined}
        onRetry={() => void stored.refetch()}
      />
    );
  }
  if (!user || !stored.data || stored.isFetching) {
    return <Waiting onClose={props.onClose} failed={false} />;
  }
  return (
    <EditorForm
      {...props}
      userId={user.id}
      today={today}
      stored={stored.data}
      invoiceNumber={stored.data.invoiceNumber}
    />
  );
}

interface WaitingProps {
  onClose: () => void;
  failed: boolean;
  detail?: string | undefined;
  onRetry?: () => void;
}

function Waiting({ onClose, failed, detail, onRetry }: WaitingProps) {
  return (
    <div className={classes.waiting}>
      {failed ? (
        <PageError title="The invoice could not be loaded" detail={detail} onRetry={onRetry} />
      ) : (
        <PageSpinner label="Loading invoice" />
      )}
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
