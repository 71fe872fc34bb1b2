/**
 * The words of reminders: what each says unless its owner writes something else, and the variables that
 * stand in them for what the invoice says when the reminder goes out.
 */
import type { CalendarDate } from '../dates/calendar-date.ts';
import { daysBetween, formatDate } from '../dates/calendar-date.ts';
import type { DocumentFacts } from '../emails/email-draft.ts';
import { formatMoney, money } from '../money/money.ts';
import type { MailWords } from '../text/variables.ts';
import { fillTemplate } from '../text/variables.ts';
import { firstSendDay } from './reminder-days.ts';

export const REMINDER_VARIABLES = [
  'customer',
  'business',
  'number',
  'amountDue',
  'dueDate',
  'daysOverdue',
] as const;
export type ReminderVariable = (typeof REMINDER_VARIABLES)[number];

export const REMINDER_TONES = ['friendly', 'firm', 'final'] as const;
export type ReminderTone = (typeof REMINDER_TONES)[number];

export type ReminderWords = MailWords;

/** The words of a reminder on its way, and the due date that it is about. */
export interface ReminderTemplate extends ReminderWords {
  dueDate: CalendarDate;
}

export interface ReminderStep extends ReminderWords {
  /** Days after the due date; before it when negative. */
  days: number;
  tone: ReminderTone;
}

export type ReminderValues = Record<ReminderVariable, string>;

/** What the variables stand for: of an invoice in installments, the part that is due next. */
export function reminderValues(
  invoice: DocumentFacts,
  { businessName, customerName }: { businessName: string; customerName: string },
  today: CalendarDate,
): ReminderValues {
  const { amount, date } = invoice.next ?? invoice;
  const late = Math.max(0, daysBetween(date, today));
  return {
    customer: customerName,
    business: businessName,
    number: invoice.number,
    amountDue: formatMoney(money(amount, invoice.currency)),
    dueDate: formatDate(date),
    daysOverdue: late === 1 ? '1 day' : `${late} days`,
  };
}

/**
 * A reminder in the words of the day on which it goes. What the usual words say of the due date is put
 * right where that is another day, as for a step that waits until a weekend is over.
 */
export function fillReminder(
  { subject, message }: ReminderWords,
  invoice: DocumentFacts,
  names: { businessName: string; customerName: string },
  today: CalendarDate,
): ReminderWords {
  const { date } = invoice.next ?? invoice;
  const is = date < today ? 'was' : 'is';
  const said = (text: string) =>
    date === today
      ? text
      : text
          .replaceAll('is due today', `${is} due on {dueDate}`)
          .replaceAll('is due on {dueDate}', `${is} due on {dueDate}`);
  const words = { subject: said(subject), message: said(message) };
  return fillTemplate(words, reminderValues(invoice, names, today));
}

const CLOSING = 'If you have any questions, just reply to this email.\n\nThank you,\n{business}';
const ON_ITS_WAY = 'If your payment is already on its way, thank you: nothing more is needed.';

const SUBJECTS: Record<ReminderTone, string> = {
  friendly: 'Reminder: invoice {number} was due on {dueDate}',
  firm: 'Invoice {number} is {daysOverdue} overdue',
  final: 'Final reminder: invoice {number} is {daysOverdue} overdue',
};
const ASKS: Record<ReminderTone, string> = {
  friendly: `This is a friendly reminder that {amountDue} of invoice {number} was due on {dueDate}.\n\n${ON_ITS_WAY}`,
  firm: `{amountDue} of invoice {number} was due on {dueDate} and is now {daysOverdue} overdue. Please arrange payment, or tell us if something stands in the way.\n\n${ON_ITS_WAY}`,
  final:
    'We have reminded you before that {amountDue} of invoice {number} was due on {dueDate}. It is now {daysOverdue} overdue. Please pay it within the next few days, or contact us.',
};

/** What a step says unless its owner writes something else. */
export function reminderDraft({ days, tone }: Pick<ReminderStep, 'days' | 'tone'>): ReminderWords {
  const words = (subject: string, ask: string) => ({
    subject,
    message: `Hello {customer},\n\n${ask}\n\n${CLOSING}`,
  });
  if (days < 0) {
    return words(
      'Invoice {number} is due on {dueDate}',
      'This is a friendly reminder that {amountDue} of invoice {number} is due on {dueDate}.\n\nIf you have paid already, thank you: nothing more is needed.',
    );
  }
  if (days === 0) {
    return words(
      'Invoice {number} is due today',
      `{amountDue} of invoice {number} is due today.\n\n${ON_ITS_WAY}`,
    );
  }
  return words(SUBJECTS[tone], ASKS[tone]);
}

const USUAL: readonly Pick<ReminderStep, 'days' | 'tone'>[] = [
  { days: -3, tone: 'friendly' },
  { days: 0, tone: 'friendly' },
  { days: 7, tone: 'friendly' },
  { days: 14, tone: 'firm' },
  { days: 30, tone: 'final' },
];

/** The schedule of an owner who has not written another. */
export const usualSteps = (): ReminderStep[] =>
  USUAL.map((step) => ({ ...step, ...reminderDraft(step) }));

/** '7 days after the due date'. */
export function formatStep(days: number): string {
  if (days === 0) return 'on the due date';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return `${count} ${days < 0 ? 'before' : 'after'} the due date`;
}

/** When a step goes out that may have been put off, by its owner or by a weekend: 'on the first business day after the due date'. */
export function formatPlannedStep(days: number, dueDate: CalendarDate, date: CalendarDate): string {
  const offset = daysBetween(dueDate, date);
  const isPutOff = days === 0 && offset > 0;
  return isPutOff && date === firstSendDay(dueDate, { businessDaysOnly: true })
    ? 'on the first business day after the due date'
    : formatStep(offset);
}
