import { expect, test } from 'vitest';
import { describeInvoices } from './describe-invoices.ts';

test('names all invoices, or as many as a provider shows', () => {
  expect(describeInvoices(['INV-1', 'INV-2'])).toBe('Invoices INV-1 and INV-2');
  expect(describeInvoices(['INV-1', 'INV-2', 'INV-3'])).toBe('Invoices INV-1, INV-2, and INV-3');
  const many = Array.from({ length: 20 }, (_, index) => `INV-2026-${1000 + index}`);
  const text = describeInvoices(many);
  expect(text).toMatch(/^Invoices INV-2026-1000, .*, and 1\d more$/);
  expect(text.length).toBeLessThanOrEqual(127);
  // Counted as PayPal does: a number of other signs is longer than it looks.
  expect(describeInvoices(['請求書'.repeat(8), '請求書'.repeat(8)])).toMatch(
    /^Invoices .* and 1 more$/,
  );
  expect(describeInvoices(['請求書'.repeat(20), 'B'])).toBe('2 invoices');
});
