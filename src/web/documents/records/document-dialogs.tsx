import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import type { DocumentCommands } from '../document-menu.ts';
import type { DocumentMail, Mailable, MailedDetail } from '../email/document-mail.ts';
import { SendEmailDialog } from '../email/send-email-dialog.tsx';
import type { SendEmail } from '../email/use-send-email.ts';
import { useSendEmail } from '../email/use-send-email.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import type { SharedDocument } from '../share/share-ways.ts';
import { shareWays } from '../share/share-ways.ts';

type Removable = Mailable & SharedDocument;

interface Records<Detail extends MailedDetail> {
  kind: KindName;
  mail: DocumentMail<Detail>;
  remove: (client: ReturnType<typeof useQueryClient>, document: { id: number }) => Promise<boolean>;
}

interface Outcome<Row, Asked extends string> {
  edit: (document: Row) => void;
  onDeleted?: (() => void) | undefined;
  /** What is done once a question has been answered with yes. */
  act: Record<Asked, (document: Row) => Promise<unknown>>;
}

/**
 * What can be done with documents of a kind, on their page and in their list: what is asked before one is
 * deleted, or changed for good, and what comes of it.
 */
export function useDocumentDialogs<
  Row extends Removable,
  Detail extends Row & MailedDetail,
  Asked extends string,
>(records: Records<Detail>, { edit, onDeleted, act }: Outcome<Row, Asked>) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<{ document: Row; asked: Asked | 'delete' }>();
  const [shared, setShared] = useState<Row>();
  const [busy, setBusy] = useState(false);
  const email = useSendEmail(records.mail);
  const run = async (step: () => Promise<unknown>) => {
    setBusy(true);
    await step();
    setBusy(false);
    setQuestion(undefined);
  };
  const ask = (asked: Asked | 'delete') => (document: Row) => setQuestion({ document, asked });
  const answer = async () => {
    if (!question) return;
    const { document, asked } = question;
    await run(async () => {
      if (asked !== 'delete') await act[asked](document);
      else if (await records.remove(client, document)) onDeleted?.();
    });
  };
  const commands: Omit<DocumentCommands<Row>, 'markSent'> = {
    edit,
    sendEmail: email.actions.start,
    share: setShared,
    remove: ask('delete'),
  };
  return {
    commands,
    ask,
    run,
    records,
    email,
    question,
    shared,
    busy,
    answer: () => void answer(),
    cancel: () => setQuestion(undefined),
    endSharing: () => setShared(undefined),
  };
}

interface DialogsProps<Detail extends MailedDetail> {
  records: Records<Detail>;
  email: SendEmail<Detail>;
  shared: SharedDocument | undefined;
  question: { asked: string } | undefined;
  busy: boolean;
  answer: () => void;
  cancel: () => void;
  endSharing: () => void;
  /** What is asked. */
  words: { title: string; label: string; text: ReactNode; danger?: boolean; writes?: boolean };
}

/** The dialogs themselves. */
export function DocumentDialogs<Detail extends MailedDetail>({
  records: { kind, mail },
  email,
  shared,
  question,
  busy,
  words,
  ...on
}: DialogsProps<Detail>) {
  const { noun, number } = DOCUMENT_KINDS[kind];
  const one = useFrozen(shared, shared !== undefined);
  const shownOne = one && String(one[number as never]);
  const about = `For your customer. Anyone with this link can see the ${noun} and its PDF without signing in.`;
  const ways = one && shareWays(kind, shownNumber(shownOne ?? ''), one, about);
  return (
    <>
      <SendEmailDialog
        mail={mail}
        email={email}
        page={`A button opens the ${noun}’s page, where it can be viewed`}
      />
      <ShareDialog
        opened={shared !== undefined}
        title={`Share ${shownOne || noun}`}
        ways={ways ? [ways.publicLink, ways.ownLink] : []}
        onClose={on.endSharing}
      />
      <ConfirmDialog
        opened={question !== undefined}
        writes={words.writes ?? true}
        title={words.title}
        confirmLabel={words.label}
        danger={words.danger ?? false}
        busy={busy}
        onConfirm={on.answer}
        onCancel={on.cancel}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
