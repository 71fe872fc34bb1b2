import { expect, test } from 'vitest';
import { countNoun, formatCount } from './format-count.ts';

test('counts are grouped, and one has its own noun', () => {
  expect(formatCount(1_234)).toBe('1,234');
  expect(countNoun(1, 'invoice')).toBe('1 invoice');
  expect(countNoun(0, 'entry', 'entries')).toBe('0 entries');
});

test('a count that an answer lacks is shown as missing', () => {
  const { count } = JSON.parse('{}') as { count: number };
  expect(countNoun(count, 'invoice')).toBe('— invoices');
});
