import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import { moveIssueDate } from '../../../shared/documents/move-issue-date.ts';
import type { DocumentFacts } from '../../../shared/emails/email-draft.ts';
import { NUMBER_TO_COME, reminderDraft } from '../../../shared/emails/email-draft.ts';
import type { EmailSettings } from '../../../shared/emails/email-settings.contract.ts';
import type { EmailDetail } from '../../../shared/emails/email.contract.ts';
import { draftDocument, renewMessage } from '../../../shared/emails/templates.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import type { MailWords } from '../../../shared/text/variables.ts';
import { ApiError } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { DialogForm, FormDialog } from '../../ui/dialog-form.tsx';
import { IconLink, IconPaperclip } from '../../ui/icons.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { describeUndrawn } from '../describe-undrawn.ts';
import { useNextNumbers } from '../editor/use-editor-business.ts';
import { useBusiness, useToday } from '../use-business.ts';
import type { DocumentMail, MailedDetail } from './document-mail.ts';
import { DateOnSending } from './message-extras.tsx';
import { MessageFoot, MessageNotice } from './message-fields.tsx';
import { MessageForm, useMessageForm, useTakenBack } from './message-form.tsx';
import type { SendEmail } from './use-send-email.ts';

interface Props<Detail extends MailedDetail> {
  mail: DocumentMail<Detail>;
  /** Which document is written about, and what becomes of the message. */
  email: SendEmail<Detail>;
  /** What the page behind the message's button is for. */
  page: string;
}

/** Recipient, subject and message to look over before a document goes out. */
export function SendEmailDialog<Detail extends MailedDetail>({
  mail,
  email: { writing: document, actions },
  page,
}: Props<Detail>) {
  const shown = useFrozen(document, document !== undefined);
  const { data } = useQuery({ ...mail.stored(shown?.id ?? 0), enabled: document !== undefined });
  const { data: settings } = useQuery({
    ...orpc.emails.settings.queryOptions(),
    enabled: document !== undefined,
  });
  const { profile } = useBusiness();
  const takenBack = useTakenBack(document && data?.emails[0]);
  return (
    <FormDialog
      opened={document !== undefined}
      onClose={actions.close}
      closeOnScrim={false}
      size={560}
      title={`Send ${(data && mail.facts(data).number) || DOCUMENT_KINDS[mail.of].noun}`}
      description="Check the message before you send it. Replies go to your business’s email address."
    >
      {data && profile && settings && takenBack !== undefined ? (
        <EmailForm
          key={data.id}
          mail={mail}
          document={data}
          page={page}
          profile={profile}
          settings={settings}
          takenBack={takenBack}
          onClose={actions.close}
          onQueued={actions.queued}
        />
      ) : (
        <PageSpinner label={`Loading ${DOCUMENT_KINDS[mail.of].noun}`} />
      )}
    </FormDialog>
  );
}

/** Where the message goes, and what becomes of a draft (decision 12). */
function whatHappens(mail: 'smtp' | 'outbox', status: string): string | undefined {
  const draft = status === 'draft';
  if (mail === 'outbox') {
    const kept = 'No mail server is set up: the message stays in the outbox and is not delivered';
    return draft ? `${kept}, but the draft is marked as sent.` : `${kept}.`;
  }
  return draft
    ? 'The draft is marked as sent once the mail server accepts the message.'
    : undefined;
}

interface FormProps<Detail extends MailedDetail> extends Omit<Props<Detail>, 'email'> {
  document: Detail;
  profile: BusinessProfile;
  settings: EmailSettings;
  /** What its fields begin with; null for what the document says. */
  takenBack: EmailDetail | null;
  onClose: () => void;
  onQueued: (document: Detail) => void;
}

