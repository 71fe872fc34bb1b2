import { expect, test } from 'vitest';
import { toInstallment } from './installments/installment-content.ts';
import { moveIssueDate } from './move-issue-date.ts';

test('what is counted from the issue date moves with it, and nothing falls before it', () => {
  const counted = toInstallment({ event: 'issue', days: 10 });
  expect(
    moveIssueDate(
      {
        issueDate: '2026-01-31',
        dueDate: '2026-03-02',
        installments: [toInstallment({ dueDate: '2026-02-10' }), counted],
      },
      '2026-02-28',
    ),
  ).toEqual({
    issueDate: '2026-02-28',
    dueDate: '2026-03-30',
    installments: [toInstallment({ dueDate: '2026-03-10' }), counted],
  });
  // Taken over from an estimate whose days had passed.
  expect(moveIssueDate({ issueDate: '2026-02-10', dueDate: '2026-02-01' }, '2026-02-12')).toEqual({
    issueDate: '2026-02-12',
    dueDate: '2026-02-12',
  });
  expect(
    moveIssueDate({ issueDate: '2099-12-01', expiryDate: '2099-12-31' }, '2099-12-20'),
  ).toEqual({ issueDate: '2099-12-20', expiryDate: '2099-12-31' });
});
