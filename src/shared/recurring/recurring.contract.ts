import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import {
  baseVersion,
  countAndSums,
  dateField,
  dateText,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalDate,
  optionalText,
  orNone,
  recordId,
} from '../contract/fields.ts';
import { recordCalls, recordVerb } from '../contract/record-calls.ts';
import { contentInput } from '../documents/document-content.ts';
import {
  installmentsAnswer,
  MAX_DAYS_AFTER,
} from '../documents/installments/installment-content.ts';
import { lineItemSchema, taxAnswer } from '../documents/line-content.ts';
import { undeliveredSchema } from '../emails/message.contract.ts';
import { INVOICE_STANDINGS, INVOICE_STATUSES } from '../invoices/invoice-status.ts';
import { customerFilter, listQuery, oneOf } from '../lists/list-query.ts';
import { findScheduleFault } from './check-schedule.ts';
import { INTERVAL_UNITS, MAX_EVERY, MAX_OCCURRENCES } from './schedule.ts';

export const RECURRING_STATUSES = ['active', 'paused', 'ended'] as const;
export type RecurringStatus = (typeof RECURRING_STATUSES)[number];
/** Drafted for review, or issued and sent. */
export const DELIVERIES = ['draft', 'send'] as const;
/** What is made of days that have passed while nothing could be made: each, the newest, or none. */
export const CATCH_UPS = ['all', 'latest', 'none'] as const;
/** Missed: its day passed while nothing could be made, and catching up left it out. */
export const RUN_OUTCOMES = ['made', 'skipped', 'missed'] as const;

// ── Inputs ──────────────────────────────────────────────────────────────────

const wholeNumber = (label: string, max: number, min = 1) => {
  const error = `${label} must be a whole number from ${min} to ${max.toLocaleString('en-US')}`;
  // No schedule is computed with a number that is refused.
  return z.int({ error }).min(min, { error, abort: true }).max(max, { error, abort: true });
};

const scheduleInput = z
  .object({
    startDate: dateField('Start date'),
    unit: z.enum(INTERVAL_UNITS, { error: 'Unit must be day, week, month, quarter or year' }),
    every: wholeNumber('Every', MAX_EVERY).default(1),
    dayOfMonth: orNone(wholeNumber('Day of the month', 31)).transform((day) => day ?? null),
    endDate: optionalDate('End date').transform((date) => date ?? null),
    maxOccurrences: orNone(wholeNumber('Number of invoices', MAX_OCCURRENCES)).transform(
      (most) => most ?? null,
    ),
  })
  .superRefine((schedule, context) => {
    const fault = findScheduleFault(schedule);
    if (fault) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message });
  });

const { installments, ...ofInvoice } = z.object(contentInput('invoice')).omit({
  invoiceNumber: true,
  issueDate: true,
  dueDate: true,
  supplyDate: true,
  servicePeriod: true,
}).shape;

/** What each invoice says: the content of an invoice without what each of them has by itself. */
const content = {
  ...ofInvoice,
  taxAmount: orNone(moneyField('Tax amount')),
  installments: installments.refine((parts = []) => parts.every(({ dueDate }) => dueDate == null), {
    error:
      'Installments of a recurring invoice are due a number of days after its issue, not on a date',
  }),
};

const fields = {
  name: optionalText('Name', 100),
  ...content,
  schedule: scheduleInput,
  /** How many days after its issue each is due; the profile's unless told. */
  dueDays: orNone(wholeNumber('Due days', MAX_DAYS_AFTER, 0)),
  delivery: z.enum(DELIVERIES, { error: 'Delivery must be draft or send' }),
  catchUp: z.enum(CATCH_UPS, { error: 'Catch-up must be all, latest or none' }),
};

export const recurringInput = z.object({
  ...fields,
  taxRate: fields.taxRate.default('0.00'),
  delivery: fields.delivery.default('draft'),
  catchUp: fields.catchUp.default('all'),
});
export type RecurringInput = z.output<typeof recurringInput>;

/** Absent fields stay as they are stored; a schedule is given whole. */
const recurringUpdateInput = z
  .object(fields)
  .partial()
  .extend({ id: recordId, version: baseVersion });
export type RecurringUpdateInput = z.output<typeof recurringUpdateInput>;

/**
 * The day that the caller takes for the next one: one that is dealt with is refused, so that two presses
 * are one.
 */
const nextOne = z.object({ id: recordId, date: dateField('date').optional() });
export type NextOneInput = z.output<typeof nextOne>;

const moveInput = z.object({
  id: recordId,
  /** The day of the schedule that names the invoice. */
  date: dateField('date'),
  /** The day on which it is made; its own day takes back that it was moved or left out. */
  to: dateField('to'),
});
export type MoveOccurrenceInput = z.output<typeof moveInput>;

const resumeInput = z.object({
  id: recordId,
  /** Days before it are left out; without it, catching up decides about those that have passed. */
  from: dateField('from').optional(),
});
export type ResumeInput = z.output<typeof resumeInput>;

const listInput = listQuery.extend({
  /** 'problem': active, and the last attempt was refused. */
  status: oneOf('status', ['all', ...RECURRING_STATUSES, 'problem']),
  customerId: customerFilter,
});
export type RecurringListQuery = z.output<typeof listInput>;

const summaryInput = listInput.pick({ search: true, status: true, customerId: true });
export type RecurringSummaryQuery = z.output<typeof summaryInput>;

// ── Answers ─────────────────────────────────────────────────────────────────

