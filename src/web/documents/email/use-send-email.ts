import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { RetryInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { api } from '../../lib/api.ts';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import type { DocumentMail, Mailable, MailedDetail } from './document-mail.ts';
import { takeEmailRequests } from './email-request.ts';
import { followEmail, formatGoesOut } from './follow-email.ts';
import { formatCopies } from './format-email-event.ts';
import { offerUndo, readHoldMs, undoSending } from './undo-sending.ts';

interface SendEmailActions<Detail> {
  /** Asks what the message is to say; a customer without an address is told of first. */
  start: (document: Mailable) => void;
  /** The server has queued it. */
  queued: (document: Detail) => void;
  retry: (
    id: number,
    email: Pick<Email, 'id'>,
    how?: Pick<RetryInput, 'dateOnSending'>,
  ) => Promise<void>;
  /** Takes a message back that is held. */
  undo: (id: number, email: Pick<Email, 'id'>) => Promise<void>;
  close: () => void;
}

export interface SendEmail<Detail> {
  /** None closes the dialog. */
  writing: Mailable | undefined;
  actions: SendEmailActions<Detail>;
}

/** Sending a document by e-mail: which one is being written, and what can be done. */
export function useSendEmail<Detail extends MailedDetail>(
  mail: DocumentMail<Detail>,
): SendEmail<Detail> {
  const client = useQueryClient();
  const [writing, setWriting] = useState<Mailable>();
  useEffect(() => takeEmailRequests(mail.of, setWriting), [mail]);
  const actions = useMemo(
    (): SendEmailActions<Detail> => ({
      start(document) {
        if (document.customer.email) {
          setWriting(document);
          return;
        }
        notify.error('No Email Address', "Customer doesn't have an email address on file.", {
          label: 'Enter one',
          onClick: () => setWriting(document),
        });
      },
      queued(document) {
        setWriting(undefined);
        mail.refresh(client, document);
        rescueFocus();
        const [newest] = document.emails;
        if (!newest) return;
        if (newest.waitsFor === 'schedule') {
          const { number } = mail.facts(document);
          notify.success('Email scheduled', formatGoesOut(client, number || 'It', newest));
          return;
        }
        const undo = offerUndo(client, mail, document, newest);
        if (undo) {
          const { number } = mail.facts(document);
          notify.success(
            'Sending email',
            `${number} goes to ${newest.to}${formatCopies(newest)}.`,
            undo,
          );
        }
        void followEmail(client, mail, document.id, newest.id, readHoldMs(newest));
      },
      async retry(id, email, { dateOnSending } = {}) {
        try {
          await api.emails.retry({ id: email.id, dateOnSending });
          mail.reload(client, id);
          void followEmail(client, mail, id, email.id);
        } catch (error) {
          mail.refused(error);
          mail.reload(client, id);
        }
      },
      undo: (id, email) => undoSending(client, mail, id, email.id),
      close() {
        setWriting(undefined);
        rescueFocus();
      },
    }),
    [client, mail],
  );
  return { writing, actions };
}
