// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { Division } from './use-division.ts';
import { useDivision } from './use-division.ts';

const open = [
  { id: 2, nextDueDate: '2026-11-20' },
  { id: 1, nextDueDate: '2026-11-10' },
  { id: 3, nextDueDate: '2026-11-30' },
].map((one) => ({ ...one, invoiceNumber: `T-${one.id}`, currency: 'USD', amountDue: '100.00' }));

test('an amount ticks what it reaches, the first due first, until somebody ticks', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  let division: Division | undefined;
  function Shown({ amount, first }: { amount?: string; first?: readonly number[] }) {
    division = useDivision(
      open,
      amount === undefined ? undefined : money(amount, 'USD'),
      'USD',
      first,
    );
    return null;
  }
  const draw = (amount?: string, first?: readonly number[]) =>
    act(async () => root.render(<Shown key={String(first)} {...{ amount, first }} />));
  const parts = () => division?.parts.map(({ invoice, part }) => [invoice.id, part.amount]);
  await draw();
  expect(parts()).toEqual([]);
  await draw('150.00');
  expect(parts()).toEqual([
    [2, '50.00'],
    [1, '100.00'],
  ]);
  expect(division?.isChanged).toBe(false);
  await draw('1000.00');
  expect(parts()).toHaveLength(3);
  await act(async () => division?.tick(1));
  await draw('150.00');
  expect(parts()).toEqual([
    [2, '100.00'],
    [3, '50.00'],
  ]);
  expect(division?.isChanged).toBe(true);
  // Of an invoice that it is recorded for, the others wait to be ticked.
  await draw('1000.00', [2]);
  expect(parts()).toEqual([[2, '100.00']]);
});
