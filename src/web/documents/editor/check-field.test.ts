import { describe, expect, test } from 'vitest';
import { invoiceKind } from '../../features/invoices/editor/invoice-kind.ts';
import { changeLines, checkAmounts, checkField, takeItems } from './check-field.ts';
import { emptyDraft, newAdjustment } from './document-draft.ts';
import { newLine } from './draft-line.ts';
import { createEditorStore } from './editor-store.ts';
import { appendItems, moveLine } from './line-grid.ts';
import { summarizeErrors, validateDraft } from './validate-draft.ts';

function formWith(line: { quantity?: string; unitPrice?: string }) {
  const lines = [newLine({ description: 'Design' }), newLine(line)];
  const store = createEditorStore(
    { ...emptyDraft(invoiceKind, '2026-11-20', 'A-1'), lines },
    invoiceKind,
  );
  const editor = { kind: invoiceKind, store, form: 'create' as const };
  const errors = () => store.getState().errors;
  return { store, editor, errors, key: lines[1]?.key ?? '' };
}

describe('a number that was left', () => {
  test('is marked at once when it is none, in the words of the whole check', () => {
    const { store, key } = formWith({ quantity: 'abc' });
    checkField({ kind: invoiceKind, store, form: 'create' }, `${key}.quantity`);
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
    checkField({ kind: invoiceKind, store, form: 'create' }, `${key}.quantity`);
    checkField({ kind: invoiceKind, store, form: 'create' }, `${key}.unitPrice`);
    checkField({ kind: invoiceKind, store, form: 'create' }, 'line-gone.quantity');
    expect(store.getState().errors).toEqual({});
  });

  test('goes for the tax as well', () => {
    const { store } = formWith({});
    store.setField('taxRate', 'seven');
    checkField({ kind: invoiceKind, store, form: 'create' }, 'taxRate');
    expect(store.getState().errors).toEqual({
      taxRate: 'Tax rate must be a number with at most four decimals',
    });
  });
});

describe('an item of the catalogue in another currency', () => {
  const item = { name: 'Logo', description: null, unitPrice: '120.00', unit: null, itemCode: null };

  test('asks for its price at the field, until one is typed', () => {
    const { store, editor, errors, key } = formWith({});
    const items = [
      { ...item, id: 7, currency: 'EUR' },
      { ...item, id: 8, currency: 'USD' },
    ];
    takeItems(editor, items, (lines) => appendItems(lines, items, 'USD'));
    const [, foreign, own] = store.getState().draft.lines;
    expect([foreign?.unitPrice, own?.unitPrice]).toEqual(['', '120.00']);
    const field = `${foreign?.key}.unitPrice`;
    expect(errors()).toEqual({ [field]: 'Priced in EUR: enter the price in USD' });
    expect(foreign?.key).not.toBe(key);
    store.setCell(foreign?.key ?? '', 'unitPrice', '90');
    expect(errors()).toEqual({});
  });
});

