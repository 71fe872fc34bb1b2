import { expect, test } from 'vitest';
import { scheduleInstallments } from '../../../shared/documents/installments/schedule-installments.ts';
import { readInstallment } from '../../../shared/documents/installments/typed-installments.ts';
import { planPresets, toTypedInstallment } from './draft-installments.ts';

test.each([
  ['900.00', ['300.00', '300.00', '300.00']],
  ['1000.00', ['333.33', '333.33', '333.34']],
  ['2500.00', ['833.33', '833.33', '833.34']],
])('three parts of %s differ by a cent at most', (total, amounts) => {
  const preset = planPresets('invoice').find(({ label }) => label === 'Three parts, 30 days apart');
  const installments = (preset?.installments() ?? []).map(
    (each) => readInstallment(toTypedInstallment(each, 'USD'), 'USD').installment,
  );
  const plan = scheduleInstallments({
    currency: 'USD',
    total,
    issueDate: '2026-11-20',
    installments,
  });
  expect(plan.map(({ amount }) => amount)).toEqual(amounts);
  expect(plan.map(({ dueDate }) => dueDate)).toEqual(['2026-11-20', '2026-12-20', '2027-01-19']);
});
