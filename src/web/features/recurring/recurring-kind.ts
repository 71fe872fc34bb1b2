import type * as z from 'zod';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  parseCalendarDate,
} from '../../../shared/dates/calendar-date.ts';
import type { LineTax } from '../../../shared/documents/line-content.ts';
import { DEFAULT_DUE_DAYS } from '../../../shared/invoices/invoice.contract.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import { fillVariables } from '../../../shared/recurring/fill-variables.ts';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import { recurringInput } from '../../../shared/recurring/recurring.contract.ts';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import type { DocumentDraft } from '../../documents/editor/document-draft.ts';
import { toDraft } from '../../documents/editor/document-draft.ts';
import type {
  DocumentCalls,
  DocumentForm,
  DocumentKind,
} from '../../documents/editor/document-kind.ts';
import { callContent, findRefusals, previewInput } from '../../documents/editor/document-kind.ts';
import type { DraftSchedule } from '../../documents/editor/draft-schedule.ts';
import { listNextDays, readSchedule } from '../../documents/editor/draft-schedule.ts';
import { toLineTax } from '../../documents/editor/editor-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { IconRefresh } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { refreshRecurring } from './recurring-records.ts';
import { ScheduleSection } from './schedule-section.tsx';

/** What the editor says and checks when it is a recurring invoice: the invoice that is made of it. */
export const recurringKind: DocumentKind = {
  name: 'invoice',
  title: { create: 'New Recurring Invoice', edit: 'Edit Recurring Invoice' },
  about: 'What each invoice says, and when it is made.',
  atLeastOneLine: 'An invoice has at least one line',
  createButton: { label: 'Start', icon: IconRefresh },
  recurring: { Section: ScheduleSection, begin: beginSchedule, picture: pictureNext },
  sendsOnCreate: false,
  sendNote: () => '',
  statuses: [{ value: 'draft', label: 'Draft' }],
  endAfterDays: null,
  terms: '',
  noCustomer: (phone) => (phone ? 'Please select a customer' : 'Customer is required'),
  strictEdit: false,
  outline: ({ schedule: typed }) => {
    const schedule = typed && readSchedule(typed);
    if (!schedule) return undefined;
    const words = describeSchedule(schedule);
    return words.charAt(0).toLowerCase() + words.slice(1);
  },
  refusals: (form) => findRefusals(recurringInput, toRecurringInput(form, [])),
  draw: (question, signal) =>
    api.invoices.preview(previewInput('invoice', question, 'sent'), { signal }),
};

/** The same for a business whose invoices are usually due after so many days. */
export const recurringKindFor = (usualDays: number | null): DocumentKind => ({
  ...recurringKind,
  recurring: {
    Section: ScheduleSection,
    begin: beginSchedule,
    picture: (draft, initial) => pictureNext(draft, initial, usualDays ?? DEFAULT_DUE_DAYS),
  },
});

/** A schedule that begins today; of an invoice, a month after it, if that is still to come. */
function beginSchedule(today: string, copied: DocumentDraft | undefined): DraftSchedule {
  const issued = parseCalendarDate(copied?.issueDate ?? '');
  const due = parseCalendarDate(copied?.endDate ?? '');
  const next = issued && addMonths(issued, 1);
  return {
    name: '',
    startDate: next && next >= today ? next : today,
    every: '1',
    unit: 'month',
    // The 31st stays the 31st, though its next month is shorter.
    dayOfMonth: issued && next && next >= today ? String(Number(issued.slice(8))) : '',
    ends: 'never',
    endDate: '',
    maxOccurrences: '12',
    dueDays: issued && due && due >= issued ? String(daysBetween(issued, due)) : '',
    delivery: 'draft',
    catchUp: 'all',
    made: 0,
    nextDate: '',
    from: today,
  };
}

/** The next invoice, with its variables in words. */
function pictureNext(
  draft: DocumentDraft,
  initial: DocumentDraft,
  usualDays = DEFAULT_DUE_DAYS,
): DocumentDraft {
  const next = draft.schedule && listNextDays(draft.schedule, initial.schedule, 1);
  const [day] = next?.days ?? [];
  if (!next || !day || !draft.schedule) return draft;
  const fill = (text: string) => fillVariables(text, next.schedule, day.index);
  const typed = draft.schedule.dueDays.trim();
  const dueDays = /^\d{1,4}$/.test(typed) ? Number(typed) : usualDays;
  return {
    ...draft,
    issueDate: day.date,
    endDate: addDays(day.date, dueDays),
    poNumber: fill(draft.poNumber),
    buyerReference: fill(draft.buyerReference),
    notes: fill(draft.notes),
    terms: fill(draft.terms),
    lines: draft.lines.map((line) => ({ ...line, description: fill(line.description) })),
  };
}

type Rates = readonly TaxRate[];

/**
 * @param rates of the business, which taxes are kept as a reference to
 * @param today where the business is
 */