const scheduleAnswer = z.object({
  startDate: dateText,
  unit: z.enum(INTERVAL_UNITS),
  every: z.number(),
  dayOfMonth: z.number().nullable(),
  endDate: dateText.nullable(),
  maxOccurrences: z.number().nullable(),
});

export const recurringSchema = z.object({
  id: z.number(),
  userId: z.string(),
  name: nullableText,
  customerId: z.number(),
  customer: z.object({
    id: z.number(),
    name: z.string(),
    company: nullableText,
    email: nullableText,
  }),
  schedule: scheduleAnswer,
  dueDays: z.number().nullable(),
  delivery: z.enum(DELIVERIES),
  catchUp: z.enum(CATCH_UPS),
  status: z.enum(RECURRING_STATUSES),
  /** The day of the next invoice; null where none is to come: it has ended, or all that are left are skipped. */
  nextDate: dateText.nullable(),
  /** How many invoices were made of it. */
  madeCount: z.number(),
  currency: z.string(),
  /** What an invoice came to when this was saved, or when the last one was made. */
  total: decimalText,
  /** Why the next invoice could not be made, and since when; it is tried again each hour. */
  problem: z
    .object({ code: z.string(), message: z.string(), path: nullableText, since: instantText })
    .nullable(),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type Recurring = z.output<typeof recurringSchema>;

/** A tax by the number of the business's rate, which the invoice is then taxed at, or as it is. */
const recurringTax = z.union([z.object({ taxRateId: z.number() }), taxAnswer]);

const adjustment = z.object({
  reason: nullableText,
  percent: decimalText.nullable(),
  amount: decimalText.nullable(),
});

/** What each invoice says, as it was given: variables stand as they were typed. */
export const recurringContentAnswer = z.object({
  poNumber: nullableText,
  currency: z.string(),
  roundingIncrement: decimalText.nullable(),
  pricesIncludeTax: z.boolean(),
  discounts: z.array(adjustment),
  charges: z.array(adjustment.extend({ taxes: z.array(recurringTax).nullable() })),
  exchangeRate: z.object({ rate: decimalText, source: nullableText }).nullable(),
  installments: installmentsAnswer,
  deliveryAddress: nullableText,
  buyerReference: nullableText,
  taxRate: decimalText,
  taxAmount: decimalText.nullable(),
  notes: nullableText,
  terms: nullableText,
  lineItems: z.array(
    lineItemSchema
      .pick({
        itemId: true,
        description: true,
        quantity: true,
        unit: true,
        unitPrice: true,
        discountPercent: true,
        discountAmount: true,
        itemCode: true,
      })
      .extend({ taxes: z.array(recurringTax) }),
  ),
});
export type RecurringContent = z.output<typeof recurringContentAnswer>;

export const recurringDetailSchema = recurringSchema.extend({
  ...recurringContentAnswer.shape,
  /**
   * The next six days of the schedule, the period that each stands for, the day on which its invoice is
   * made, and whether it is left out.
   */
  upcoming: z.array(
    z.object({
      date: dateText,
      onDate: dateText,
      isSkipped: z.boolean(),
      periodFrom: dateText,
      periodTo: dateText,
    }),
  ),
  /** What became of the last fifty days, the newest first. */
  runs: z.array(
    z.object({
      date: dateText,
      outcome: z.enum(RUN_OUTCOMES),
      /** null where none was made, or it was deleted. */
      invoice: z
        .object({
          id: z.number(),
          invoiceNumber: z.string(),
          issueDate: dateText,
          status: z.enum(INVOICE_STATUSES),
          standing: z.enum(INVOICE_STANDINGS),
          currency: z.string(),
          total: decimalText,
          /** Its newest message, where that reached nobody. */
          undelivered: undeliveredSchema.nullable(),
        })
        .nullable(),
      createdAt: instantText,
    }),
  ),
});
export type RecurringDetail = z.output<typeof recurringDetailSchema>;

export const recurringSummarySchema = z.object({
  /** Those of the status that is asked for; what follows counts every status. */
  count: z.number(),
  active: z.number(),
  paused: z.number(),
  ended: z.number(),
  /** Active ones whose next invoice could not be made. */
  problem: z.number(),
  /** Active ones, and what they bring in a month of average length, by currency. */
  monthly: countAndSums,
});
export type RecurringSummary = z.output<typeof recurringSummarySchema>;

// ── Calls ───────────────────────────────────────────────────────────────────

const TAG = 'Recurring invoices';

export const recurringContract = {
  /** By the day of the next invoice, the soonest first. */
  ...recordCalls('/recurring', TAG, {
    listed: recurringSchema,
    answer: recurringDetailSchema,
    list: listInput,
    create: recurringInput,
    update: recurringUpdateInput,
  }),
  summary: getCall('/recurring/summary', TAG, summaryInput, recurringSummarySchema),
  pause: recordVerb('/recurring/{id}/pause', TAG, recurringDetailSchema),
  resume: postCall('/recurring/{id}/resume', TAG, resumeInput, recurringDetailSchema),
  /** Leaves the next one out, or that of a day; until that has come, `move` to the same day takes it back. */
  skip: keyedCall('/recurring/{id}/skip', TAG, nextOne, recurringDetailSchema),
  /** Has the invoice of one day made on another; those that follow keep theirs. */
  move: postCall('/recurring/{id}/move', TAG, moveInput, recurringDetailSchema),
  /** Makes the next one now, dated today where its day is still to come. */
  run: keyedCall('/recurring/{id}/run', TAG, nextOne, recurringDetailSchema),
};
