import { expect, test } from 'vitest';
import type { InvoiceStatus } from '../../../../shared/invoices/invoice-status.ts';
import { nextSteps } from './next-steps.ts';

/** Each action by its name. */
const ACTIONS = new Proxy(
  { credits: [] },
  { get: (known, name) => Reflect.get(known, name) ?? { label: String(name) } },
) as unknown as Parameters<typeof nextSteps>[1];

const stepsOf = (status: InvoiceStatus, amountDue: string) => {
  const facts = { status, amountDue, currency: 'SEK', emails: [], history: [] };
  const { primary, others, more } = nextSteps(facts, ACTIONS);
  return {
    primary: primary.label,
    others: others.map(({ label }) => label),
    more: more.flat().map(({ label }) => label),
  };
};

test('what is due is marked as paid, or reminded of', () => {
  expect(stepsOf('sent', '100.00').primary).toBe('markPaid');
  expect(stepsOf('overdue', '100.00').primary).toBe('Send reminder');
});

test.each(['sent', 'overdue'] as const)(
  'what is %s and asks for nothing is passed on',
  (status) => {
    const { primary, others, more } = stepsOf(status, '0.00');
    expect(primary).toBe('download');
    expect(others).toEqual(['edit']);
    expect(more).toEqual(expect.arrayContaining(['sendEmail', 'markPaid']));
    expect(more).not.toContain('writeOff');
  },
);
