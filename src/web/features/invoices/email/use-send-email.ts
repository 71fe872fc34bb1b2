import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Email } from '../../../../shared/emails/email.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { api } from '../../../lib/api.ts';
import { hasCode } from '../../../lib/api-error.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAfterChange, refreshInvoice } from '../refresh-invoices.ts';
import type { Mailable } from './email-request.ts';
import { takeEmailRequests } from './email-request.ts';
import { followEmail, tellEmailFailed } from './follow-email.ts';

export interface SendEmailActions {
  /** Asks what the message is to say; a customer without an address is told of first. */
  start: (invoice: Mailable) => void;
  /** The server has queued it. */
  queued: (invoice: InvoiceDetail) => void;
  retry: (invoiceId: number, email: Pick<Email, 'id'>) => Promise<void>;
  close: () => void;
}

/** Sending an invoice by e-mail: which one is being written, and what can be done. */
export function useSendEmail(): { writing: Mailable | undefined; actions: SendEmailActions } {
  const client = useQueryClient();
  const [writing, setWriting] = useState<Mailable>();
  useEffect(() => takeEmailRequests(setWriting), []);
  const actions = useMemo(
    (): SendEmailActions => ({
      start(invoice) {
        if (invoice.customer.email) {
          setWriting(invoice);
          return;
        }
        notify.error('No Email Address', "Customer doesn't have an email address on file.", {
          label: 'Enter one',
          onClick: () => setWriting(invoice),
        });
      },
      queued(invoice) {
        setWriting(undefined);
        refreshAfterChange(client, invoice);
        const [newest] = invoice.emails;
        if (newest) void followEmail(client, invoice, newest.id);
      },
      async retry(invoiceId, { id }) {
        try {
          await api.emails.retry({ id });
          refreshInvoice(client, invoiceId);
          void followEmail(client, { id: invoiceId }, id);
        } catch (error) {
          tellRefused(error);
          refreshInvoice(client, invoiceId);
        }
      },
      close: () => setWriting(undefined),
    }),
    [client],
  );
  return { writing, actions };
}

/** The toast of a call that did not queue anything. */
export function tellRefused(error: unknown): void {
  if (hasCode(error, 'ALREADY_PAID')) {
    notify.error('Invoice Already Paid', 'This invoice has already been paid.');
  } else {
    tellEmailFailed();
  }
}
