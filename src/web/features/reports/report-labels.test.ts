import { describe, expect, it } from 'vitest';
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
    expect(chartGroups('revenue', 'week', [bucket])[0]).toMatchObject({
      values: [100.1, 0],
      words: ['$100.10', '$0.00'],
    });
    expect(chartGroups('invoices', 'week', [bucket])[0]?.words).toEqual(['$200.20', '$100.10']);
    expect(chartGroups('customers', 'week', [bucket])[0]?.words).toEqual(['$200.20']);
    expect(chartGroups('expenses', 'week', [bucket])[0]?.words).toEqual(['$0.00']);
    expect(hasBars('expenses', [bucket])).toBe(false);
    expect(hasBars('revenue', [bucket])).toBe(true);
  });

  it('says the range', () => {
    expect(formatRange({ from: '2026-08-23', to: '2026-11-20' })).toBe('Aug 23 to Nov 20, 2026');
    expect(formatRange({ from: '2025-11-21', to: '2026-11-20' })).toBe(
      'Nov 21, 2025 to Nov 20, 2026',
    );
  });

  it('sums the columns of money exactly', () => {
    const customers = {
      reportType: 'customers',
      buckets: [bucket, { ...bucket, invoiced: '0.10' }],
    } as unknown as Report;
    expect(reportTotals(customers, [{ totalPaid: '0.10' }, { totalPaid: '0.20' }])).toEqual([
      '200.30',
      '0.30',
    ]);
  });

  it('tells what of the invoices are drafts, where there are any', () => {
    const report = (reportType: string, createdTotal: string) =>
      ({ reportType, createdTotal, buckets: [bucket, bucket] }) as unknown as Report;
    expect(draftsTotal(report('invoices', '1000.50'))).toBe('600.10');
    expect(draftsTotal(report('invoices', '400.40'))).toBeUndefined();
    expect(draftsTotal(report('revenue', '1000.50'))).toBeUndefined();
  });

  it('takes a plain file name from the answer', () => {
    expect(fileNameIn('attachment; filename="revenue-report-30days.csv"')).toBe(
      'revenue-report-30days.csv',
    );
    expect(fileNameIn('attachment')).toBeUndefined();
    expect(fileNameIn(null)).toBeUndefined();
  });
});
