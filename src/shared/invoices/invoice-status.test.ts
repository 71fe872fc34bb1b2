import { expect, test } from 'vitest';
import { readStanding } from './invoice-status.ts';

const NOTHING = {
  amountDue: '0',
  amountPaid: '0',
  amountCredited: '0',
  amountAdjusted: '0',
  amountWrittenOff: '0',
};

test.each([
  [{ status: 'draft' }, 'draft'],
  [{ status: 'sent', amountDue: '5' }, 'sent'],
  [{ status: 'sent', amountDue: '0.00' }, 'nothing_due'],
  [{ status: 'overdue', amountDue: '5' }, 'overdue'],
  [{ status: 'paid', amountPaid: '5' }, 'paid'],
  [{ status: 'paid' }, 'paid'],
  [{ status: 'paid', amountCredited: '5' }, 'credited'],
  [{ status: 'paid', amountAdjusted: '5' }, 'refunded'],
  [{ status: 'paid', amountPaid: '4', amountAdjusted: '1' }, 'paid'],
  [{ status: 'paid', amountCredited: '4', amountAdjusted: '1' }, 'refunded'],
  [{ status: 'paid', amountAdjusted: '4', amountWrittenOff: '1' }, 'written_off'],
  [{ status: 'paid', amountPaid: '4', amountWrittenOff: '1' }, 'written_off'],
] as const)('%j is %s', (facts, standing) =>
  expect(readStanding({ ...NOTHING, ...facts })).toBe(standing),
);
