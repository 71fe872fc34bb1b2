import { describe, expect, it } from 'vitest';
import type { Money } from '../../../shared/money/money.ts';
import { formatSums } from '../../../shared/money/money.ts';
import type { Report } from '../../../shared/reports/report.contract.ts';
import { fileNameIn } from './export-report.ts';
import {
  bucketNames,
  chartGroups,
  draftsTotal,
  formatRange,
  hasBars,
  reportTotals,
} from './report-labels.ts';

const bucket = {
  from: '2026-11-09',
  to: '2026-11-15',
  revenue: '100.10',
  expenses: '0.00',
  invoiced: '200.20',
};

const dollars = { currency: 'USD', buckets: [bucket] };

describe('what a report says', () => {
  it.each([
    ['day', '2026-11-03', '2026-11-03', 'Nov 3', 'Nov 03, 2026'],
    ['week', '2026-11-09', '2026-11-15', 'Nov 9', 'Nov 9 to Nov 15'],
    ['week', '2026-08-23', '2026-08-23', 'Aug 23', 'Aug 23, 2026'],
    ['month', '2026-03-01', '2026-03-31', 'Mar', 'March 2026'],
    ['month', '2025-11-21', '2025-11-30', 'Nov ’25', 'November 2025'],
  ] as const)('names a %s', (unit, from, to, label, name) =>
    expect(bucketNames({ from, to }, unit, '2026-11-20')).toEqual({ label, name }),
  );

  it('draws each type with the sums that it is about', () => {
    expect(chartGroups('revenue', 'week', dollars)[0]).toMatchObject({
      values: [100.1, 0],
      words: ['$100.10', '$0.00'],
    });
    expect(chartGroups('invoices', 'week', dollars)[0]?.words).toEqual(['$200.20', '$100.10']);
    expect(chartGroups('customers', 'week', dollars)[0]?.words).toEqual(['$200.20']);
    expect(chartGroups('expenses', 'week', dollars)[0]?.words).toEqual(['$0.00']);
    expect(chartGroups('customers', 'week', { ...dollars, currency: 'EUR' })[0]?.words).toEqual([
      '€200.20',
    ]);
    expect(hasBars('expenses', [bucket])).toBe(false);
    expect(hasBars('revenue', [bucket])).toBe(true);
  });

  it('says the range', () => {
    expect(formatRange({ from: '2026-08-23', to: '2026-11-20' })).toBe('Aug 23 to Nov 20, 2026');
    expect(formatRange({ from: '2025-11-21', to: '2026-11-20' })).toBe(
      'Nov 21, 2025 to Nov 20, 2026',
    );
  });

  const report = (reportType: string, figures: object, ...otherCurrencies: object[]) =>
    ({ reportType, currency: 'USD', ...figures, otherCurrencies }) as Report;
  const formatAll = (sums: readonly (readonly Money[])[]) =>
    sums.map((each) => formatSums(each, 'USD'));

  it('sums the columns of money exactly, each currency by itself', () => {
    const customers = report(
      'customers',
      { invoicedTotal: '200.30' },
      { currency: 'JPY', invoicedTotal: '500' },
    );
    const items = [
      { totalPaid: '0.10', currency: 'USD' },
      { totalPaid: '300', currency: 'JPY' },
      { totalPaid: '0.20', currency: 'USD' },
    ];
    expect(formatAll(reportTotals(customers, items))).toEqual(['$200.30 + ¥500', '$0.30 + ¥300']);
    const nothing = report('revenue', { totalRevenue: '0.00' });
    expect(formatAll(reportTotals(nothing, []))).toEqual(['$0.00']);
    const other = { currency: 'EUR', totalRevenue: '5.00' };
    expect(formatAll(reportTotals(report('revenue', { totalRevenue: '0.00' }, other), []))).toEqual(
      ['€5.00'],
    );
  });

  it('tells what of the invoices are drafts, where there are any', () => {
    const drafts = (reportType: string, createdTotal: string) =>
      draftsTotal(report(reportType, { createdTotal, invoicedTotal: '400.40' }));
    expect(drafts('invoices', '1000.50')).toEqual([{ amount: '600.10', currency: 'USD' }]);
    expect(drafts('invoices', '400.40')).toEqual([]);
    expect(drafts('revenue', '1000.50')).toEqual([]);
  });

  it('takes a plain file name from the answer', () => {
    expect(fileNameIn('attachment; filename="revenue-report-30days.csv"')).toBe(
      'revenue-report-30days.csv',
    );
    expect(fileNameIn('attachment')).toBeUndefined();
    expect(fileNameIn(null)).toBeUndefined();
  });
});
