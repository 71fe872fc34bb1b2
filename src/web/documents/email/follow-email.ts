import type { QueryClient } from '@tanstack/react-query';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { notify } from '../../ui/notify.tsx';
import type { DocumentMail, MailedDetail } from './document-mail.ts';
import { sendFailure } from './document-mail.ts';
import { formatCopies } from './format-email-event.ts';

/**
 * Between two looks, in ms, half a minute in all. The outcome takes the place of the toast that says
 * what was done, which is read first.
 */
const LOOKS = [1_500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 6_000];

const followed = new Set<number>();

/** Nothing more is told of a message: its owner took it back here. */
export function stopFollowing(emailId: number): void {
  followed.delete(emailId);
}

/**
 * Looks how far a queued message comes, and tells in a toast once the mail server has accepted it,
 * or has not. What takes longer is left to the document's page.
 * @param heldMs before it goes out
 */
export async function followEmail<Detail extends MailedDetail>(
  client: QueryClient,
  mail: DocumentMail<Detail>,
  id: number,
  emailId: number,
  heldMs = 0,
): Promise<void> {
  if (followed.has(emailId)) return;
  followed.add(emailId);
  try {
    for (const [look, pause] of LOOKS.entries()) {
      const wait = look === 0 ? heldMs + pause : pause;
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!followed.has(emailId)) return;
      const document = await mail.stored(id).queryFn();
      const email = document.emails.find((one) => one.id === emailId);
      if (!email) return;
      if (email.status === 'queued' && email.lastError === null) continue;
      mail.refresh(client, document);
      notifyOutcome(client, mail.facts(document), email);
      return;
    }
  } catch {
    // Signed out, offline: the document's page says how it stands when it is looked at next.
  } finally {
    followed.delete(emailId);
  }
}

/** 'INV-0007 goes to marta@example.com on Dec 01, 2026, 9:00 AM.', where the business is. */
export function formatGoesOut(
  client: QueryClient,
  what: string,
  { to, nextAttemptAt }: Pick<Email, 'to' | 'nextAttemptAt'>,
): string {
  const profile = client.getQueryData(orpc.profile.get.queryKey());
  const when = nextAttemptAt
    ? `on ${formatInstant(nextAttemptAt, profile?.timeZone)}`
    : 'at the time you chose';
  return `${what} goes to ${to} ${when}.`;
}

function notifyOutcome(client: QueryClient, { of, number }: DocumentFacts, email: Email): void {
  if (email.withdrawnByOwner) {
    notify.success('Email withdrawn', `Nothing was sent to ${email.to}.`);
  } else if (email.withdrawn) {
    notify.success('Email not sent', email.lastError ?? undefined);
  } else if (email.mayHaveArrived) {
    notify.error('Email may have been sent', email.lastError ?? undefined);
  } else if (email.status === 'failed') {
    // What is wrong with the document, no further attempt sets right.
    notify.error('Email Failed', (email.refusedField && email.lastError) || sendFailure(of));
  } else if (email.waitsFor === 'schedule') {
    notify.success('Email scheduled', formatGoesOut(client, 'It', email));
  } else if (email.waitsFor) {
    notify.success(
      'Email waiting to be sent',
      `${email.lastError ?? ''} It is sent automatically.`,
    );
  } else if (email.status === 'queued') {
    notify.error('Email not sent yet', `${email.lastError ?? ''} Remit tries again automatically.`);
  } else if (email.keptInOutbox) {
    notify.success('Kept in the outbox', 'No mail server is set up, so it was not delivered.');
  } else {
    notify.success('Email Sent', `${number} was sent to ${email.to}${formatCopies(email)}.`);
  }
}
