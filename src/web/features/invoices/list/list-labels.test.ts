import { describe, expect, test } from 'vitest';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { formatSums } from '../../../../shared/money/money.ts';
import { formatDueDate } from '../../../documents/format-due-date.ts';
import { monthRows } from './month-groups.ts';

describe('formatDueDate', () => {
  const due = (nextDueDate: string, standing: Invoice['standing'] = 'sent') =>
    formatDueDate({ nextDueDate, standing }, '2026-11-20');

  test('only what is owed has a time', () => {
    expect(due('2026-12-17')).toEqual({ words: 'in 27 days', late: false });
    expect(due('2026-11-21')).toEqual({ words: 'tomorrow', late: false });
    expect(due('2026-11-20')).toEqual({ words: 'today', late: false });
    expect(due('2026-11-19', 'overdue')).toEqual({ words: '1 day late', late: true });
    expect(due('2026-10-14', 'overdue')).toEqual({ words: '37 days late', late: true });
    expect(due('2026-12-17', 'draft')).toBeUndefined();
    expect(due('2026-11-01', 'paid')).toBeUndefined();
    expect(due('2026-10-07', 'nothing_due')).toBeUndefined();
  });
});

describe('monthRows', () => {
  const invoice = (id: number, issueDate: string, total: string, currency = 'USD') =>
    ({ id, issueDate, total, currency }) as Invoice;
  const list = [
    invoice(3, '2026-11-20', '10.10'),
    invoice(2, '2026-11-02', '20.20'),
    invoice(1, '2026-10-08', '5.00'),
  ];

  test('months with their sums', () => {
    const rows = monthRows(list, false);
    expect(
      rows.map((row) =>
        row.kind === 'month' ? `${row.title} ${formatSums(row.sums ?? [], 'USD')}` : row.key,
      ),
    ).toEqual(['November 2026 $30.30', '3', '2', 'October 2026 $5.00', '1']);
  });

  test('the last invoice of a month closes its card', () => {
    expect(monthRows(list, false).map((row) => row.kind === 'invoice' && row.last)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test('a month that may go on has no sum yet', () => {
    const months = monthRows(list, true).filter((row) => row.kind === 'month');
    expect(months.map((month) => month.sums)).toEqual([
      [{ amount: '30.30', currency: 'USD' }],
      undefined,
    ]);
  });

  test('a month of several currencies has a sum in each', () => {
    const euros = [...list, invoice(4, '2026-11-01', '7.00', 'EUR')];
    const [november] = monthRows(euros, false);
    expect(november?.kind === 'month' && formatSums(november.sums ?? [], 'EUR')).toBe(
      '€7.00 + $30.30',
    );
  });

  test('what is overdue is summed by what of it is late', () => {
    const late = list.map((one) => ({ ...one, amountOverdue: '1.00' }));
    const [november] = monthRows(late, false, 'amountOverdue');
    expect(november?.kind === 'month' && formatSums(november.sums ?? [], 'USD')).toBe('$2.00');
  });

  test('no invoices, no months', () => {
    expect(monthRows([], false)).toEqual([]);
  });
});
