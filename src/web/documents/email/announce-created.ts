import type { QueryClient } from '@tanstack/react-query';
import { notify } from '../../ui/notify.tsx';
import { publicAddress } from '../document-places.ts';
import { copyPublicLink } from '../share/share-ways.ts';
import type { DocumentMail, MailedDetail } from './document-mail.ts';
import { requestEmail } from './email-request.ts';
import { followEmail } from './follow-email.ts';
import { offerUndo, readHoldMs } from './undo-sending.ts';

/** Tells of a document that was created: as a draft, with its email on its way, or sent to nobody. */
export function announceCreated<Detail extends MailedDetail & { publicId: string }>(
  client: QueryClient,
  mail: DocumentMail<Detail>,
  saved: Detail,
  { title, words, number }: { title: string; words: string; number: string },
): void {
  const { of } = mail;
  const [message] = saved.emails;
  const undo = message && offerUndo(client, mail, saved, message);
  if (message && undo) {
    notify.success(title, { words, about: `Sending ${number} to ${message.to}` }, undo);
    void followEmail(client, mail, saved.id, message.id, readHoldMs(message));
    return;
  }
  if (saved.status === 'draft' || message) {
    notify.success(title, { words, about: number });
    if (message) void followEmail(client, mail, saved.id, message.id);
    return;
  }
  // Nobody was written to: an address, or the link to hand over, is the next thing that is needed.
  notify.error(
    'No Email Address',
    { words: `${words}. Customer doesn't have an email address on file.`, about: number },
    { label: 'Enter one', onClick: () => requestEmail(of, saved) },
    {
      label: 'Copy public link',
      onClick: () => void copyPublicLink(of, publicAddress(of, saved)),
    },
  );
}
