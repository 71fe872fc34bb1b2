import type { QueryClient } from '@tanstack/react-query';
import type { Email } from '../../../../shared/emails/email.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../ui/notify.tsx';
import { refreshAfterChange } from '../refresh-invoices.ts';

/** Between two looks, in ms: soon at first, then with patience. Half a minute in all. */
const LOOKS = [300, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 6_000];

const followed = new Set<number>();

/** The words of a failure (specification, section 8). */
export function tellEmailFailed(): void {
  notify.error('Email Failed', 'Failed to send invoice email. Please try again.');
}

/**
 * Looks how far a queued message comes, and tells in a toast once the mail server has accepted it,
 * or has not. What takes longer is left to the invoice's page.
 */
export async function followEmail(
  client: QueryClient,
  { id }: Pick<InvoiceDetail, 'id'>,
  emailId: number,
): Promise<void> {
  if (followed.has(emailId)) return;
  followed.add(emailId);
  try {
    for (const pause of LOOKS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const invoice = await api.invoices.get({ id });
      const email = invoice.emails.find((one) => one.id === emailId);
      if (!email) return;
      if (email.status === 'queued' && email.lastError === null) continue;
      refreshAfterChange(client, invoice);
      tell(invoice, email);
      return;
    }
  } catch {
    // Signed out, offline: the invoice's page says how it stands when it is looked at next.
  } finally {
    followed.delete(emailId);
  }
}

function tell({ invoiceNumber }: InvoiceDetail, email: Email): void {
  if (email.withdrawn) {
    notify.success('Email not sent', email.lastError ?? undefined);
  } else if (email.status === 'failed') {
    tellEmailFailed();
  } else if (email.status === 'queued') {
    notify.error('Email not sent yet', `${email.lastError ?? ''} It is tried again by itself.`);
  } else if (email.keptInOutbox) {
    notify.success('Kept in the outbox', 'No mail server is set up: it reached nobody.');
  } else {
    notify.success('Email Sent', `${invoiceNumber} was sent to ${email.to}.`);
  }
}
