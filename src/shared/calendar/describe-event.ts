/** Events of the calendar in words, for its page and for calendar programs. */
import { shownNumber } from '../documents/document-number.ts';
import { formatMoney, money } from '../money/money.ts';
import { formatPlannedStep } from '../reminders/reminder-words.ts';
import { capitalize } from '../text/capitalize.ts';
import type { CalendarEvent, CalendarKind } from './calendar.contract.ts';

/** What a kind of event is called, as a filter says it. */
export const KIND_LABELS: Record<CalendarKind, string> = {
  recurring: 'Recurring invoices',
  reminder: 'Reminders',
  fee: 'Late fees',
  due: 'Due dates',
  charge: 'Card charges',
  expiry: 'Estimates expiring',
  email: 'Scheduled emails',
};

/** What happens: 'Invoice for Harbor Ltd', 'INV-1001 is due'. */
export function nameEvent(event: CalendarEvent): string {
  switch (event.kind) {
    case 'recurring':
      return event.delivery === 'draft' ? 'Draft an invoice' : 'Send an invoice';
    case 'reminder':
      return `Reminder of ${shownNumber(event.invoiceNumber)}`;
    case 'fee':
      return event.month === null
        ? `Late fee for ${shownNumber(event.invoiceNumber)}`
        : `Interest on ${shownNumber(event.invoiceNumber)}`;
    case 'due':
      return event.installment !== null
        ? `Installment of ${shownNumber(event.invoiceNumber)} is due`
        : `${shownNumber(event.invoiceNumber)} is due`;
    case 'charge':
      return `Charge ${event.card} for ${shownNumber(event.invoiceNumber)}`;
    case 'expiry':
      return `${shownNumber(event.estimateNumber)} expires`;
    case 'email':
      return 'Scheduled email';
  }
}

/** What else there is to say of it in a line; null where its name says all. */
export function describeEvent(event: CalendarEvent): string | null {
  switch (event.kind) {
    case 'recurring':
      return event.problem ?? event.name;
    case 'reminder':
      return capitalize(formatPlannedStep(event.days, event.dueDate, event.date));
    case 'fee': {
      const how = event.delivery === 'send' ? 'issued and sent' : 'drafted';
      const what = event.month === null ? how : `for month ${event.month}, ${how}`;
      return `${capitalize(what)} unless it is paid before`;
    }
    case 'email':
      return event.subject;
    default:
      return null;
  }
}

/** What it comes to; null of a message. */
export const eventAmount = (event: CalendarEvent): string | null =>
  event.kind === 'email' ? null : formatMoney(money(event.amount, event.currency));

/** The page of what it is about. */
export function eventPath(event: CalendarEvent): string {
  switch (event.kind) {
    case 'recurring':
      return `/recurring/${event.recurringId}`;
    case 'expiry':
      return `/estimates/${event.estimateId}`;
    case 'email':
      if (event.invoiceId !== null) return `/invoices/${event.invoiceId}`;
      if (event.estimateId !== null) return `/estimates/${event.estimateId}`;
      if (event.creditNoteId !== null) return `/credit-notes/${event.creditNoteId}`;
      return `/customers/${event.customerId ?? ''}`;
    default:
      return `/invoices/${event.invoiceId}`;
  }
}

/** What it is known by, however it is moved: the same in every answer. */
export function eventKey(event: CalendarEvent): string {
  switch (event.kind) {
    case 'recurring':
      return `recurring-${event.recurringId}-${event.plannedDate}`;
    case 'reminder':
      return `reminder-${event.invoiceId}-${event.dueDate}-${event.days}`;
    case 'fee':
      return `fee-${event.invoiceId}-${event.dueDate}-${event.month ?? 1}`;
    case 'due':
      return `due-${event.invoiceId}-${event.installment ?? 'all'}`;
    case 'charge':
      return `charge-${event.invoiceId}`;
    case 'expiry':
      return `expiry-${event.estimateId}`;
    case 'email':
      return `email-${event.emailId}`;
  }
}
