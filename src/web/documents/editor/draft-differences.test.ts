import { expect, test } from 'vitest';
import { invoiceKind } from '../../features/invoices/editor/invoice-kind.ts';
import { changedParts, emptyDraft, newLine, rebased } from './document-draft.ts';
import { draftDifferences, statusNews } from './draft-differences.ts';

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
    { field: 'Tax rate', mine: '0.0%', theirs: '7.0%' },
    { field: 'Total', mine: '$0.00', theirs: '$107.00' },
    { field: 'Notes', mine: 'none', theirs: 'Thank you' },
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
