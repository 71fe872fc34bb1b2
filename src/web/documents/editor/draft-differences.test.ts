import { expect, test } from 'vitest';
import { invoiceKind } from '../../features/invoices/editor/invoice-kind.ts';
import { emptyDraft, newAdjustment } from './document-draft.ts';
import { draftDifferences, statusNews } from './draft-differences.ts';
import { newLine } from './draft-line.ts';
import { changedParts, rebased } from './draft-parts.ts';

const mine = emptyDraft(invoiceKind, '2026-11-20', 'INV-1');

test('the same content has no differences', () => {
  expect(draftDifferences(invoiceKind, mine, { ...mine, lines: [newLine()] })).toEqual([]);
});

test('each field that differs is named, as the form shows it', () => {
  const theirs = {
    ...mine,
    customer: { id: 1, name: 'Marta', company: 'Harbor & Pine', email: null },
    endDate: '2026-12-31',
    taxRate: '7',
    notes: 'Thank you',
    lines: [newLine({ description: 'Design', unitPrice: '100' })],
  };
  expect(draftDifferences(invoiceKind, mine, theirs)).toEqual([
    { field: 'Customer', mine: 'none', theirs: 'Harbor & Pine' },
    { field: 'Due date', mine: 'Dec 20, 2026', theirs: 'Dec 31, 2026' },
    {
      field: 'Line items',
      mine: '1 line: no description, 1 × 0.00',
      theirs: '1 line: Design, 1 × 100',
    },
    { field: 'Tax rate', mine: '0%', theirs: '7%' },
    { field: 'Total', mine: '$0.00', theirs: '$107.00' },
    { field: 'Notes', mine: 'none', theirs: 'Thank you' },
  ]);
});

test('what only some documents use is named as well', () => {
  const vat = {
    name: 'VAT',
    rate: '19.00',
    category: 'S' as const,
    compound: false,
    exemptionReason: null,
    registrationNumber: null,
  };
  const theirs = {
    ...mine,
    currency: 'EUR',
    pricesIncludeTax: true,
    periodFrom: '2026-11-01',
    periodTo: '2026-11-30',
    discounts: [newAdjustment({ reason: 'Loyal', value: '10%' })],
    lines: [newLine({ description: 'Design', unit: 'hour', discount: '5.00', taxes: [vat] })],
  };
  expect(draftDifferences(invoiceKind, mine, theirs)).toEqual([
    { field: 'Currency', mine: 'USD', theirs: 'EUR' },
    { field: 'Prices include tax', mine: 'no', theirs: 'yes' },
    { field: 'Service period', mine: 'none', theirs: 'Nov 01, 2026 – Nov 30, 2026' },
    {
      field: 'Line items',
      mine: '1 line: no description, 1 × 0.00',
      theirs: '1 line: Design, 1 hour × 0.00, less 5.00, VAT 19%',
    },
    { field: 'Discounts', mine: 'none', theirs: 'Loyal 10%' },
    { field: 'Total', mine: '$0.00', theirs: '—' },
  ]);
});

test('changes made to a newer version keep what only that one changed', () => {
  const changed = { ...mine, notes: 'Thank you', taxRate: '7' };
  const parts = changedParts(changed, mine);
  expect(parts).toEqual(['taxRate', 'notes']);
  const lines = [newLine({ description: 'Design', unitPrice: '100' })];
  const newer = { ...mine, status: 'paid', notes: 'Hello', poNumber: 'PO-7', lines };
  expect(rebased(changed, parts, newer)).toEqual({ ...newer, notes: 'Thank you', taxRate: '7' });
});

test('another status is told, and only another one', () => {
  expect(statusNews(invoiceKind, mine, { status: 'paid' })).toBe(
    'Since you opened it, its status became Paid.',
  );
  expect(statusNews(invoiceKind, mine, mine)).toBeUndefined();
});
