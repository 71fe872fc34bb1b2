import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type {
  EmailDetail,
  EmailFile,
  SendEmailInput,
} from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { readAddress } from '../../../shared/emails/read-addresses.ts';
import type { MailWords } from '../../../shared/text/variables.ts';
import { orpc } from '../../lib/api.ts';
import { formFields, useContractForm, useContractSubmission } from '../../lib/contract-form.ts';
import type { KeyFor } from '../../lib/use-submission.ts';
import { useDialogForm } from '../../ui/dialog-form.tsx';
import { AttachedFiles } from './attached-files.tsx';
import { CopyFields, SendLater } from './message-extras.tsx';
import { MESSAGE_LABELS, MessageFields, messageForm } from './message-fields.tsx';
import { useSendingNote } from './use-sending-note.ts';

/** What the fields begin with. */
export interface FirstMessage extends MailWords {
  to: string;
  cc?: readonly string[];
  bcc?: readonly string[];
  files?: readonly EmailFile[];
}

/** What is sent of it, as the calls take it. */
type Message = Required<Pick<SendEmailInput, 'cc' | 'bcc' | 'files'>> &
  Pick<SendEmailInput, 'sendAt'> &
  MailWords & { customerEmail: string };

interface Sending<Sent> {
  /** What is sent, in a word. */
  noun: string;
  /** Whether something else in the dialog was changed. */
  dirty?: boolean;
  /** Whether what else is in the dialog can be sent as it is. */
  isComplete?: boolean;
  send: (message: Message, keyFor: KeyFor, changed: { message: boolean }) => Promise<Sent>;
  onSent: (sent: Sent, message: Message) => void;
  refused: (error: unknown, shownUnderFields: boolean) => void;
  onClose: () => void;
}

const NO_FILES: readonly EmailFile[] = [];

/** Recipient, copies, words, files and time of a message that is being written. */
export function useMessageForm<Sent>(
  first: FirstMessage,
  { noun, dirty = false, isComplete = true, send, onSent, refused, onClose }: Sending<Sent>,
) {
  const { to, cc = [], bcc = [], subject, message, files: had = NO_FILES } = first;
  const form = useContractForm(messageForm, {
    customerEmail: to,
    cc: cc.join(', '),
    bcc: bcc.join(', '),
    subject,
    message,
    sendAt: '',
  });
  const note = useSendingNote(readAddress(form.watch('customerEmail')), noun);
  const [files, setFiles] = useState(had);
  const [sending, setSending] = useState(0);
  const isChanged = dirty || form.formState.isDirty || files !== had;
  const { release, onCancel } = useDialogForm({ dirty: isChanged }, onClose);
  const submission = useContractSubmission(
    form,
    async (values, keyFor) => {
      const written = {
        ...values,
        files: files.map(({ key }) => key),
        sendAt: values.sendAt || null,
      };
      const changed = { message: form.formState.dirtyFields.message === true };
      const sent = await send(written, keyFor, changed);
      release();
      onSent(sent, written);
    },
    refused,
    { ready: () => Promise.resolve(isComplete && sending === 0 && !note.block) },
  );
  return {
    form,
    field: formFields(form, MESSAGE_LABELS),
    hasCopies: cc.length + bcc.length > 0,
    attached: { files, onChange: setFiles, sending, onSending: setSending },
    sendAt: form.watch('sendAt'),
    note,
    submission,
    onCancel,
    busy: submission.busy || sending > 0,
  };
}

interface Props {
  written: Pick<ReturnType<typeof useMessageForm>, 'form' | 'field' | 'hasCopies' | 'attached'>;
  customer: { email: string | null };
  timeZone: string;
  /** What else is asked about when it goes. */
  timing?: ReactNode;
}

/** The fields of a message, its files, and when it goes. */
export function MessageForm({
  written: { form, field, hasCopies, attached },
  customer,
  timeZone,
  timing,
}: Props) {
  return (
    <>
      <MessageFields
        field={field}
        customer={customer}
        copies={<CopyFields field={field} opened={hasCopies} />}
      />
      <AttachedFiles {...attached} />
      <SendLater
        field={field('sendAt')}
        timeZone={timeZone}
        onChoose={(time) => form.setValue('sendAt', time, { shouldDirty: true })}
      />
      {timing}
    </>
  );
}

/**
 * The message that its owner took back last, with its files: whoever did wants to change something, and
 * not to write all of it again.
 * @param newest the newest message about the same
 * @returns undefined while it is read; null where there is none, or it cannot be read
 */
export function useTakenBack(newest: Email | undefined): EmailDetail | null | undefined {
  const isTakenBack = newest?.withdrawnByOwner === true;
  const { data, isError } = useQuery({
    ...orpc.emails.get.queryOptions({ input: { id: newest?.id ?? 0 } }),
    enabled: isTakenBack,
  });
  if (!isTakenBack || isError) return null;
  // Its words may have followed an edit since the rest was read.
  return data && { ...data, ...newest };
}
