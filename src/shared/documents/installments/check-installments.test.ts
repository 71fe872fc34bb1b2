import { describe, expect, it } from 'vitest';
import { findInstallmentsFault } from './check-installments.ts';
import type { InstallmentInput } from './installment-content.ts';
import { installmentsInput, toInstallment } from './installment-content.ts';
import {
  acceptInstallments,
  dueBy,
  lastDueDate,
  nextDue,
  openSchedule,
  postponeInstallments,
  scheduleInstallments,
} from './schedule-installments.ts';

const ISSUED = '2026-11-23';
const on = (dueDate: string, share: InstallmentInput = {}) => ({ dueDate, ...share });
const atIssue = (share: InstallmentInput = {}, days = 0) => ({
  event: 'issue' as const,
  days,
  ...share,
});

const plan = (installments: InstallmentInput[], total = '1000.00', currency = 'USD') => ({
  currency,
  total,
  issueDate: ISSUED as string | null,
  installments: installments.map(toInstallment),
});

describe('what a plan is refused for', () => {
  it.each<[string, InstallmentInput[], string, string]>([
    [
      'two kinds of share in one',
      [atIssue({ percent: '50', amount: '500.00' }), atIssue()],
      'installments.0.amount',
      'An installment has a percentage or an amount, not both',
    ],
    [
      'no share before the last',
      [atIssue(), atIssue({ percent: '50' })],
      'installments.0.percent',
      'Installment 1 needs a percentage or an amount: only the last one can take the rest',
    ],
    [
      'a percentage of nothing',
      [atIssue({ percent: '0' }), atIssue()],
      'installments.0.percent',
      'Installment percentage must be above zero',
    ],
    [
      'an amount of nothing',
      [atIssue({ amount: '0.00' }), atIssue()],
      'installments.0.amount',
      'Installment amount must be above zero',
    ],
    [
      'decimals that the currency lacks',
      [atIssue({ amount: '1.005' }), atIssue()],
      'installments.0.amount',
      'Installment amount must be a number with at most two decimals',
    ],
    [
      'a date and an event',
      [{ percent: '100', dueDate: '2026-12-01', event: 'issue' }],
      'installments.0.event',
      'An installment has a due date or an event, not both',
    ],
    [
      'neither a date nor an event',
      [atIssue({ percent: '50' }), { percent: '50' }],
      'installments.1.dueDate',
      'Installment 2 needs a due date or an event',
    ],
    [
      'an acceptance, of an invoice',
      [{ percent: '100', event: 'acceptance' }],
      'installments.0.event',
      'Only the installments of an estimate wait for its acceptance',
    ],
    [
      'percentages that come to less',
      [atIssue({ percent: '50' }), atIssue({ percent: '40.5' })],
      'installments.1.percent',
      'The installments add up to 90.5% and must add up to 100%',
    ],
    [
      'percentages that come to more',
      [atIssue({ percent: '50' }), atIssue({ percent: '60' })],
      'installments.1.percent',
      'The installments add up to 110% and must add up to 100%',
    ],
    [
      'amounts that come to less',
      [atIssue({ amount: '500' }), atIssue({ amount: '499.99' })],
      'installments.1.amount',
      'The installments add up to $999.99 and must add up to the total of $1,000.00',
    ],
    [
      'amounts and percentages without a rest',
      [atIssue({ percent: '50' }), atIssue({ amount: '500' })],
      'installments.1.amount',
      'Where percentages and amounts are mixed, the last installment takes the rest: leave its share empty',
    ],
    [
      'percentages that leave no rest',
      [atIssue({ percent: '60' }), atIssue({ percent: '40' }), atIssue()],
      'installments.2.percent',
      'The installments before the last add up to 100% of 100%: nothing is left for the last one',
    ],
    [
      'amounts that leave no rest',
      [atIssue({ percent: '50' }), atIssue({ amount: '500' }), atIssue()],
      'installments.1.amount',
      'The installments before the last add up to $1,000.00 of $1,000.00: nothing is left for the last one',
    ],
  ])('%s', (_, installments, path, message) => {
    expect(findInstallmentsFault(plan(installments))).toEqual({ path, message });
  });

  it('a day beyond the years of business', () => {
    const late = { ...plan([atIssue({ percent: '100' }, 3_650)]), issueDate: '2099-12-01' };
    expect(findInstallmentsFault(late)).toEqual({
      path: 'installments.0.days',
      message: 'Installment due date must be in the years 2000 to 2099',
    });
  });

  it.each<[string, unknown, string]>([
    [
      'too many',
      Array.from({ length: 25 }, () => atIssue({ percent: '4' })),
      'A document has at most 24 installments',
    ],
    ['another event', [{ event: 'delivery' }], 'Event must be issue or acceptance'],
    ['half a day', [{ event: 'issue', days: 1.5 }], 'Days must be a whole number from 0 to 3,650'],
    ['more than all', [{ percent: '101' }], 'Installment percentage must be at most 100'],
    ['less than nothing', [{ amount: '-1' }], 'Installment amount must not be negative'],
    ['no date', [{ dueDate: 'soon' }], 'Installment due date must be a date such as 2026-01-31'],
  ])('%s', (_, input, message) => {
    const { error } = installmentsInput.safeParse(input);
    expect(error?.issues[0]?.message).toBe(message);
  });

  it('nothing that adds up', () => {
    expect(findInstallmentsFault(plan([]))).toBeUndefined();
    expect(findInstallmentsFault(plan([atIssue()]))).toBeUndefined();
    expect(findInstallmentsFault(plan([atIssue({ percent: '30' }), atIssue()]))).toBeUndefined();
    const mixed = [atIssue({ percent: '30' }), atIssue({ amount: '699.99' }), atIssue()];
    expect(findInstallmentsFault(plan(mixed))).toBeUndefined();
    // A draft that asks for nothing yet.
    const halves = [atIssue({ percent: '50' }), atIssue({ percent: '50' })];
    expect(findInstallmentsFault(plan(halves, '0.00'))).toBeUndefined();
  });
});

