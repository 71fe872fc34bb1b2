import { expect, test } from 'vitest';
import { findEarlyDueDate } from './early-due-date.ts';
import { toInstallment } from './installment-content.ts';
import { findInstallmentRange, moveInstallment } from './move-installment.ts';

const plan = {
  issueDate: '2026-11-20',
  dueDate: '2027-01-10',
  installments: [
    { dueDate: '2027-01-10', percent: '20' },
    { event: 'issue' as const, days: 10, percent: '30' },
    { dueDate: '2026-12-15', percent: '50' },
  ].map(toInstallment),
};

test('an installment moves between those that are due before and after it', () => {
  const range = (number: number, of = plan) => Object.values(findInstallmentRange(of, number));
  expect(range(1)).toEqual(['2026-11-20', '2026-12-14']);
  expect(range(2)).toEqual(['2026-12-01', '2027-01-09']);
  expect(range(3)).toEqual(['2026-12-16', '2099-12-31']);
  // Of before the issue, as it was taken over from an estimate.
  const early = { ...plan, issueDate: '2026-12-20' };
  expect(range(2, early)).toEqual(['2026-12-20', '2027-01-09']);
  const close = ['2026-12-01', '2026-12-02', '2026-12-03'].map((dueDate) =>
    toInstallment({ dueDate }),
  );
  expect(range(2, { ...plan, installments: close })).toEqual(['2026-12-02', '2026-12-02']);
  const same = ['2026-12-01', '2026-12-01'].map((dueDate) => toInstallment({ dueDate }));
  expect(range(1, { ...plan, installments: same })).toEqual(['2026-11-20', '2026-11-30']);
  expect(range(2, { ...plan, installments: same })).toEqual(['2026-12-02', '2099-12-31']);
});

test('it stays where it stands in the document, and is due on a date from then on', () => {
  const moved = moveInstallment(plan, 1, '2026-12-10');
  expect(moved).toEqual([
    plan.installments[0],
    { percent: '30', amount: null, dueDate: '2026-12-10', event: null, days: null },
    plan.installments[2],
  ]);
  expect(moveInstallment(plan, 3, '2027-02-01')[0]?.dueDate).toBe('2027-02-01');
});

test('a due date is not before the issue date, unless it is stored so', () => {
  const dated = (issueDate: string, dueDate: string, ...parts: (string | null)[]) => ({
    issueDate,
    dueDate,
    installments: parts.map((each) => ({ dueDate: each })),
  });
  const early = {
    path: 'dueDate',
    message: 'Due date must not be before the issue date',
  };
  expect(findEarlyDueDate(dated('2026-11-20', '2026-11-20'))).toBeUndefined();
  expect(findEarlyDueDate(dated('2026-11-20', '2026-11-19'))).toEqual(early);
  const stored = dated('2026-11-20', '2026-11-01');
  expect(findEarlyDueDate(dated('2026-11-20', '2026-11-01'), stored)).toBeUndefined();
  expect(findEarlyDueDate(dated('2026-11-20', '2026-11-02'), stored)).toEqual(early);
  expect(findEarlyDueDate(dated('2026-11-21', '2026-11-01'), stored)).toEqual(early);
  const planned = dated('2026-11-20', '2026-12-01', '2026-11-10', null, '2026-12-01');
  const part = (place: number) => ({
    path: `installments.${place}.dueDate`,
    message: 'Installment due date must not be before the issue date',
  });
  expect(findEarlyDueDate(planned)).toEqual(part(0));
  expect(findEarlyDueDate(planned, planned)).toBeUndefined();
  const worse = dated('2026-11-20', '2026-12-01', '2026-11-10', null, '2026-11-11');
  expect(findEarlyDueDate(worse, planned)).toEqual(part(2));
});
