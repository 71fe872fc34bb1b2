import { describe, expect, it } from 'vitest';
import type { RecurringDetail } from '../../../shared/recurring/recurring.contract.ts';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import { emptyDraft } from '../../documents/editor/document-draft.ts';
import type { DraftSchedule } from '../../documents/editor/draft-schedule.ts';
import { listNextDays } from '../../documents/editor/draft-schedule.ts';
import { toForm } from '../../documents/editor/to-form.ts';
import {
  recurringKind,
  recurringKindFor,
  toRecurringDraft,
  toRecurringInput,
} from './recurring-kind.ts';

const vat = {
  name: 'VAT',
  rate: '19.00',
  category: 'S',
  compound: false,
  exemptionReason: null,
  registrationNumber: null,
} as const;
const rates = [{ ...vat, id: 7, archivedAt: null }] as unknown as TaxRate[];
const TODAY = '2026-11-25';

const line = (taxes: RecurringDetail['lineItems'][number]['taxes']) => ({
  itemId: null,
  description: 'Retainer {month}',
  quantity: '1',
  unit: null,
  unitPrice: '100.00',
  discountPercent: null,
  discountAmount: null,
  itemCode: null,
  taxes,
});

const stored = {
  id: 1,
  version: 3,
  name: null,
  customerId: 5,
  customer: { id: 5, name: 'Marta', company: null, email: null },
  schedule: {
    startDate: '2026-08-31',
    unit: 'month',
    every: 1,
    dayOfMonth: null,
    endDate: null,
    maxOccurrences: null,
  },
  dueDays: null,
  delivery: 'send',
  catchUp: 'latest',
  status: 'active',
  nextDate: '2026-11-30',
  madeCount: 3,
  currency: 'USD',
  poNumber: null,
  pricesIncludeTax: false,
  discounts: [],
  charges: [],
  exchangeRate: null,
  installments: [],
  deliveryAddress: null,
  buyerReference: null,
  taxRate: '0.00',
  taxAmount: null,
  notes: null,
  terms: 'Paid in {month+1}',
  lineItems: [line([{ taxRateId: 7 }]), line([{ ...vat, rate: '7.00' }])],
  runs: [{ date: '2026-10-31', outcome: 'made', invoice: null, createdAt: '' }],
  upcoming: [],
} as unknown as RecurringDetail;

const draft = () => toRecurringDraft(stored, rates, TODAY);
const nextDays = (changes: Partial<DraftSchedule>, from = stored) => {
  const { schedule } = toRecurringDraft(from, rates, TODAY);
  if (!schedule) throw new Error('It has a schedule');
  return listNextDays({ ...schedule, ...changes }, schedule, 2)?.days.map(({ date }) => date);
};

describe('a recurring invoice in the editor', () => {
  it('keeps a rate of the business as a reference, and another tax as it is', () => {
    const input = toRecurringInput(toForm(draft()), rates);
    expect(input.lineItems.map(({ taxes }) => taxes)).toEqual([
      [{ taxRateId: 7 }],
      [{ ...vat, rate: '7.00' }],
    ]);
    expect(input).toMatchObject({ schedule: stored.schedule, dueDays: null, delivery: 'send' });
    expect(input).not.toHaveProperty('invoiceNumber');
  });

  it('shows the next invoice with its variables in words', () => {
    const shown = recurringKind.recurring?.picture(draft(), draft());
    expect(shown).toMatchObject({
      issueDate: '2026-11-30',
      terms: 'Paid in December',
      lines: [{ description: 'Retainer November' }, { description: 'Retainer November' }],
    });
    const usual = recurringKindFor(10).recurring?.picture(draft(), draft());
    expect([shown?.endDate, usual?.endDate]).toEqual(['2026-12-30', '2026-12-10']);
  });

  it('goes on with its next day; once its schedule is another, from today or what is still due', () => {
    expect(nextDays({})).toEqual(['2026-11-30', '2026-12-31']);
    expect(nextDays({ unit: 'day' })).toEqual(['2026-11-25', '2026-11-26']);
    expect(nextDays({ unit: 'day' }, { ...stored, nextDate: '2026-11-20' })).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
    // Three of four were made.
    expect(nextDays({ ends: 'count', maxOccurrences: '4' })).toEqual(['2026-11-30']);
    expect(nextDays({ every: 'two' })).toBeUndefined();
  });

  it('begins a month after the invoice that it is made of, on the same day', () => {
    const copied = { ...emptyDraft({ endAfterDays: 14, terms: '' }, '2026-10-31') };
    expect(recurringKind.recurring?.begin(TODAY, copied)).toMatchObject({
      startDate: '2026-11-30',
      dayOfMonth: '31',
      dueDays: '14',
    });
    expect(recurringKind.recurring?.begin('2027-03-01', copied)).toMatchObject({
      startDate: '2027-03-01',
      dayOfMonth: '',
    });
  });
});
