import { describe, expect, it } from 'vitest';
import {
  formatComparison,
  formatDueDate,
  formatInvoiceCount,
  formatOutstanding,
  formatTrend,
  weekdayAndDate,
} from './money-labels.ts';

describe('what the dashboard says about money', () => {
  it('counts invoices as a sentence begins', () => {
    expect(formatInvoiceCount(1)).toBe('One invoice');
    expect(formatInvoiceCount(3)).toBe('Three invoices');
    expect(formatInvoiceCount(10)).toBe('10 invoices');
    expect(formatInvoiceCount(1_200)).toBe('1,200 invoices');
  });

  it.each([
    [0, 0, 'No unpaid invoices'],
    [1, 1, '1 invoice, 1 overdue'],
    [7, 3, '7 invoices, 3 overdue'],
    [7, 0, '7 invoices, none overdue'],
  ])('says %i outstanding, %i overdue', (outstandingCount, overdueCount, words) =>
    expect(formatOutstanding({ outstandingCount, overdueCount })).toBe(words),
  );

  it.each([
    ['12.5', 'good', { direction: 'up', verdict: 'good', strong: '12.5%' }],
    ['-12.5', 'good', { direction: 'down', verdict: 'bad', strong: '12.5%' }],
    ['-5.2', 'bad', { direction: 'down', verdict: 'good', strong: '5.2%' }],
    ['5.2', 'bad', { direction: 'up', verdict: 'bad', strong: '5.2%' }],
    ['0.0', 'bad', { direction: 'level', verdict: 'even', strong: '0.0%' }],
    ['-0.0', 'good', { direction: 'level', verdict: 'even', strong: '0.0%' }],
    ['12345.6', 'good', { direction: 'up', verdict: 'good', strong: '12,345.6%' }],
  ] as const)('reads a trend of %s where more is %s', (percent, moreIs, words) =>
    expect(formatTrend({ percent }, moreIs)).toEqual(words),
  );

  it('says nothing without history', () => expect(formatTrend(null, 'good')).toBeUndefined());

  it.each([
    ['2026-10-01', '2026-10-20', 'Oct 1–20'],
    ['2026-10-01', '2026-10-01', 'Oct 1'],
    ['2026-09-28', '2026-10-04', 'Sep 28–Oct 4'],
  ])('names the days from %s to %s', (from, to, words) =>
    expect(formatComparison({ from, to })).toBe(words),
  );

  it.each([
    ['2026-10-14', '37 days overdue', true],
    ['2026-11-19', '1 day overdue', true],
    ['2026-11-24', 'Overdue, due Nov 24', true],
    ['2026-11-19', 'Was due Nov 19', false],
    ['2026-11-20', 'Due today', false],
    ['2026-11-21', 'Due Nov 21, tomorrow', false],
    ['2026-11-24', 'Due Nov 24, in 4 days', false],
    ['2027-01-04', 'Due Jan 4, 2027, in 45 days', false],
  ])('says when %s is: %s', (dueDate, words, overdue) =>
    expect(formatDueDate({ dueDate, overdue }, '2026-11-20')).toEqual({ words, late: overdue }),
  );

  it('names the day', () => expect(weekdayAndDate('2026-11-20')).toBe('Friday, Nov 20'));
});
