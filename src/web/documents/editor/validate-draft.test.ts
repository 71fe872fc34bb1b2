import { describe, expect, test } from 'vitest';
import { invoiceInput, invoiceUpdateInput } from '../../../shared/invoices/invoice.contract.ts';
import { invoiceKind, toInvoiceInput } from '../../features/invoices/editor/invoice-kind.ts';
import type { DocumentDraft } from './document-draft.ts';
import { emptyDraft } from './document-draft.ts';
import type { DraftLine } from './draft-line.ts';
import { newLine } from './draft-line.ts';
import type { DraftRules } from './validate-draft.ts';
import { findField, serverErrors, validateDraft } from './validate-draft.ts';

const create: DraftRules = { kind: invoiceKind, form: 'create', phone: false };
const edit: DraftRules = { kind: invoiceKind, form: 'edit', phone: false };
const phone: DraftRules = { kind: invoiceKind, form: 'create', phone: true };

const customer = { id: 3, name: 'Marta', company: null, email: null };
const good: DocumentDraft = {
  ...emptyDraft(invoiceKind, '2026-11-20', 'INV-2026-8996'),
  customer,
  lines: [newLine({ description: 'Design', quantity: '2', unitPrice: '1,200.50' })],
};

function listErrors(draft: Partial<DocumentDraft>, rules = create): Record<string, string> {
  const check = validateDraft({ ...good, ...draft }, rules);
  return check.ok ? {} : { ...check.errors };
}

/** Errors of a draft whose only line is the good one, changed. */
function cellErrors(line: Partial<DraftLine>, rules = create): Record<string, string> {
  const changed = newLine({ description: 'Design', ...line });
  const errors = listErrors({ lines: [changed] }, rules);
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field.replace(`${changed.key}.`, ''),
      message,
    ]),
  );
}

describe('a draft that is right', () => {
  test('becomes what the call takes', () => {
    const check = validateDraft({ ...good, notes: ' ', taxRate: '7' }, create);
    expect(check).toMatchObject({ ok: true });
    if (!check.ok) return;
    expect(invoiceInput.parse(toInvoiceInput(check.input))).toMatchObject({
      customerId: 3,
      status: 'draft',
      taxRate: '7.00',
      notes: null,
      lineItems: [{ description: 'Design', quantity: '2.00', unitPrice: '1200.50' }],
    });
  });

  test('a rate of a day that is none says so at the day', () => {
    const rate = { currency: 'EUR', exchangeRate: '1.08', exchangeDate: 'soon' };
    expect(Object.keys(listErrors(rate))).toEqual(['exchangeDate']);
  });

  test('an empty tax rate is no tax', () => {
    expect(listErrors({ taxRate: ' ' })).toEqual({});
  });

  test('serves the edit form, too', () => {
    const check = validateDraft(good, edit);
    expect(
      check.ok && invoiceUpdateInput.safeParse({ ...toInvoiceInput(check.input), id: 1 }).success,
    ).toBe(true);
  });
});