export function recurringCalls(
  rates: () => Rates,
  today: CalendarDate,
): DocumentCalls<RecurringDetail> {
  return {
    stored: (id) => ({
      queryKey: orpc.recurring.get.queryKey({ input: { id } }),
      queryFn: () => api.recurring.get({ id }),
    }),
    toDraft: (stored) => toRecurringDraft(stored, rates(), today),
    copied: (id) => ({
      queryKey: [...orpc.invoices.get.queryKey({ input: { id } }), 'made recurring'],
      queryFn: async () => ({ id, draft: toDraft('invoice', await api.invoices.get({ id })) }),
    }),
    create: (form, idempotencyKey) =>
      api.recurring.create(toRecurringInput(form, rates()), { context: { idempotencyKey } }),
    update: (form, { id, version }) =>
      api.recurring.update({ ...toRecurringInput(form, rates()), id, version }),
    created(client, saved) {
      refreshRecurring(client, saved);
      notify.success('Success', 'Recurring invoice created successfully');
    },
    updated(client, saved) {
      refreshRecurring(client, saved);
      notify.success('Success', 'Recurring invoice updated successfully');
    },
    failed(error, form) {
      const what = `Failed to ${form === 'create' ? 'create' : 'update'} recurring invoice`;
      notify.error('Error', errorMessage(error, what));
    },
  };
}

/** A stored one, ready to be edited. */
export function toRecurringDraft(
  stored: RecurringDetail,
  rates: Rates,
  today: CalendarDate,
): DocumentDraft {
  const { schedule, exchangeRate, runs, nextDate } = stored;
  const toLineTaxes = (taxes: RecurringDetail['lineItems'][number]['taxes']) =>
    taxes.flatMap((tax): LineTax[] => {
      if (!('taxRateId' in tax)) return [tax];
      const rate = rates.find(({ id }) => id === tax.taxRateId);
      return rate ? [toLineTax(rate)] : [];
    });
  const draft = toDraft('invoice', {
    ...stored,
    invoiceNumber: '',
    issueDate: '',
    dueDate: '',
    supplyDate: null,
    servicePeriod: null,
    exchangeRate: exchangeRate && {
      ...exchangeRate,
      from: stored.currency,
      to: '',
      date: '',
    },
    taxAmount: stored.taxAmount ?? '0.00',
    status: 'draft',
    discounts: stored.discounts.map((each) => ({ ...each, amount: each.amount ?? '0.00' })),
    charges: stored.charges.map((charge) => ({
      ...charge,
      amount: charge.amount ?? '0.00',
      taxes: charge.taxes && toLineTaxes(charge.taxes),
    })),
    lineItems: stored.lineItems.map((line) => ({ ...line, taxes: toLineTaxes(line.taxes) })),
  });
  // A schedule that is changed goes on behind what was dealt with, from today or what is still due.
  const [last] = runs;
  const open = nextDate !== null && nextDate < today ? nextDate : today;
  const from = last && last.date >= open ? addDays(last.date, 1) : open;
  return {
    ...draft,
    schedule: {
      name: stored.name ?? '',
      startDate: schedule.startDate,
      every: String(schedule.every),
      unit: schedule.unit,
      dayOfMonth: schedule.dayOfMonth === null ? '' : String(schedule.dayOfMonth),
      ends:
        schedule.endDate !== null ? 'date' : schedule.maxOccurrences !== null ? 'count' : 'never',
      endDate: schedule.endDate ?? '',
      maxOccurrences: String(schedule.maxOccurrences ?? 12),
      dueDays: stored.dueDays === null ? '' : String(stored.dueDays),
      delivery: stored.delivery,
      catchUp: stored.catchUp,
      made: stored.madeCount,
      nextDate: nextDate ?? '',
      from,
    },
  };
}

/** The checked form as the call takes it. */
export function toRecurringInput(form: DocumentForm, rates: Rates): z.input<typeof recurringInput> {
  const {
    invoiceNumber: _number,
    issueDate: _issue,
    dueDate: _due,
    supplyDate: _supply,
    servicePeriod: _period,
    lineItems,
    charges,
    ...content
  } = callContent('invoice', form);
  const { schedule } = form;
  if (!schedule) throw new Error('A recurring invoice has a schedule');
  const toTaxes = (taxes: readonly LineTax[]) => taxes.map((tax) => referTo(tax, rates));
  return {
    ...content,
    ...(charges
      ? { charges: charges.map((each) => ({ ...each, taxes: each.taxes && toTaxes(each.taxes) })) }
      : {}),
    ...schedule,
    lineItems: lineItems.map(({ id: _id, servicePeriod: _ofLine, taxes, ...line }) => ({
      ...line,
      ...(taxes ? { taxes: toTaxes(taxes) } : {}),
    })),
  };
}

/** A tax that is one of the business's rates as it stands is that rate, whatever it becomes. */
function referTo(tax: LineTax, rates: Rates): LineTax | { taxRateId: number } {
  const wanted = JSON.stringify(toLineTax(tax));
  const rate = rates.find(
    (each) => each.archivedAt === null && JSON.stringify(toLineTax(each)) === wanted,
  );
  return rate ? { taxRateId: rate.id } : tax;
}
