import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, postCall, putCall } from '../contract/calls.ts';
import {
  baseVersion,
  dateField,
  dateText,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalDate,
  optionalText,
  rateField,
  recordId,
} from '../contract/fields.ts';
import { recordVerb } from '../contract/record-calls.ts';
import { variableText } from '../contract/variable-text.ts';
import { isZero } from '../money/decimal.ts';
import { REMINDER_TONES, REMINDER_VARIABLES } from './reminder-words.ts';

export const MAX_STEPS = 10;
/** A step's days before and after the due date at most. */
export const MAX_BEFORE = 60;
export const MAX_AFTER = 365;

/** Why an owner has paused the reminders of an invoice. */
export const PAUSE_REASONS = ['promised', 'replied', 'disputed', 'other'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

// ── Inputs ──────────────────────────────────────────────────────────────────

const days = (error = `Days must be a whole number from -${MAX_BEFORE} to ${MAX_AFTER}`) =>
  z.int({ error }).min(-MAX_BEFORE, { error }).max(MAX_AFTER, { error });

export const reminderStepInput = z.object({
  days: days(),
  tone: z.enum(REMINDER_TONES, { error: 'Tone must be friendly, firm or final' }),
  subject: variableText('Subject', 200, REMINDER_VARIABLES),
  message: variableText('Message', 5_000, REMINDER_VARIABLES, 'lines'),
});
export type ReminderStepInput = z.output<typeof reminderStepInput>;

const hour = (label: string, [min, max]: readonly [number, number]) => {
  const error = `${label} must be an hour from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const delivery = z.enum(['draft', 'send'], { error: 'Delivery must be draft or send' });

const wholeNumber = (label: string, max: number) => {
  const error = `${label} must be a whole number from 1 to ${max}`;
  return z.int({ error }).min(1, { error }).max(max, { error });
};

const aboveZero = <Field extends z.ZodType<string, unknown>>(field: Field, label: string) =>
  field.refine((value) => !isZero(value), { error: `${label} must be above zero` });

export const lateFeeInput = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('fixed'),
      amount: aboveZero(moneyField('Amount'), 'Amount'),
      afterDays: wholeNumber('Days', MAX_AFTER),
      delivery,
    }),
    z.object({
      kind: z.literal('percent'),
      percent: aboveZero(rateField('Percent', '100'), 'Percent'),
      months: wholeNumber('Months', 60),
      delivery,
    }),
  ],
  { error: 'A late fee is fixed or a percentage' },
);

export const reminderSettingsInput = z
  .object({
    version: baseVersion,
    enabled: z.boolean({ error: 'Enabled must be true or false' }),
    sendFrom: hour('The first hour', [0, 23]),
    sendUntil: hour('The last hour', [1, 24]),
    businessDaysOnly: z.boolean({ error: 'Business days only must be true or false' }),
    /** Absent stays as it is stored. */
    lateFee: lateFeeInput.nullable().optional(),
    steps: z
      .array(reminderStepInput, { error: 'Steps must be a list' })
      .max(MAX_STEPS, { error: `At most ${MAX_STEPS} reminders can be planned`, abort: true }),
  })
  .superRefine(({ sendFrom, sendUntil, steps, enabled }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (sendUntil <= sendFrom) refuse(['sendUntil'], 'The last hour must be after the first');
    if (enabled && steps.length === 0)
      refuse(['steps'], 'Add a reminder before you switch them on');
    steps.forEach((step, index) => {
      if (steps.findIndex((other) => other.days === step.days) === index) return;
      refuse(['steps', index, 'days'], 'Another reminder is planned for that day');
    });
  });
export type ReminderSettingsInput = z.output<typeof reminderSettingsInput>;

export const pauseInput = z
  .object({
    id: recordId,
    reason: z.enum(PAUSE_REASONS, {
      error: 'Reason must be promised, replied, disputed or other',
    }),
    /** Reminders go on after this day; without it, until they are resumed. */
    until: optionalDate('Until'),
    note: optionalText('Note', 500, 'lines'),
  })
  .superRefine(({ reason, until }, context) => {
    if (reason !== 'promised' || until) return;
    const message = 'Enter the day by which the customer has promised to pay';
    context.addIssue({ code: 'custom', path: ['until'], message });
  });
export type PauseInput = z.output<typeof pauseInput>;

/** One reminder to come, by the due date and the days after it. */
const changeStepInput = z.object({
  id: recordId,
  dueDate: dateField('dueDate'),
  days: days(),
  /** The day on which it goes out; null leaves it out, and its own day takes a change back. */
  to: dateField('to').nullable(),
});
export type ChangeStepInput = z.output<typeof changeStepInput>;

// ── Answers ─────────────────────────────────────────────────────────────────

const step = z.object({
  days: z.number(),
  tone: z.enum(REMINDER_TONES),
  subject: z.string(),
  message: z.string(),
});

export const reminderSettingsSchema = z.object({
  enabled: z.boolean(),
  /** Steps of earlier days are not made up for. */
  enabledSince: dateText.nullable(),
  sendFrom: z.number(),
  sendUntil: z.number(),
  businessDaysOnly: z.boolean(),
  lateFee: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('fixed'),
        amount: decimalText,
        afterDays: z.number(),
        delivery: z.enum(['draft', 'send']),
      }),
      z.object({
        kind: z.literal('percent'),
        percent: decimalText,
        months: z.number(),
        delivery: z.enum(['draft', 'send']),
      }),
    ])
    .nullable(),
  steps: z.array(step),
  version: z.number(),
});
export type ReminderSettings = z.output<typeof reminderSettingsSchema>;

/** Why no reminder is planned for an invoice. */
export const NO_REMINDER = [
  'off',
  'draft',
  'paid',
  'paused',
  'never',
  'no_address',
  'unsubscribed',
  'bounced',
  'blocked',
  'disputed',
  'charged',
  'none_left',
] as const;

const feeDocument = z.object({
  id: z.number(),
  invoiceNumber: z.string(),
  total: decimalText,
  currency: z.string(),
});

export const invoiceRemindersSchema = z.object({
  /** The next one, on the day on which it goes out. */
  next: z.object({ date: dateText, days: z.number() }).nullable(),
  /** Why there is none; null where there is one. */
  without: z.enum(NO_REMINDER).nullable(),
  pause: z
    .object({
      reason: z.enum(PAUSE_REASONS),
      until: dateText.nullable(),
      note: nullableText,
      createdAt: instantText,
    })
    .nullable(),
  /** Those that were sent or queued, the newest first. */
  sent: z.array(z.object({ days: z.number(), dueDate: dateText, createdAt: instantText })),
  /** What was charged for paying it late, in their order. */
  lateFees: z.array(feeDocument),
  /** The invoice that this one is a late fee for. */
  lateFeeFor: feeDocument.pick({ id: true, invoiceNumber: true }).nullable(),
});
export type InvoiceReminders = z.output<typeof invoiceRemindersSchema>;

const previewSchema = z.object({
  subject: z.string(),
  message: z.string(),
  /** The message as it goes out, and the invoice that stands in it; null where the business has none that is open. */
  html: nullableText,
  invoiceNumber: nullableText,
  /** The day that it speaks of. */
  onDate: dateText,
});
export type ReminderPreview = z.output<typeof previewSchema>;

// ── Calls ───────────────────────────────────────────────────────────────────

const TAG = 'Reminders';

export const reminderContract = {
  settings: oc
    .route({ method: 'GET', path: '/reminders/settings', tags: [TAG] })
    .output(reminderSettingsSchema),
  saveSettings: putCall('/reminders/settings', TAG, reminderSettingsInput, reminderSettingsSchema),
  /** What a step says of one of the business's invoices. Nothing is sent. */
  preview: postCall('/reminders/preview', TAG, reminderStepInput, previewSchema),
  /** What reminders an invoice has had, and which is the next. */
  ofInvoice: getCall(
    '/invoices/{id}/reminders',
    TAG,
    z.object({ id: recordId }),
    invoiceRemindersSchema,
  ),
  pause: postCall('/invoices/{id}/reminders/pause', TAG, pauseInput, invoiceRemindersSchema),
  change: postCall('/invoices/{id}/reminders/change', TAG, changeStepInput, invoiceRemindersSchema),
  resume: recordVerb('/invoices/{id}/reminders/resume', TAG, invoiceRemindersSchema),
};
