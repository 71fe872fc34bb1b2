import { expect, it } from 'vitest';
import { fillTemplate, findUnknownVariables } from '../text/variables.ts';
import {
  fillReminder,
  formatPlannedStep,
  formatStep,
  REMINDER_VARIABLES,
  reminderDraft,
  reminderValues,
  usualSteps,
} from './reminder-words.ts';
import { reminderSettingsInput } from './reminder.contract.ts';

const invoice = {
  of: 'invoice',
  number: 'INV-7',
  amount: '1070.00',
  currency: 'USD',
  date: '2026-12-10',
} as const;
const names = { businessName: 'Quill & Co', customerName: 'Marta $1' };

it('says what the invoice says, once, whatever stands in it', () => {
  const values = reminderValues(invoice, names, '2026-12-24');
  const words = {
    subject: '{number}: {daysOverdue}',
    message: '{customer} {amountDue} {dueDate} {else}',
  };
  expect(fillTemplate(words, values)).toEqual({
    subject: 'INV-7: 14 days',
    message: 'Marta $1 $1,070.00 Dec 10, 2026 {else}',
  });
  const tricky = { ...names, customerName: '{number}' };
  expect(fillTemplate(words, reminderValues(invoice, tricky, '2026-12-11'))).toEqual({
    subject: 'INV-7: 1 day',
    message: '{number} $1,070.00 Dec 10, 2026 {else}',
  });
});

it('speaks of the installment that is due next', () => {
  const next = { amount: '70.00', date: '2026-12-01' };
  const values = reminderValues({ ...invoice, next }, names, '2026-11-30');
  expect([values.amountDue, values.dueDate, values.daysOverdue]).toEqual([
    '$70.00',
    'Dec 01, 2026',
    '0 days',
  ]);
});

it('has a usual schedule whose variables all have a value, and that can be saved', () => {
  const values = reminderValues(invoice, names, '2026-12-24');
  for (const step of usualSteps()) {
    expect(findUnknownVariables(step.subject + step.message, REMINDER_VARIABLES)).toEqual([]);
    expect(JSON.stringify(fillTemplate(step, values))).not.toMatch(/[{}]{2}|\{[a-z]/i);
  }
  const settings = {
    enabled: true,
    sendFrom: 9,
    sendUntil: 17,
    businessDaysOnly: true,
    steps: usualSteps(),
  };
  expect(reminderSettingsInput.parse(settings).steps).toHaveLength(5);
});

it('names a variable that there is not', () => {
  expect(
    findUnknownVariables('Hello {customer}, {amount} is due: {amount}', REMINDER_VARIABLES),
  ).toEqual(['amount']);
  const typed = '{ customer } {due_date} {amount due} {step1} {} {\n}';
  expect(findUnknownVariables(typed, REMINDER_VARIABLES)).toEqual([
    ' customer ',
    'due_date',
    'amount due',
    'step1',
  ]);
});

it('names its steps', () => {
  expect([-3, -1, 0, 1, 30].map(formatStep)).toEqual([
    '3 days before the due date',
    '1 day before the due date',
    'on the due date',
    '1 day after the due date',
    '30 days after the due date',
  ]);
});

it('is true on the day on which it goes, whatever day its step is of', () => {
  const saturday = { ...invoice, date: '2026-12-12' };
  const subject = (days: number, today: string) =>
    fillReminder(reminderDraft({ days, tone: 'friendly' }), saturday, names, today).subject;
  expect(subject(0, '2026-12-12')).toBe('Invoice INV-7 is due today');
  expect(subject(0, '2026-12-14')).toBe('Invoice INV-7 was due on Dec 12, 2026');
  expect(subject(0, '2026-12-11')).toBe('Invoice INV-7 is due on Dec 12, 2026');
  expect(subject(-3, '2026-12-14')).toBe('Invoice INV-7 was due on Dec 12, 2026');
});

it('names a step by the day on which it goes', () => {
  const name = (days: number, date: string) => formatPlannedStep(days, '2026-12-12', date);
  expect(name(0, '2026-12-12')).toBe('on the due date');
  expect(name(0, '2026-12-14')).toBe('on the first business day after the due date');
  expect(name(0, '2026-12-16')).toBe('4 days after the due date');
  expect(name(7, '2026-12-21')).toBe('9 days after the due date');
  expect(name(-3, '2026-12-09')).toBe('3 days before the due date');
});
