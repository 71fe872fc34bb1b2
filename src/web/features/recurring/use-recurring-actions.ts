import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { shownNumber } from '../../../shared/documents/document-number.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { failure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { refreshRecurring } from './recurring-records.ts';

export type RecurringAction = 'pause' | 'resume' | 'skip' | 'putBack' | 'run';

const FAILURES: Record<RecurringAction, string> = {
  pause: 'Failed to pause recurring invoice',
  resume: 'Failed to resume recurring invoice',
  skip: 'Failed to skip the next invoice',
  putBack: 'Failed to put the invoice back',
  run: 'Failed to make the next invoice',
};

/** What the page of a recurring invoice does to it. Each tells its outcome in a toast. */
export function useRecurringActions({ id, nextDate, upcoming }: RecurringDetail) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<RecurringAction>();
  const day = nextDate === null ? '' : formatDate(nextDate);
  // The day that was seen: two presses are one invoice.
  const next = { id, ...(nextDate === null ? {} : { date: nextDate }) };

  const act = async (action: RecurringAction, call: () => Promise<RecurringDetail>) => {
    setBusy(action);
    try {
      const saved = await call();
      refreshRecurring(client, saved, action === 'run');
      return saved;
    } catch (error) {
      notify.error('Error', failure(FAILURES[action], error));
      // It may be another one by now.
      void client.invalidateQueries({ queryKey: orpc.recurring.key() });
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };

  return {
    busy,
    async pause() {
      if (await act('pause', () => api.recurring.pause({ id }))) {
        notify.success('Paused', 'No invoice is made until you resume it.');
      }
    },
    /** @param from the day before which none is made any more */
    async resume(from?: string) {
      const saved = await act('resume', () =>
        api.recurring.resume({ id, ...(from ? { from } : {}) }),
      );
      if (saved) {
        const words = saved.nextDate && `The next invoice is for ${formatDate(saved.nextDate)}.`;
        notify.success('Resumed', words ?? '');
      }
    },
    async skip() {
      if (await act('skip', () => api.recurring.skip(next))) {
        notify.success('Skipped', `No invoice is made for ${day}.`);
      }
    },
    /** @param date its day, which is still to come */
    async putBack(date: string) {
      if (await act('putBack', () => api.recurring.move({ id, date, to: date }))) {
        rescueFocus();
        notify.success('Put back', `The invoice for ${formatDate(date)} will be made.`);
      }
    },
    async run() {
      const saved = await act('run', () => api.recurring.run(next));
      const first = upcoming.find(({ isSkipped }) => !isSkipped);
      const made = saved?.runs.find(({ date }) => date === first?.date)?.invoice;
      if (made) {
        const about = shownNumber(made.invoiceNumber);
        notify.success('Success', { words: 'Invoice created successfully', about });
      }
    },
  };
}
