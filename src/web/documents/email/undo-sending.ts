import type { QueryClient } from '@tanstack/react-query';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { findEarlier } from '../../../shared/emails/undelivered.ts';
import { hasCode, errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import type { ToastAction } from '../../ui/notify.tsx';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import type { DocumentMail, MailedDetail } from './document-mail.ts';
import { requestEmail } from './email-request.ts';
import { stopFollowing } from './follow-email.ts';
import { formatEarlier } from './format-undelivered.ts';

/** How long a message that was just queued can be taken back, by the server's own clock; 0: not at all. */
export function readHoldMs({
  waitsFor,
  createdAt,
  nextAttemptAt,
}: Pick<Email, 'waitsFor' | 'createdAt' | 'nextAttemptAt'>): number {
  if (waitsFor !== 'undo' || nextAttemptAt === null) return 0;
  return Math.max(0, Date.parse(nextAttemptAt) - Date.parse(createdAt));
}

/** Takes a message back, shows its document as it is then, and says what became of it. */
export async function undoSending<Detail extends MailedDetail>(
  client: QueryClient,
  mail: DocumentMail<Detail>,
  id: number,
  emailId: number,
): Promise<void> {
  const title = 'Email withdrawn';
  // The button that was pressed is gone at once in the toast, and with the answer on the page.
  rescueFocus();
  let to: string;
  try {
    ({ to } = await api.emails.withdraw({ id: emailId }));
  } catch (error) {
    mail.reload(client, id);
    const isRefused = hasCode(error, 'CONFLICT');
    const words = 'Failed to withdraw the email. Its page says what became of it.';
    notify.error(isRefused ? 'Email not withdrawn' : 'Error', errorMessage(error, words));
    rescueFocus();
    return;
  }
  stopFollowing(emailId);
  const nothing = `Nothing was sent to ${to}.`;
  try {
    // Send, which the toast offers, begins with what was withdrawn.
    const document = await mail.stored(id).queryFn();
    mail.refresh(client, document);
    rescueFocus();
    notify.success(title, formatWithdrawn(mail.facts(document).number, document, nothing), {
      label: 'Send',
      onClick: () => requestEmail(mail.of, document),
    });
  } catch {
    mail.reload(client, id);
    notify.success(title, nothing);
    rescueFocus();
  }
}

/** What is true of a document once its newest message was taken back. */
function formatWithdrawn(
  number: string,
  { status, emails }: Pick<MailedDetail, 'status' | 'emails'>,
  nothing: string,
): string {
  if (status === 'draft') return `${nothing} ${number || 'It'} stays a draft.`;
  const earlier = findEarlier(emails);
  if (earlier) return `This email was not sent. ${formatEarlier(earlier)}`;
  return `${number} is issued but was not emailed. Send it when it is ready.`;
}

/** Undo, of a message that is held; undefined of one that goes at once. */
export function offerUndo<Detail extends MailedDetail>(
  client: QueryClient,
  mail: DocumentMail<Detail>,
  { id }: Detail,
  email: Email,
): ToastAction | undefined {
  const forMs = readHoldMs(email);
  if (forMs === 0) return undefined;
  return { label: 'Undo', forMs, onClick: () => void undoSending(client, mail, id, email.id) };
}
