import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  countAndSums,
  dateText,
  decimalText,
  instantText,
  nullableText,
} from '../contract/fields.ts';
import { EMAIL_KINDS } from '../emails/message.contract.ts';

/** Today and the days after it that the calendar shows. */
export const CALENDAR_DAYS = 60;

/** So many events of a kind are listed; sums count all of them. */
export const MAX_EVENTS = 300;

export const CALENDAR_KINDS = [
  'recurring',
  'reminder',
  'fee',
  'due',
  'charge',
  'expiry',
  'email',
] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

const onDay = {
  /** The business's day on which it happens. */
  date: dateText,
  customerName: z.string(),
};
const ofInvoice = { ...onDay, invoiceId: z.number(), invoiceNumber: z.string() };
const money = { currency: z.string(), amount: decimalText };

export const calendarEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recurring'),
    ...onDay,
    ...money,
    recurringId: z.number(),
    name: nullableText,
    /** The schedule's own day, which names it: `date` is another where it was moved. */
    plannedDate: dateText,
    dueDate: dateText,
    delivery: z.enum(['draft', 'send']),
    isMoved: z.boolean(),
    /** It can be put back until its planned day has come. */
    isSkipped: z.boolean(),
    /** Why it could not be made so far. */
    problem: nullableText,
  }),
  z.object({
    kind: z.literal('reminder'),
    ...ofInvoice,
    ...money,
    dueDate: dateText,
    /** After the due date; below zero before it. */
    days: z.number(),
    isMoved: z.boolean(),
    isSkipped: z.boolean(),
  }),
  z.object({
    kind: z.literal('fee'),
    ...ofInvoice,
    ...money,
    /** Of what is late by then. */
    dueDate: dateText,
    /** The month that interest is for, counted from 1; null of a fixed fee. */
    month: z.number().nullable(),
    delivery: z.enum(['draft', 'send']),
  }),
  z.object({
    kind: z.literal('due'),
    ...ofInvoice,
    ...money,
    /** Which installment of its plan, from 1 in the order in which they are due; null without a plan. */
    installment: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('charge'),
    ...ofInvoice,
    ...money,
    /** 'Visa •••• 4242' */
    card: z.string(),
    dueDate: dateText,
    /** When it is due, or a declined card is tried again: `date` is another where it was moved. */
    plannedDate: dateText,
    isMoved: z.boolean(),
    isSkipped: z.boolean(),
  }),
  z.object({
    kind: z.literal('expiry'),
    ...onDay,
    ...money,
    estimateId: z.number(),
    estimateNumber: z.string(),
  }),
  z.object({
    kind: z.literal('email'),
    ...onDay,
    emailId: z.number(),
    emailKind: z.enum(EMAIL_KINDS),
    subject: z.string(),
    at: instantText,
    /** What it is about: one of them. */
    invoiceId: z.number().nullable(),
    estimateId: z.number().nullable(),
    creditNoteId: z.number().nullable(),
    customerId: z.number().nullable(),
  }),
]);
export type CalendarEvent = z.output<typeof calendarEventSchema>;
export type EventOf<Kind extends CalendarKind> = Extract<CalendarEvent, { kind: Kind }>;

const expectedMoney = {
  /** What falls due on invoices that are issued, by currency. */
  expected: countAndSums,
  /** What would fall due on invoices that recurring ones are still to make. */
  planned: countAndSums,
};

const weekSchema = z.object({
  /** Monday to Sunday; the first begins with today, and the last ends with the calendar. */
  from: dateText,
  to: dateText,
  ...expectedMoney,
  events: z.array(calendarEventSchema),
});

export const calendarSchema = z.object({
  today: dateText,
  until: dateText,
  /** What was due before today and is still open. */
  overdue: countAndSums,
  /** Of all weeks together. */
  ...expectedMoney,
  weeks: z.array(weekSchema),
  /** Kinds of which there is more than is listed. */
  cut: z.array(z.enum(CALENDAR_KINDS)),
});
export type Calendar = z.output<typeof calendarSchema>;
export type CalendarWeek = Calendar['weeks'][number];

const feedSchema = z.object({
  /** null where there is none. */
  createdAt: instantText.nullable(),
  /** When a calendar program last asked for it. */
  lastReadAt: instantText.nullable(),
});
export type CalendarFeed = z.output<typeof feedSchema>;

const TAG = 'Calendar';

export const calendarContract = {
  /** What will happen by itself in the coming 60 days, and what should be paid by when. */
  read: oc.route({ method: 'GET', path: '/calendar', tags: [TAG] }).output(calendarSchema),
  feed: oc.route({ method: 'GET', path: '/calendar/feed', tags: [TAG] }).output(feedSchema),
  /** A new address for calendar programs, which is shown once; the one before opens nothing any more. */
  createFeed: oc
    .route({ method: 'POST', path: '/calendar/feed', tags: [TAG] })
    .output(feedSchema.extend({ url: z.string() })),
  deleteFeed: oc
    .route({ method: 'DELETE', path: '/calendar/feed', tags: [TAG] })
    .output(feedSchema),
};
