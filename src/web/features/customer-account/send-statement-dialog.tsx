import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '../../../shared/customers/customer-account.contract.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import { closingBalance } from '../../../shared/customers/statement-document.ts';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import { draftStatement } from '../../../shared/emails/templates.ts';
import {
  MESSAGE_LABELS,
  MessageFields,
  MessageFoot,
  messageForm,
} from '../../documents/email/message-fields.tsx';
import { useSendingNote } from '../../documents/email/use-sending-note.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formFields, useContractForm, useSubmission } from '../../lib/contract-form.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../ui/dialog-form.tsx';
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

/** The statement of the last year is read first: the message names its balance. */
function Prepared({ customer, onClose }: Omit<Props, 'opened'>) {
  const { profile } = useBusiness();
  const first = useQuery(
    orpc.customerAccounts.statement.queryOptions({ input: { id: customer.id } }),
  );
  if (first.isError && !first.data) {
    return <PageError title="The statement could not be loaded" />;
  }
  if (!first.data || !profile) return <PageSpinner label="Loading statement" />;
  return (
    <StatementForm
      customer={customer}
      statement={first.data}
      businessName={profile.businessName}
      onClose={onClose}
    />
  );
}

interface FormProps extends Omit<Props, 'opened'> {
  statement: Statement;
  businessName: string;
}

function StatementForm({ customer, statement: first, businessName, onClose }: FormProps) {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
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
  const { data: settings } = useQuery(orpc.emails.settings.queryOptions());
  const template = settings?.templates.statement;
  const names = { businessName, customerName: customer.name };
  const toDraft = (of: Statement) =>
    draftStatement(template, { ...of, balance: closingBalance(of) }, names);
  const form = useContractForm(messageForm, {
    customerEmail: customer.email ?? '',
    ...toDraft(first),
  });
  const field = formFields(form, MESSAGE_LABELS);
  const dirty = form.formState.isDirty || period.from !== first.from || period.to !== first.to;
  const { release, onCancel } = useDialogForm({ dirty }, onClose);
  const { submit, busy } = useSubmission(
    form,
    async (values) => {
      // Words that nobody has changed follow the period.
      const { message } = form.formState.dirtyFields;
      const words = message ? values : { ...values, message: toDraft(statement).message };
      const input = { id: customer.id, customerName: customer.name, ...period, ...words };
      await api.customerAccounts.sendStatement(input, {
        context: { idempotencyKey: keys.keyFor(input) },
      });
      keys.renew();
      release();
      void client.invalidateQueries({ queryKey: orpc.emails.key() });
      notify.success(
        'Statement on its way',
        installation?.mail === 'outbox' ? 'Kept in the outbox.' : `To ${values.customerEmail}`,
      );
      onClose();
    },
    (error, shown) => {
      const fields = error instanceof ApiError ? error.fields : [];
      const ofPeriod = fields.find(({ path }) => path === 'from' || path === 'to');
      setFault(ofPeriod);
      if (!shown && !ofPeriod)
        notify.error('Error', errorMessage(error, 'Failed to send statement'));
    },
  );
  const waits = useSendingNote(form.watch('customerEmail'));
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
      submitLabel="Send statement"
      busy={busy}
      onSubmit={async () => {
        if (isPeriod) await submit();
      }}
      onCancel={onCancel}
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
        <MessageFields field={field} customer={customer} />
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
          installation?.mail === 'outbox'
            ? 'No mail server is set up: the message stays in the outbox and is not delivered.'
            : undefined
        }
        waits={waits}
      />
    </DialogForm>
  );
}
