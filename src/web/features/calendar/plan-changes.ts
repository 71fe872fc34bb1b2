import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarEvent } from '../../../shared/calendar/calendar.contract.ts';
import { eventKey } from '../../../shared/calendar/describe-event.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, formatDate } from '../../../shared/dates/calendar-date.ts';
import { failure } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import { notify } from '../../ui/notify.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';

type Act = () => Promise<unknown>;

export interface Move {
  /** As the menu says it. */
  label: string;
  /** What moves with it, and what does not. */
  hint: string;
  act: (to: CalendarDate) => Promise<unknown>;
  /** It is moved to a date and a time, as 'YYYY-MM-DDTHH:mm'. */
  ofTime?: true;
}

interface Skip {
  label: string;
  question: string;
  consequence: string;
  done: string;
  act: Act;
}

export interface Plans {
  move?: Move;
  skip?: Skip;
  /** Takes a change back. */
  restore?: Act;
}

/** How an event can be planned otherwise; what happens by itself of it is each feature's own. */
export function findPlans(event: CalendarEvent, today: CalendarDate): Plans {
  switch (event.kind) {
    case 'recurring':
      return planRecurring(event, today);
    case 'reminder':
      return planReminder(event, today);
    case 'fee':
      // Its terms are those of all invoices; an invoice's page pauses what is asked for it.
      return {};
    case 'due':
      return { move: event.installment === null ? moveDueDate(event.invoiceId) : movePart(event) };
    case 'expiry':
      return { move: moveExpiry(event.estimateId) };
    case 'email':
      return {
        move: {
          label: 'Change the time…',
          hint: 'It goes out as its document stands then.',
          act: (sendAt) => api.emails.reschedule({ id: event.emailId, sendAt }),
          ofTime: true,
        },
        skip: {
          label: 'Do not send it',
          question: 'Take this email back?',
          consequence: 'It is not sent. Its document stays as it is.',
          done: 'The email is not sent',
          act: () => api.emails.withdraw({ id: event.emailId }),
        },
      };
    case 'charge':
      return planCharge(event, today);
  }
}

type EventOf<Kind extends CalendarEvent['kind']> = Extract<CalendarEvent, { kind: Kind }>;

function planRecurring(event: EventOf<'recurring'>, today: CalendarDate): Plans {
  const { recurringId: id, plannedDate: date, isSkipped, isMoved } = event;
  const move = (to: CalendarDate) => api.recurring.move({ id, date, to });
  const restore = () => move(date);
  if (isSkipped) return date > today ? { restore } : {};
  return {
    move: {
      label: 'Move to another day…',
      hint: 'The invoice is dated by the new day. Those that follow keep theirs.',
      act: move,
    },
    skip: {
      label: 'Skip it',
      question: `Skip the invoice of ${formatDate(date)}?`,
      consequence:
        date > today
          ? 'No invoice is made for it. Those that follow stay as they are, and you can put it back until then.'
          : 'No invoice is made for it, and this cannot be taken back: its day has come. Those that follow stay as they are.',
      done: 'The invoice is skipped',
      act: () => api.recurring.skip({ id, date }),
    },
    ...(isMoved && date >= today ? { restore } : {}),
  };
}

function planReminder(event: EventOf<'reminder'>, today: CalendarDate): Plans {
  const { invoiceId: id, dueDate, days, isSkipped, isMoved } = event;
  const change = (to: CalendarDate | null) => api.reminders.change({ id, dueDate, days, to });
  const own = addDays(dueDate, days);
  const restore = () => change(own);
  if (isSkipped) return { restore };
  return {
    move: {
      label: 'Move to another day…',
      hint: 'Only this reminder moves.',
      act: change,
    },
    skip: {
      label: 'Do not send it',
      question: 'Leave this reminder out?',
      consequence: 'It is not sent. The reminders that follow stay as they are.',
      done: 'The reminder is left out',
      act: () => change(null),
    },
    ...(isMoved && own >= today ? { restore } : {}),
  };
}

function planCharge(event: EventOf<'charge'>, today: CalendarDate): Plans {
  const { invoiceId: id, dueDate, plannedDate, isSkipped, isMoved } = event;
  const change = (to: CalendarDate | null) => api.payments.changeCharge({ id, dueDate, to });
  const restore = () => change(dueDate);
  if (isSkipped) return { restore };
  return {
    move: {
      label: 'Move to another day…',
      hint: `Your customer agreed to the due date, ${formatDate(dueDate)}: it can be charged later, and not before.`,
      act: change,
    },
    skip: {
      label: 'Do not charge it',
      question: 'Leave this charge out?',
      consequence:
        'The saved card is not charged for it, and your customer’s page asks for the payment. You can put it back.',
      done: 'The card is not charged',
      act: () => change(null),
    },
    ...(isMoved && plannedDate >= today ? { restore } : {}),
  };
}

const moveDueDate = (id: number): Move => ({
  label: 'Change the due date…',
  hint: 'The invoice is changed for it; its history tells of it, and reminders follow the new date.',
  act: async (dueDate) => {
    const { version } = await api.invoices.get({ id });
    return api.invoices.update({ id, version, dueDate });
  },
});

const movePart = ({ invoiceId: id, installment, date: dueDate }: EventOf<'due'>): Move => ({
  label: 'Change the due date…',
  hint: 'Only this installment moves. The invoice is changed for it, and its history tells of it.',
  act: (to) => api.invoices.moveInstallment({ id, number: installment ?? 1, dueDate, to }),
});

const moveExpiry = (id: number): Move => ({
  label: 'Change the expiry date…',
  hint: 'Your customer can accept the estimate until then.',
  act: async (expiryDate) => {
    const { version } = await api.estimates.get({ id });
    return api.estimates.update({ id, version, expiryDate });
  },
});

/** Changes a plan, says so, and reads again whatever shows it. */
export function usePlanChange(event: CalendarEvent) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act }: { act: Act; done: string }) => act(),
    onSuccess: (_answer, { done }) => notify.success('Success', done),
    onError: (error) => notify.error('Error', failure('Failed to change the plan', error)),
    onSettled: () => {
      const read = client.invalidateQueries({ queryKey: orpc.calendar.key() });
      // Where it has moved its row is another one, and the focus was in the row of before: it follows.
      void read.then(() =>
        requestAnimationFrame(() => rescueFocus(`[data-plan="${eventKey(event)}"]`)),
      );
      const { recurring, reminders, invoices, estimates, emails, payments } = orpc;
      for (const calls of [recurring, reminders, invoices, estimates, emails, payments]) {
        void client.invalidateQueries({ queryKey: calls.key() });
      }
      refreshFigures(client);
    },
  });
}
