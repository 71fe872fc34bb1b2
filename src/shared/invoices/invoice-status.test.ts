import { expect, test } from 'vitest';
import type { InvoiceFilter } from './invoice-status.ts';
import { INVOICE_FILTERS, isListedUnder, readStanding } from './invoice-status.ts';

const NOTHING = { amountDue: '0', amountPaid: '0', amountCredited: '0', amountWrittenOff: '0' };

test.each([
  [{ status: 'draft' }, 'draft', ['all', 'draft']],
  [{ status: 'sent', amountDue: '5' }, 'sent', ['all', 'unpaid', 'sent']],
  [{ status: 'sent', amountDue: '0.00' }, 'nothing_due', ['all', 'sent']],
  [{ status: 'overdue', amountDue: '5' }, 'overdue', ['all', 'unpaid', 'overdue']],
  [{ status: 'paid', amountPaid: '5' }, 'paid', ['all', 'paid', 'paid_or_credited']],
  [{ status: 'paid' }, 'paid', ['all', 'paid', 'paid_or_credited']],
  [{ status: 'paid', amountCredited: '5' }, 'credited', ['all', 'paid', 'paid_or_credited']],
  [
    { status: 'paid', amountPaid: '4', amountWrittenOff: '1' },
    'written_off',
    ['all', 'paid', 'written_off'],
  ],
] as const)('%j is %s, and listed under %j', (facts, standing, filters) => {
  const { status } = facts;
  expect(readStanding({ ...NOTHING, ...facts })).toBe(standing);
  const listed = INVOICE_FILTERS.filter((one: InvoiceFilter) =>
    isListedUnder(one, { status, standing }),
  );
  expect(listed).toEqual(filters);
});