describe('the words of the form', () => {
  test('fields', () => {
    expect(listErrors({ customer: null })).toEqual({ customer: 'Customer is required' });
    expect(listErrors({ customer: null }, phone)).toEqual({ customer: 'Please select a customer' });
    expect(listErrors({ number: ' ' })).toEqual({
      number: 'Invoice number is required',
    });
    expect(listErrors({ issueDate: '' })).toEqual({ issueDate: 'Issue date is required' });
    expect(listErrors({ endDate: '' })).toEqual({ endDate: 'Due date is required' });
    expect(listErrors({ issueDate: 'soon', endDate: '9999-12-31' })).toEqual({
      issueDate: 'Issue date must be a date such as 2026-01-31',
      endDate: 'Due date must be in the years 2000 to 2099',
    });
    expect(listErrors({ lines: [] })).toEqual({ lines: 'At least one line item is required' });
    expect(listErrors({ taxRate: 'seven' })).toEqual({
      taxRate: 'Tax rate must be a number with at most four decimals',
    });
    expect(listErrors({ taxRate: '1000' })).toHaveProperty('taxRate');
  });

  test('descriptions', () => {
    expect(cellErrors({ description: '  ' })).toEqual({ description: 'Description is required' });
    const check = validateDraft({ ...good, lines: [newLine(), newLine()] }, phone);
    expect(check).toMatchObject({ summary: 'Please fill in all line item descriptions' });
  });

  test.each([
    ['0', create, 'Quantity must be positive'],
    ['-1', create, 'Quantity must be positive'],
    ['', create, 'Quantity must be positive'],
    ['0.01', create, undefined],
    ['0.5', edit, 'Quantity must be at least 1'],
    ['', edit, 'Quantity must be at least 1'],
    ['1', edit, undefined],
    ['two', create, 'Quantity must be a number with at most six decimals'],
    ['1.005', create, undefined],
    ['1.0000005', create, 'Quantity must be a number with at most six decimals'],
    ['7,25', create, undefined],
    ['0,5', edit, 'Quantity must be at least 1'],
    ['1.2.3', create, 'Write decimals with a point, as in 7.25'],
  ])('quantity %j', (quantity, rules, message) => {
    expect(cellErrors({ quantity }, rules).quantity).toBe(message);
  });

  test('a stored quantity under 1 stays good in the edit form until it is changed', () => {
    expect(cellErrors({ quantity: '0.5', storedQuantity: '0.50' }, edit)).toEqual({});
    expect(cellErrors({ quantity: '0.4', storedQuantity: '0.50' }, edit)).toEqual({
      quantity: 'Quantity must be at least 1',
    });
    expect(cellErrors({ quantity: '0', storedQuantity: '0.00' }, edit).quantity).toBeDefined();
  });

  test.each([
    ['-5', create, 'Unit price must be positive'],
    ['-5', edit, 'Unit price is required'],
    ['', edit, 'Unit price is required'],
    ['0', create, undefined],
    ['1.250,50', create, undefined],
    ["1'250.50", create, undefined],
    ['12,00.5', create, 'Write decimals with a point, as in 7.25'],
    ['12%', create, 'Enter a number without a percent sign'],
    ['many', create, 'Unit price must be a number with at most six decimals'],
  ])('unit price %j', (unitPrice, rules, message) => {
    expect(cellErrors({ unitPrice }, rules).unitPrice).toBe(message);
  });

  test('sums that no invoice can hold name their line', () => {
    expect(cellErrors({ quantity: '99999999', unitPrice: '99999999' })).toEqual({
      unitPrice: 'Amount of line 1 must be at most $99,999,999.99',
    });
    const lines = Array.from({ length: 2 }, () =>
      newLine({ description: 'x', unitPrice: '99999999.99' }),
    );
    expect(listErrors({ lines })).toEqual({ lines: 'Subtotal must be at most $99,999,999.99' });
  });
});

describe('order and names of fields', () => {
  test('errors stand in the order of the form', () => {
    const line = newLine({ quantity: '0' });
    const errors = listErrors({
      customer: null,
      endDate: '',
      taxRate: 'x',
      lines: [line],
      number: '',
    });
    expect(Object.keys(errors)).toEqual([
      'customer',
      'number',
      'endDate',
      `${line.key}.description`,
      `${line.key}.quantity`,
      'taxRate',
    ]);
  });

  test('paths of the call are named as the form names them', () => {
    const lines = [newLine(), newLine()];
    const draft = { ...good, lines };
    expect(findField('lineItems.1.quantity', draft, 'invoice')).toBe(`${lines[1]!.key}.quantity`);
    expect(findField('lineItems.9.quantity', draft, 'invoice')).toBe('lines');
    expect(findField('lineItems', draft, 'invoice')).toBe('lines');
    expect(findField('customerId', draft, 'invoice')).toBe('customer');
    expect(findField('exchangeRate.rate', draft, 'invoice')).toBe('exchangeRate');
    expect(findField('exchangeRate.date', draft, 'invoice')).toBe('exchangeDate');
    expect(findField('', draft, 'invoice')).toBeUndefined();
    expect(
      serverErrors([{ path: 'lineItems.0.unitPrice', message: 'Too much' }], draft, 'invoice'),
    ).toEqual({
      [`${lines[0]!.key}.unitPrice`]: 'Too much',
    });
  });
});