function EmailForm<Detail extends MailedDetail>({
  mail,
  document,
  page,
  profile,
  settings,
  takenBack,
  onClose,
  onQueued,
}: FormProps<Detail>) {
  const { id, customer } = document;
  const { noun } = DOCUMENT_KINDS[mail.of];
  const stored = mail.facts(document);
  const facts = { ...stored, number: stored.number || NUMBER_TO_COME };
  const today = useToday(profile.timeZone);
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const [dates, setDates] = useState(stored.number === '');
  const isDraft = document.status === 'draft';
  const [dateFault, setDateFault] = useState<string>();
  const dateSwitch = useRef<HTMLInputElement>(null);
  const { nextNumbers } = useNextNumbers();
  const shown = useMemo(() => mail.picture(document), [mail, document]);
  const { data: picture } = useQuery(shown);
  const reminds = mail.reminds?.(document) ?? false;
  const names = { businessName: profile.businessName, customerName: customer.name };
  const template = settings.templates[mail.of];
  const plain = draftDocument(template, facts, names);
  const datedOn = (day: CalendarDate, follows: boolean): DocumentFacts =>
    isDraft && follows
      ? { ...mail.facts({ ...document, ...moveIssueDate(document, day) }), number: facts.number }
      : facts;
  const [first] = useState(() => datedOn(today, dates));
  /** The facts that the words in the fields tell. */
  const told = useRef(first);
  const renew = (words: MailWords, before: DocumentFacts, after: DocumentFacts) =>
    renewMessage(template, words, before, after, names);
  const draft = reminds ? reminderDraft(facts, names) : plain;
  const isOutdated = reminds && takenBack?.subject === plain.subject;
  const fresh = { to: customer.email ?? '', ...draft };
  const begun = takenBack ? { ...takenBack, ...(isOutdated ? fresh : {}) } : fresh;
  const written = useMessageForm(
    { ...begun, ...renew(begun, facts, first) },
    {
      noun: reminds ? 'reminder' : noun,
      dirty: dates !== (stored.number === ''),
      async send(message, keyFor) {
        const invoiceNumber = mail.of === 'invoice' ? { invoiceNumber: stored.number } : {};
        const named = { id, customerName: customer.name, ...invoiceNumber };
        const dateOnSending = isDraft && dates ? { dateOnSending: dates } : {};
        // What waits for its time follows its document from the dates that this has now.
        const words = message.sendAt ? renew(message, told.current, facts) : {};
        const input = { ...named, ...message, ...words, ...dateOnSending, hold: true };
        return mail.send(input, keyFor(input));
      },
      onSent: onQueued,
      refused(error, shown) {
        if (shown) return;
        const fields = error instanceof ApiError ? error.fields : [];
        const ofDate = fields.find(({ path }) => path === 'issueDate');
        if (!ofDate || dates || !dateSwitch.current) {
          mail.refused(error);
          return;
        }
        // It stands beside what solves it.
        setDateFault(ofDate.message);
        dateSwitch.current.focus();
      },
      onClose,
    },
  );
  const { form, sendAt } = written;
  const phone = useIsPhone();
  const { setFocus, getValues, setValue } = form;
  // Where the document had to be read first, the dialog had nothing to focus but its cross.
  useEffect(() => {
    if (!phone) setFocus('customerEmail');
  }, [phone, setFocus]);
  const day = sendAt ? sendAt.slice(0, 10) : today;
  // What the message says of the document's dates is what its customer will read in both.
  const followDates = useEffectEvent((sentOn: CalendarDate, follows: boolean) => {
    const after = datedOn(sentOn, follows);
    const { subject, message } = getValues();
    const words = renew({ subject, message }, told.current, after);
    if (words.subject !== subject) setValue('subject', words.subject);
    if (words.message !== message) setValue('message', words.message);
    told.current = after;
  });
  useEffect(() => followDates(day, dates), [day, dates]);
  const isRedated = isDraft && document.issueDate !== day;
  const issuesFirst = isDraft && (stored.number === '' || mail.of === 'credit_note');
  const next = (dates && nextNumbers[mail.of]) || 'the next number of its series';
  const given = stored.number === '' ? ` and ${next} becomes its number` : '';
  const note =
    sendAt && isDraft && mail.of !== 'credit_note'
      ? 'It stays a draft until then and goes out as it stands then.'
      : issuesFirst
        ? `The ${noun} is issued immediately${given}, even if the message cannot be delivered.`
        : installation && whatHappens(installation.mail, document.status);
  const fileName = documentFileName({
    number: facts.number,
    businessName: profile.businessName,
  });
  return (
    <DialogForm
      submitLabel={sendAt ? 'Schedule' : `Send ${reminds ? 'reminder' : noun}`}
      busy={written.busy}
      submission={written.submission}
      disabled={written.note.block !== undefined}
      notice={
        <MessageNotice
          cautions={[
            picture && describeUndrawn(picture.undrawn),
            isRedated && !dates
              ? `The ${noun} keeps its date, ${formatDate(document.issueDate)}.`
              : undefined,
          ]}
          sending={written.note}
        />
      }
      onCancel={written.onCancel}
    >
      <MessageForm
        written={written}
        customer={customer}
        timeZone={profile.timeZone}
        timing={
          isRedated && (
            <DateOnSending
              ref={dateSwitch}
              error={dateFault}
              document={document}
              day={day}
              noun={noun}
              checked={dates}
              onChange={(checked) => {
                setDates(checked);
                setDateFault(undefined);
              }}
            />
          )
        }
      />
      <MessageFoot
        parts={[
          {
            icon: IconPaperclip,
            words:
              stored.number === '' ? (
                'The PDF is attached'
              ) : (
                <>
                  <bdi>{fileName}</bdi> is attached
                </>
              ),
          },
          { icon: IconLink, words: page },
        ]}
        note={note}
      />
    </DialogForm>
  );
}
