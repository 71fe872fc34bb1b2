import { useState } from 'react';
import { addDays } from '../../../../shared/dates/calendar-date.ts';
import { PAUSE_LABELS } from '../../../../shared/reminders/pause-labels.ts';
import type { PauseReason } from '../../../../shared/reminders/reminder.contract.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../../ui/form-layout.tsx';
import { SelectField, TextAreaField } from '../../../ui/text-field.tsx';
import type { useChangeReminders } from './use-reminders.ts';

interface Props {
  opened: boolean;
  change: ReturnType<typeof useChangeReminders>;
  onClose: () => void;
}

/** Why nobody is to be reminded of an invoice for now, and until when. */
export function PauseRemindersDialog({ opened, ...form }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={form.onClose}
      title="Pause reminders"
      description="No reminder of this invoice is sent, and no saved card charged for it, until you resume them, or the day has passed."
    >
      <PauseForm {...form} />
    </FormDialog>
  );
}

const DAYS_OF_A_PROMISE = 7;

function PauseForm({ change, onClose }: Omit<Props, 'opened'>) {
  const { today } = useBusiness();
  const [reason, setReason] = useState<PauseReason>('promised');
  const [until, setUntil] = useState(addDays(today, DAYS_OF_A_PROMISE));
  const [note, setNote] = useState('');
  const { release, onCancel } = useDialogForm({ dirty: note !== '' }, onClose);
  const fields = change.error instanceof ApiError ? change.error.fields : [];
  const faultOf = (name: string) => fields.find(({ path }) => path === name)?.message;
  const isPromise = reason === 'promised';

  const submission = useSubmission(async () => {
    try {
      await change.mutateAsync({ reason, until: until || null, note: note || null });
      release();
      onClose();
      return 'done';
    } catch {
      // Told in a toast, and under the fields; what was typed stays.
      return 'open';
    }
  });
  return (
    <DialogForm submitLabel="Pause reminders" submission={submission} onCancel={onCancel}>
      <FormLayout>
        <SelectField
          label="Reason"
          className={fieldWidth.full}
          value={reason}
          options={PAUSE_LABELS}
          error={faultOf('reason')}
          data-autofocus
          onChange={(event) => {
            const chosen = PAUSE_LABELS.find(({ value }) => value === event.target.value)?.value;
            setReason(chosen ?? 'other');
            setUntil(chosen === 'promised' ? addDays(today, DAYS_OF_A_PROMISE) : '');
          }}
        />
        <DateField
          label={isPromise ? 'Promised by' : 'Until'}
          className={fieldWidth.full}
          optional={!isPromise}
          today={today}
          value={until}
          hint={isPromise ? 'Reminders go on after this day.' : 'Leave empty to resume by hand.'}
          error={faultOf('until')}
          onChange={setUntil}
        />
        <TextAreaField
          label="Note"
          className={fieldWidth.full}
          optional
          rows={2}
          value={note}
          hint="Only you see it, in the history of the invoice."
          error={faultOf('note')}
          onChange={(event) => setNote(event.target.value)}
        />
      </FormLayout>
    </DialogForm>
  );
}