describe('what a plan comes to', () => {
  it('rounds each part half away from zero, and gives the last the rest', () => {
    const thirds = [
      atIssue({ percent: '33.33' }),
      atIssue({ percent: '33.33' }, 30),
      atIssue({}, 60),
    ];
    const shown = (total: string, currency: string) =>
      scheduleInstallments(plan(thirds, total, currency)).map(({ amount }) => amount);
    expect(shown('100.01', 'USD')).toEqual(['33.33', '33.33', '33.35']);
    expect(shown('1000', 'JPY')).toEqual(['333', '333', '334']);
    expect(shown('0.003', 'KWD')).toEqual(['0.001', '0.001', '0.001']);
    expect(shown('0.02', 'USD')).toEqual(['0.01', '0.01', '0.00']);
  });

  it('is due in the order of the dates, whatever the order of the document', () => {
    const { installments, ...document } = plan([
      on('2027-02-01', { percent: '20' }),
      atIssue({ percent: '30' }, 30),
      atIssue({}, 0),
    ]);
    expect(scheduleInstallments({ ...document, installments })).toMatchObject([
      { number: 1, amount: '500.00', dueDate: ISSUED },
      { number: 2, amount: '300.00', dueDate: '2026-12-23' },
      { number: 3, amount: '200.00', dueDate: '2027-02-01' },
    ]);
    expect(lastDueDate(installments, ISSUED)).toBe('2027-02-01');
  });

  it('has no days before the acceptance, and has them after it', () => {
    const { installments } = plan([
      { percent: '30', event: 'acceptance' },
      { event: 'acceptance', days: 30 },
    ]);
    const estimate = { ...plan([]), issueDate: null, installments };
    expect(scheduleInstallments(estimate).map(({ dueDate }) => dueDate)).toEqual([null, null]);
    const accepted = acceptInstallments(installments, '2026-12-01');
    expect(scheduleInstallments({ ...plan([]), installments: accepted })).toMatchObject([
      { dueDate: '2026-12-01', amount: '300.00' },
      { dueDate: '2026-12-31', amount: '700.00' },
    ]);
  });

  it('moves the dates of a copy, and not what is counted from its issue', () => {
    const { installments } = plan([atIssue({ percent: '30' }, 14), on('2026-12-31')]);
    const later = postponeInstallments(installments, 10);
    expect(later.map(({ dueDate, days }) => dueDate ?? days)).toEqual([14, '2027-01-10']);
  });
});

describe('what is open', () => {
  const invoice = (amountDue: string) => ({
    ...plan([atIssue({ percent: '30' }), atIssue({ percent: '30' }, 30), atIssue({}, 60)]),
    issueDate: ISSUED,
    dueDate: '2027-01-22',
    amountDue,
  });

  it('is covered from the first one on', () => {
    expect(openSchedule(invoice('550.00')).map(({ amountDue }) => amountDue)).toEqual([
      '0.00',
      '150.00',
      '400.00',
    ]);
    expect(nextDue(invoice('1000.00'))).toEqual({ dueDate: ISSUED, amount: '300.00' });
    expect(nextDue(invoice('550.00'))).toEqual({ dueDate: '2026-12-23', amount: '150.00' });
    expect(nextDue(invoice('0.00'))).toEqual({ dueDate: '2027-01-22', amount: '0.00' });
  });

  it('asks for all that is late at once', () => {
    expect(dueBy(invoice('1000.00'), '2026-11-20').amount).toBe('300.00');
    expect(dueBy(invoice('1000.00'), '2026-12-24').amount).toBe('600.00');
    expect(dueBy(invoice('1000.00'), '2027-02-01').amount).toBe('1000.00');
    expect(dueBy({ ...invoice('70.00'), installments: [] }, '2026-12-24').amount).toBe('70.00');
  });
});
