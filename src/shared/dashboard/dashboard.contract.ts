import { oc } from '@orpc/contract';
import * as z from 'zod';
import { dateText, decimalText, instantText, nullableText } from '../contract/fields.ts';
import { CREDIT_NOTE_EVENTS } from '../credit-notes/credit-note.contract.ts';
import { ESTIMATE_EVENTS } from '../estimates/estimate.contract.ts';
import { INVOICE_EVENTS, invoiceSchema } from '../invoices/invoice.contract.ts';

/** Change against an earlier period in percent with one decimal, '-5.2'; null without history. */
const trend = z.object({ percent: z.string() }).nullable();

/** What the dashboard does not tell: it is told by what follows it, or on its document only. */
export const SILENT_EVENTS = [
  'email.queued',
  'email.moved',
  'email.delayed',
  'email.not_copied',
  'email.complained',
  'payment.agreed',
  'payment.charge_asked',
  'payment.charge_changed',
  'payment.link',
  'reminders.paused',
  'reminders.resumed',
  'invoice.deleted',
  'estimate.deleted',
  'credit_note.deleted',
  'credit_note.applied',
  'credit_note.withdrawn',
] as const;

/** An entry of the history, with what it takes to say it in a sentence. */
export const activitySchema = z.object({
  id: z.number(),
  type: z
    .enum([...INVOICE_EVENTS, ...ESTIMATE_EVENTS, ...CREDIT_NOTE_EVENTS])
    .exclude(SILENT_EVENTS),
  invoiceId: z.number().nullable(),
  estimateId: z.number().nullable(),
  creditNoteId: z.number().nullable(),
  /** Of the document. */
  number: z.string(),
  /** Of the document, and of an amount in `data` that names none. */
  currency: z.string(),
  customerName: z.string(),
  customerCompany: nullableText,
  data: z.record(z.string(), z.unknown()),
  createdAt: instantText,
});
export type Activity = z.output<typeof activitySchema>;

/** A calendar month 'YYYY-MM', in one currency: invoices issued (drafts left out), money that came, expenses. */
export const monthSchema = z.object({
  month: z.string(),
  invoiced: decimalText,
  paid: decimalText,
  expenses: decimalText,
});
export type DashboardMonth = z.output<typeof monthSchema>;

export const dueInvoiceSchema = z.object({
  id: z.number(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  customerCompany: nullableText,
  dueDate: dateText,
  /** Still to be paid, in the invoice's currency. */
  amountDue: decimalText,
  /** Of it, what is late: of a plan the installments whose day has passed. */
  amountOverdue: decimalText,
  currency: z.string(),
  overdue: z.boolean(),
});
export type DueInvoice = z.output<typeof dueInvoiceSchema>;

const figures = {
  /** Money that has come and was not given back, of all time. */
  totalRevenue: decimalText,
  /** What is still to be paid on sent and overdue invoices. */
  outstanding: decimalText,
  /** Of it, what is late: of a plan the installments whose day has passed. */
  overdue: decimalText,
  /** Money that came in this calendar month. */
  paidThisMonth: decimalText,
  /** Of all time. */
  totalExpenses: decimalText,
};

/** What is to be paid, by when: past due, in the next 14 days, later. */
const due = { overdue: decimalText, next14Days: decimalText, later: decimalText };

/** The figures of one currency. */
const currencyFigures = {
  currency: z.string(),
  ...figures,
  /** Twelve, the current one last. */
  months: z.array(monthSchema),
};

export const currencyFiguresSchema = z.object({ ...currencyFigures, due: z.object(due) });
export type CurrencyFigures = z.output<typeof currencyFiguresSchema>;

export const dashboardSchema = z.object({
  /** Today in the business's time zone: every figure is as of it. */
  today: dateText,
  /** In the business's currency, and in each other in which there is something. */
  ...currencyFigures,
  otherCurrencies: z.array(currencyFiguresSchema),
  /**
   * About what all currencies come to in the business's, by the rates of a day. Null where there is one
   * currency, or a rate is not known.
   */
  converted: z.object({ ...figures, rateDate: dateText }).nullable(),
  /** Of all currencies. */
  outstandingCount: z.number(),
  overdueCount: z.number(),
  /** Of the business's currency. */
  trends: z.object({
    /** The last twelve months against the twelve before. */
    totalRevenue: trend,
    /** This month so far against the same days of the month before. */
    paidThisMonth: trend,
    totalExpenses: trend,
  }),
  /** The days that this month is compared with. */
  comparedWith: z.object({ from: dateText, to: dateText }),
  recentInvoices: z.array(invoiceSchema),
  recentActivity: z.array(activitySchema),
  due: z.object({
    ...due,
    /** Of all currencies. The worst first: overdue by age, then what is due next. */
    invoices: z.array(dueInvoiceSchema),
  }),
  firstSteps: z.object({
    profile: z.boolean(),
    customer: z.boolean(),
    invoice: z.boolean(),
    sent: z.boolean(),
    payments: z.boolean(),
  }),
});
export type Dashboard = z.output<typeof dashboardSchema>;

export const dashboardContract = {
  get: oc.route({ method: 'GET', path: '/dashboard', tags: ['Dashboard'] }).output(dashboardSchema),
};