describe('an amount that no document can hold', () => {
  const MOST = '$99,999,999.99';

  test('is told at its own line, and goes with whichever number made it', () => {
    const { editor, errors, store, key } = formWith({ quantity: '10', unitPrice: '50,000,000' });
    const told = { [`${key}.unitPrice`]: `Amount of line 2 must be at most ${MOST}` };
    checkField(editor, `${key}.quantity`);
    expect(errors()).toEqual(told);
    const check = validateDraft(store.getState().draft, { ...editor, phone: false });
    expect(check.ok ? {} : check.errors).toMatchObject(told);
    store.setCell(key, 'quantity', '1');
    expect(errors()).toEqual({});

    store.setCell(key, 'quantity', '1000000000');
    checkField(editor, `${key}.quantity`);
    expect(errors()).toEqual({ [`${key}.quantity`]: 'Quantity must be at most 99,999,999.99' });
    store.setCell(key, 'quantity', '-1');
    checkField(editor, `${key}.quantity`);
    expect(errors()).toEqual({ [`${key}.quantity`]: 'Quantity must be positive' });
  });

  test('keeps a price that is wrong by itself marked while the quantity changes', () => {
    const { editor, errors, store, key } = formWith({ unitPrice: 'abc' });
    checkField(editor, `${key}.unitPrice`);
    store.setCell(key, 'quantity', '3');
    expect(Object.keys(errors())).toEqual([`${key}.unitPrice`]);
  });

  test('is told wherever it came from, under its place of now', () => {
    const { editor, errors, key } = formWith({ quantity: '10', unitPrice: MOST });
    checkAmounts(editor);
    expect(errors()[`${key}.unitPrice`]).toContain('line 2');
    changeLines(editor, (lines) => moveLine(lines, key, 0));
    expect(errors()).toEqual({
      [`${key}.unitPrice`]: `Amount of line 1 must be at most ${MOST}`,
    });
  });

  test('of the sums is told with the lines, or at the rate that made it', () => {
    const { editor, errors, store, key } = formWith({ unitPrice: MOST });
    const [first] = store.getState().draft.lines;
    store.setCell(first?.key ?? '', 'unitPrice', '1');
    checkField(editor, `${first?.key}.unitPrice`);
    expect(errors()).toEqual({ lines: `Subtotal must be at most ${MOST}` });
    store.setCell(first?.key ?? '', 'unitPrice', '0');
    expect(errors()).toEqual({});
    store.setField('taxRate', '500');
    checkField(editor, 'taxRate');
    expect(errors()).toEqual({ taxRate: `Tax amount must be at most ${MOST}` });
    store.setCell(key, 'unitPrice', '5');
    expect(errors()).toEqual({});
    store.setField('taxRate', '1000');
    checkField(editor, 'taxRate');
    expect(errors()).toEqual({ taxRate: 'Tax rate must be at most 999.9999' });
    store.setCell(key, 'unitPrice', '6');
    expect(Object.keys(errors())).toEqual(['taxRate']);
  });

  test('a flat tax that nobody sees beside a rate keeps nobody from saving', () => {
    const { store } = formWith({});
    store.setField('taxAmount', 'five');
    store.setField('taxRate', '5');
    const check = validateDraft(store.getState().draft, {
      kind: invoiceKind,
      form: 'create',
      phone: false,
    });
    expect(check.ok ? {} : check.errors).not.toHaveProperty('taxAmount');
  });
});

describe('a discount', () => {
  test('above what it lowers is told at its line, and goes with either figure', () => {
    const { editor, errors, store, key } = formWith({ unitPrice: '100' });
    store.setCell(key, 'discount', '100.01');
    checkField(editor, `${key}.discount`);
    expect(errors()).toEqual({ [`${key}.discount`]: 'Discount of line 2 must be at most $100.00' });
    store.setCell(key, 'unitPrice', '200');
    expect(errors()).toEqual({});
    store.setCell(key, 'discount', '101%');
    checkField(editor, `${key}.discount`);
    expect(errors()).toEqual({ [`${key}.discount`]: 'Discount percentage must be at most 100' });
  });

  test('of the whole document is told at its own field, as the currency has it', () => {
    const { editor, errors, store } = formWith({ unitPrice: '100' });
    const discount = newAdjustment({ value: '200' });
    store.changeAdjustments('discounts', () => [discount]);
    const field = `${discount.key}.value` as const;
    checkField(editor, field);
    expect(errors()).toEqual({
      [field]: 'Discounts must be at most the sum of the lines, $100.00',
    });
    store.changeAdjustments('discounts', () => [{ ...discount, value: '' }]);
    expect(errors()).toEqual({});
    checkField(editor, field);
    expect(errors()).toEqual({ [field]: 'Discount needs a percentage or an amount' });
    store.setField('currency', 'JPY');
    store.changeAdjustments('discounts', () => [{ ...discount, value: '0.5' }]);
    checkField(editor, field);
    expect(errors()).toEqual({
      [field]: 'Discount amount must be a whole number: JPY has no decimals',
    });
  });
});

describe('a date that was left', () => {
  test.each([
    ['issueDate', 'Issue date'],
    ['endDate', 'Due date'],
  ] as const)('%s is marked in the words of the whole check', (field, label) => {
    const { editor, errors, store } = formWith({});
    checkField(editor, field);
    expect(errors()).toEqual({});
    store.setField(field, 'soon');
    checkField(editor, field);
    expect(errors()).toEqual({ [field]: `${label} must be a date such as 2026-01-31` });
    const check = validateDraft(store.getState().draft, { ...editor, phone: false });
    expect(check.ok ? {} : check.errors).toMatchObject(errors());
    store.setField(field, '');
    expect(errors()).toEqual({});
    checkField(editor, field);
    expect(errors()).toEqual({ [field]: `${label} is required` });
  });
});

test('the one sentence goes with the last thing that is wrong', () => {
  expect(summarizeErrors({ customer: 'Please select a customer', 'a.description': 'x' })).toBe(
    'Please select a customer',
  );
  expect(summarizeErrors({ endDate: 'Due date is required' })).toBe('Due date is required');
  expect(summarizeErrors({})).toBeUndefined();
});
