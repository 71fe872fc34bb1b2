import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import { localTimeAt } from '../../../shared/dates/clock-in-zone.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { ApiError, failure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { IconClock } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { useFocusAfterPress } from '../../ui/use-focus-after-press.ts';
import { SendTimeField } from './message-extras.tsx';

interface Props {
  /** One that is planned for a time. */
  email: Pick<Email, 'id' | 'to' | 'nextAttemptAt'>;
  timeZone: string | undefined;
}

/** Moves a planned message to another time, where it stands. */
export function ChangeTime({ email, timeZone = DEFAULT_TIME_ZONE }: Props) {
  const client = useQueryClient();
  const [presses, setPresses] = useState(0);
  const [sendAt, setSendAt] = useState('');
  const place = useFocusAfterPress(presses);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.emails.reschedule({ id: email.id, sendAt }),
    onSuccess: ({ to, nextAttemptAt }) => {
      const when = nextAttemptAt ? formatInstant(nextAttemptAt, timeZone) : '';
      notify.success('Email moved', `It goes to ${to} on ${when}.`);
      setPresses((before) => before + 1);
    },
    onError: (fault) => {
      if (readFault(fault) === undefined) {
        notify.error('Email not moved', failure('Failed to move the email', fault));
      }
    },
    onSettled: () => {
      const { emails, invoices, estimates, creditNotes, calendar } = orpc;
      for (const calls of [emails, invoices, estimates, creditNotes, calendar]) {
        void client.invalidateQueries({ queryKey: calls.key() });
      }
    },
  });
  if (presses % 2 === 0) {
    return (
      <div ref={place}>
        <Button
          size="sm"
          writes
          icon={IconClock}
          onClick={() => {
            reset();
            setSendAt(
              email.nextAttemptAt ? localTimeAt(new Date(email.nextAttemptAt), timeZone) : '',
            );
            setPresses(presses + 1);
          }}
        >
          Change time
        </Button>
      </div>
    );
  }
  return (
    <div ref={place} className="grid w-full gap-2">
      <SendTimeField
        label="New time"
        error={readFault(error)}
        timeZone={timeZone}
        value={sendAt}
        onChange={(event) => setSendAt(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" writes busy={isPending} onClick={() => mutate()}>
          Move email
        </Button>
        <Button size="sm" onClick={() => setPresses(presses + 1)}>
          Keep the time
        </Button>
      </div>
    </div>
  );
}

const readFault = (error: unknown) =>
  error instanceof ApiError ? error.fields[0]?.message : undefined;
