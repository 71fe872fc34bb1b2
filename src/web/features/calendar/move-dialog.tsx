import { useState } from 'react';
import type { CalendarEvent } from '../../../shared/calendar/calendar.contract.ts';
import { describeEvent, nameEvent } from '../../../shared/calendar/describe-event.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { DEFAULT_TIME_ZONE, formatDate } from '../../../shared/dates/calendar-date.ts';
import { localTimeAt } from '../../../shared/dates/clock-in-zone.ts';
import { SendTimeField } from '../../documents/email/message-extras.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useSubmission } from '../../lib/use-submission.ts';
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

/** 'Scheduled email – Harbor Ltd – Your statement': several of a day are told apart by their last words. */
const describeMoved = (event: CalendarEvent) =>
  [nameEvent(event), event.customerName, describeEvent(event)].filter(Boolean).join(' – ');

/** Asks for the day that something is moved to. */
export function MoveDialog({ opened, ...form }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={form.onClose}
      title={form.move.label.replace('…', '')}
      description={describeMoved(form.event)}
    >
      <MoveForm {...form} />
    </FormDialog>
  );
}

function MoveForm({ event, today, move, onClose }: Omit<Props, 'opened'>) {
  const { profile } = useBusiness();
  const timeZone = profile?.timeZone ?? DEFAULT_TIME_ZONE;
  const planned = 'at' in event ? localTimeAt(new Date(event.at), timeZone) : event.date;
  const [to, setTo] = useState(planned);
  const change = usePlanChange(event);
  const { release, onCancel } = useDialogForm({ dirty: false }, onClose);
  // Each kind of plan calls the day otherwise; there is one field.
  const fault = change.error instanceof ApiError ? change.error.fields[0]?.message : undefined;
  const submission = useSubmission(async () => {
    try {
      const [day = to, time] = to.split('T');
      const done = `Moved to ${formatDate(day)}${time === undefined ? '' : `, ${time}`}`;
      await change.mutateAsync({ act: () => move.act(to), done });
      release();
      onClose();
      return 'done';
    } catch {
      // Told in a toast, and under the field.
      return 'open';
    }
  });
  return (
    <DialogForm submitLabel="Move" submission={submission} onCancel={onCancel}>
      <FormLayout>
        {move.ofTime ? (
          <SendTimeField
            data-autofocus
            label="New time"
            className={fieldWidth.full}
            timeZone={timeZone}
            hint={move.hint}
            value={to}
            error={fault}
            onChange={({ target }) => setTo(target.value)}
          />
        ) : (
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
        )}
      </FormLayout>
    </DialogForm>
  );
}
