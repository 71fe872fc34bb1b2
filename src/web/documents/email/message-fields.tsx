import type { ReactNode } from 'react';
import * as z from 'zod';
import { emailAddress, isEmailAddress } from '../../../shared/contract/email-address.ts';
import { MOST_COPIES } from '../../../shared/emails/email.contract.ts';
import { readAddresses } from '../../../shared/emails/read-addresses.ts';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import { EmailField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { AskToUnblock } from './ask-to-unblock.tsx';
import { pasteLines } from './paste-lines.ts';
import type { useSendingNote } from './use-sending-note.ts';

const list = (label: string) =>
  z
    .string()
    .transform(readAddresses)
    .pipe(
      z
        .array(z.string())
        .max(MOST_COPIES, { error: `${label} can have at most ${MOST_COPIES} addresses` })
        .refine((all) => all.every(isEmailAddress), {
          error: 'Enter valid email addresses, with a comma between them',
        }),
    );

/** What the form asks for: as the call takes it, but nothing may be left to the server's choice. */
export const messageForm = z.object({
  customerEmail: z
    .string()
    .transform(readAddresses)
    .refine((all) => all.filter((one) => one.includes('@')).length <= 1, {
      error: 'Write one address here and add the others under Cc.',
      abort: true,
    })
    .transform((all) => all.join(' '))
    .pipe(
      z.string().max(254, { error: 'Email must be at most 254 characters' }).pipe(emailAddress),
    ),
  subject: z
    .string()
    .trim()
    .min(1, { error: 'Subject is required' })
    .max(200, { error: 'Subject must be at most 200 characters' }),
  message: z
    .string()
    .trim()
    .min(1, { error: 'Message is required' })
    .max(10_000, { error: 'Message must be at most 10,000 characters' }),
  cc: list('Cc'),
  bcc: list('Bcc'),
  /** Date and time where the business is; empty sends it now. */
  sendAt: z.string(),
});

export const MESSAGE_LABELS = {
  customerEmail: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  subject: 'Subject',
  message: 'Message',
  sendAt: 'Send on',
};

interface Props {
  /** Of the form: see `formFields`. */
  field: (
    name: keyof typeof MESSAGE_LABELS,
    className?: string,
  ) => { label: string; error: string | undefined };
  customer: { email: string | null };
  /** What stands between the recipient and the subject. */
  copies: ReactNode;
}

/** Recipient, subject and message of an e-mail to a customer. */
export function MessageFields({ field, customer, copies }: Props) {
  // With an address there, a keyboard would cover what is to be looked over.
  const phone = useIsPhone();
  return (
    <FormLayout>
      <EmailField
        {...field('customerEmail', fieldWidth.full)}
        onPaste={pasteLines}
        autoComplete="off"
        {...(customer.email && phone ? {} : { 'data-autofocus': true })}
        hint={
          customer.email
            ? undefined
            : 'For this message only. The customer has no email address on file.'
        }
      />
      {copies}
      <TextField {...field('subject', fieldWidth.full)} maxLength={200} />
      <TextAreaField {...field('message', fieldWidth.full)} rows={10} />
    </FormLayout>
  );
}

interface FootProps {
  /** What goes with it. */
  parts: readonly { icon: IconType; words: ReactNode }[];
  /** What becomes of it, and of the document. */
  note: string | undefined;
}

/** What stands beneath a message that is about to be sent. */
export function MessageFoot({ parts, note }: FootProps) {
  return (
    <>
      <ul
        className="mt-4 grid gap-1.5 rounded border border-hairline bg-sunken p-3 text-13"
        aria-label="Included"
      >
        {parts.map(({ icon, words }, index) => (
          // They never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex items-start gap-2 wrap-anywhere">
            <Icon as={icon} className="mt-0.5 text-muted" />
            <span>{words}</span>
          </li>
        ))}
      </ul>
      {note && <p className="mt-2.5 text-13 text-muted">{note}</p>}
    </>
  );
}

interface NoticeProps {
  /** What of the document is not as its owner may expect. */
  cautions?: readonly (string | undefined)[];
  sending: ReturnType<typeof useSendingNote>;
}

/** What stands beside the button that sends a message, and is known before it is pressed. */
export function MessageNotice({ cautions = [], sending: { words, block } }: NoticeProps) {
  return (
    <>
      {[...cautions, words].map(
        (caution) =>
          caution && (
            <p key={caution} className="text-caution">
              {caution}
            </p>
          ),
      )}
      {block && (
        <p>
          <AskToUnblock {...block} />
        </p>
      )}
    </>
  );
}
