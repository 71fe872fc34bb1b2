import { describe, expect, test } from 'vitest';
import { invoiceKind } from '../../features/invoices/editor/invoice-kind.ts';
import { checkNumber } from './check-number.ts';
import { emptyDraft, newLine } from './document-draft.ts';
import { createEditorStore } from './editor-store.ts';
import { summaryOf, validateDraft } from './validate-draft.ts';

function formWith(line: { quantity?: string; unitPrice?: string }) {
  const lines = [newLine({ description: 'Design' }), newLine(line)];
  const store = createEditorStore(
    { ...emptyDraft(invoiceKind, '2026-11-20', 'A-1'), lines },
    invoiceKind,
  );
  return { store, key: lines[1]?.key ?? '' };
}

describe('a number that was left', () => {
  test('is marked at once when it is none, in the words of the whole check', () => {
    const { store, key } = formWith({ quantity: 'abc', unitPrice: 'abc' });
    checkNumber({ kind: invoiceKind, store, form: 'create' }, `${key}.quantity`);
    const { draft, errors } = store.getState();
    const check = validateDraft(draft, {
      kind: invoiceKind,
      form: 'create',
      phone: false,
    });
    const words = check.ok ? undefined : check.errors[`${key}.quantity`];
    expect(words).toMatch(/number/);
    expect(errors).toEqual({ [`${key}.quantity`]: words });
    store.setCell(key, 'quantity', '2');
    expect(store.getState().errors).toEqual({});
  });

  test('is left alone while it is empty or a number', () => {
    const { store, key } = formWith({ quantity: '1,200', unitPrice: ' ' });
    checkNumber({ kind: invoiceKind, store, form: 'create' }, `${key}.quantity`);
    checkNumber({ kind: invoiceKind, store, form: 'create' }, `${key}.unitPrice`);
    checkNumber({ kind: invoiceKind, store, form: 'create' }, 'line-gone.quantity');
    expect(store.getState().errors).toEqual({});
  });

  test('goes for the tax as well', () => {
    const { store } = formWith({});
    store.setField('taxRate', 'seven');
    checkNumber({ kind: invoiceKind, store, form: 'create' }, 'taxRate');
    expect(store.getState().errors).toEqual({
      taxRate: 'Tax rate must be a number with at most two decimals',
    });
  });
});

test('the one sentence goes with the last thing that is wrong', () => {
  expect(summaryOf({ customer: 'Please select a customer', 'a.description': 'x' })).toBe(
    'Please select a customer',
  );
  expect(summaryOf({ endDate: 'Due date is required' })).toBe('Due date is required');
  expect(summaryOf({})).toBeUndefined();
});
