import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '../../../shared/customers/customer-account.contract.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { closingBalance } from '../../../shared/customers/statement-document.ts';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { instantOfLocalTime } from '../../../shared/dates/local-time.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import type { EmailDetail } from '../../../shared/emails/email.contract.ts';
import { draftStatement } from '../../../shared/emails/templates.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import type { MailWords } from '../../../shared/text/variables.ts';
import { MessageFoot, MessageNotice } from '../../documents/email/message-fields.tsx';
import { MessageForm, useMessageForm, useTakenBack } from '../../documents/email/message-form.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm, FormDialog } from '../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import { IconPaperclip } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';

interface Props {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Period, recipient, subject and message to look over before a statement goes out. */
export function SendStatementDialog({ customer, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      closeOnScrim={false}
      size={560}
      title="Send statement"
      description="Check the message before you send it. Replies go to your business’s email address."
    >
      <Prepared customer={customer} onClose={onClose} />
    </FormDialog>
  );
}

/** The newest of so many messages about a customer that is a statement is the last one. */
const NEWEST = 20;

/** What was taken back is read first, and then the statement of its days, or of the last year. */
function Prepared({ customer, onClose }: Omit<Props, 'opened'>) {
  const { profile } = useBusiness();
  const messages = useQuery(
    orpc.emails.list.queryOptions({ input: { customerId: customer.id, limit: NEWEST } }),
  );
  const { data: settings } = useQuery(orpc.emails.settings.queryOptions());
  const newest = messages.data?.body.find(({ kind }) => kind === 'statement');
  const takenBack = useTakenBack(newest);
  const isRead = (messages.isSuccess || messages.isError) && takenBack !== undefined;
  const first = useQuery(
    orpc.customerAccounts.statement.queryOptions({
      input: { id: customer.id, ...takenBack?.period },
      enabled: isRead,
    }),
  );
  if (first.isError && !first.data) {
    return <PageError title="The statement could not be loaded" />;
  }
  if (!first.data || !profile || !settings || !isRead) {
    return <PageSpinner label="Loading statement" />;
  }
  return (
    <StatementForm
      customer={customer}
      statement={first.data}
      profile={profile}
      template={settings.templates.statement}
      takenBack={takenBack}
      onClose={onClose}
    />
  );
}

interface FormProps extends Omit<Props, 'opened'> {
  statement: Statement;
  profile: BusinessProfile;
  template: MailWords | undefined;
  /** What its fields begin with; null for what Remit or the template says. */
  takenBack: EmailDetail | null;
}

/** Stands where the balance does in words that are compared whatever it is. */
const ANY_BALANCE = '\u0000';

function StatementForm({
  customer,
  statement: first,
  profile,
  template,
  takenBack,
  onClose,
}: FormProps) {
  const { businessName, timeZone } = profile;
  const client = useQueryClient();
  const [period, setPeriod] = useState({ from: first.from, to: first.to });
  const [fault, setFault] = useState<{ path: string; message: string }>();
  const isPeriod = [period.from, period.to].every((date) => parseCalendarDate(date) === date);
  const { data: statement = first } = useQuery(
    orpc.customerAccounts.statement.queryOptions({
      input: { id: customer.id, ...period },
      enabled: isPeriod,
    }),
  );
  const { data: installation } = useQuery(orpc.account.installation.queryOptions());
  const names = { businessName, customerName: customer.name };
  const toDraft = (of: Statement, balance = closingBalance(of)) =>
    draftStatement(template, { ...of, balance }, names);
  // Words of its owner's own stay; a balance that was true when they were written does not.
  const parts = toDraft(first, ANY_BALANCE).message.split(ANY_BALANCE);
  const isOwn = takenBack !== null && !parts.every((part) => takenBack.message.includes(part));
  const draft = toDraft(first);
  const written = useMessageForm(
    takenBack
      ? { ...takenBack, message: isOwn ? takenBack.message : draft.message }
      : { to: customer.email ?? '', ...draft },
    {
      noun: 'statement',
      dirty: period.from !== first.from || period.to !== first.to,
      isComplete: isPeriod,
      async send(message, keyFor, changed) {
        // Words that nobody has changed follow the period.
        const stays = changed.message || isOwn;
        const words = stays ? message : { ...message, message: toDraft(statement).message };
        const input = { id: customer.id, customerName: customer.name, ...period, ...words };
        await api.customerAccounts.sendStatement(input, {
          context: { idempotencyKey: keyFor(input) },
        });
      },
      onSent(_sent, { customerEmail, sendAt }) {
        for (const calls of [orpc.emails, orpc.calendar]) {
          void client.invalidateQueries({ queryKey: calls.key() });
        }
        if (sendAt) {
          const words = `It goes to ${customerEmail} on ${formatInstant(instantOfLocalTime(sendAt, timeZone).toISOString(), timeZone)}.`;
          notify.success('Statement scheduled', words);
        } else {
          const words =
            installation?.mail === 'outbox' ? 'Kept in the outbox.' : `To ${customerEmail}`;
          notify.success('Statement on its way', words);
        }
        onClose();
      },
      refused(error, shown) {
        const fields = error instanceof ApiError ? error.fields : [];
        const ofPeriod = fields.find(({ path }) => path === 'from' || path === 'to');
        const ofFiles = fields.find(({ path }) => path === 'files');
        setFault(ofPeriod);
        if (!shown && !ofPeriod) {
          const words = errorMessage(error, 'Failed to send statement');
          notify.error('Error', ofFiles?.message ?? words);
        }
      },
      onClose,
    },
  );
  const change = (next: Partial<typeof period>) => {
    setFault(undefined);
    setPeriod({ ...period, ...next });
  };
  const wrong = (name: 'from' | 'to') => {
    if (parseCalendarDate(period[name]) !== period[name]) return 'Enter a date';
    return fault?.path === name ? fault.message : undefined;
  };
  const fileName = documentFileName({ number: `Statement ${period.to}`, businessName });
  return (
    <DialogForm
      submitLabel={written.sendAt ? 'Schedule' : 'Send statement'}
      busy={written.busy}
      submission={written.submission}
      disabled={written.note.block !== undefined}
      notice={<MessageNotice sending={written.note} />}
      onCancel={written.onCancel}
    >
      <FormLayout>
        <DateField
          label="First day"
          className={fieldWidth.half}
          value={period.from}
          error={wrong('from')}
          onChange={(from) => change({ from })}
        />
        <DateField
          label="Last day"
          className={fieldWidth.half}
          value={period.to}
          error={wrong('to')}
          onChange={(to) => change({ to })}
        />
      </FormLayout>
      <div className="mt-4">
        <MessageForm written={written} customer={customer} timeZone={timeZone} />
      </div>
      <MessageFoot
        parts={[
          {
            icon: IconPaperclip,
            words: (
              <>
                <bdi>{fileName}</bdi> is attached: the balance is {closingBalance(statement)}
              </>
            ),
          },
        ]}
        note={
          written.sendAt
            ? 'It says what stands in the account then.'
            : installation?.mail === 'outbox'
              ? 'No mail server is set up: the message stays in the outbox and is not delivered.'
              : undefined
        }
      />
    </DialogForm>
  );
}
