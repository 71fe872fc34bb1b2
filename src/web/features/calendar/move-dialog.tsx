import { useState } from 'react';
import type { CalendarEvent } from '../../../shared/calendar/calendar.contract.ts';
import { nameEvent } from '../../../shared/calendar/describe-event.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { ApiError } from '../../lib/api-error.ts';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../ui/dialog-form.tsx';
import { FormLayout, fieldWidth } from '../../ui/form-layout.tsx';
import type { Move } from './plan-changes.ts';
import { usePlanChange } from './plan-changes.ts';

interface Props {
  opened: boolean;
  event: CalendarEvent;
  today: CalendarDate;
  move: Move;
  onClose: () => void;
}

/** Asks for the day that something is moved to. */
export function MoveDialog({ opened, ...form }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={form.onClose}
      title={form.move.label.replace('…', '')}
      description={`${nameEvent(form.event)} – ${form.event.customerName}`}
    >
      <MoveForm {...form} />
    </FormDialog>
  );
}

function MoveForm({ event, today, move, onClose }: Omit<Props, 'opened'>) {
  const [to, setTo] = useState(event.date);
  const change = usePlanChange(event);
  const { release, onCancel } = useDialogForm({ dirty: false }, onClose);
  // Each kind of plan calls the day otherwise; there is one field.
  const fault = change.error instanceof ApiError ? change.error.fields[0]?.message : undefined;
  const submit = async () => {
    try {
      await change.mutateAsync({ act: () => move.act(to), done: `Moved to ${formatDate(to)}` });
      release();
      onClose();
    } catch {
      // Told in a toast, and under the field.
    }
  };
  return (
    <DialogForm submitLabel="Move" busy={change.isPending} onSubmit={submit} onCancel={onCancel}>
      <FormLayout>
        <DateField
          data-autofocus
          label="New day"
          className={fieldWidth.full}
          today={today}
          value={to}
          hint={move.hint}
          error={fault}
          onChange={setTo}
        />
      </FormLayout>
    </DialogForm>
  );
}
