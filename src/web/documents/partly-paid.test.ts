import { expect, test } from 'vitest';
import { formatPart } from './partly-paid.ts';

const OPEN = {
  status: 'overdue',
  standing: 'overdue',
  currency: 'USD',
  total: '2330.00',
  amountDue: '2330.00',
  amountOverdue: '932.00',
  amountWrittenOff: '0.00',
} as const;

test('what matters of an invoice is its late part, then what is due, then what was given up', () => {
  expect(formatPart(OPEN)).toEqual({
    amount: '$932.00',
    words: 'overdue',
    whole: 'of $2,330.00',
    wholeWords: 'due',
    isSaid: true,
  });
  const due = { ...OPEN, amountDue: '832.00', amountOverdue: '832.00' };
  expect(formatPart(due)).toEqual({
    amount: '$832.00',
    words: 'due',
    whole: 'of $2,330.00',
    wholeWords: undefined,
    isSaid: false,
  });
  expect(formatPart({ ...OPEN, amountOverdue: '2330.00' })).toBeUndefined();
  const off = { ...OPEN, status: 'paid', standing: 'written_off', amountDue: '0.00' } as const;
  expect(formatPart({ ...off, amountWrittenOff: '15.00' })).toEqual({
    amount: '$15.00',
    words: 'written off',
    whole: 'of $2,330.00',
    wholeWords: undefined,
    isSaid: true,
  });
  expect(formatPart({ ...off, amountWrittenOff: '2330.00' })).toBeUndefined();
});

test('is no part of its total where that is written with other decimals', () => {
  const yen = { ...OPEN, status: 'sent', standing: 'sent', currency: 'JPY' } as const;
  const due = { total: '246914', amountDue: '246914.00', amountOverdue: '0' };
  expect(formatPart({ ...yen, ...due })).toBeUndefined();
});
