import { describe, expect, it } from 'vitest';
import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { CreditableLine } from './credit-form.ts';
import { findField, openLines, sumOfLines, toCreditDraft, toSelection } from './credit-form.ts';

const line = (values: Partial<CreditableLine>): CreditableLine => ({
  line: 1,
  charge: null,
  description: 'Design work',
  quantity: '3.00',
  unit: null,
  unitPrice: '33.33',
  gross: '114.82',
  quantityLeft: '2.00',
  netLeft: '64.33',
  grossLeft: '76.55',
  percentLeft: '66.6667',
  ...values,
});
const LINES = [
  line({}),
  line({ line: 2, description: 'Books' }),
  line({ line: null, charge: 1, description: 'Shipping', percentLeft: '100.00' }),
];
const BEGINNING = { number: 'CN-2026-0001', today: '2026-11-20' };
const toDraft = (credit: CreditNoteDetail['credit']) => {
  const creditNote = {
    credit,
    creditNoteNumber: 'CN-1',
    issueDate: '2026-11-21',
    reason: null,
    notes: null,
  } as CreditNoteDetail;
  return toCreditDraft(LINES, creditNote, BEGINNING);
};

describe('the form of what is credited', () => {
  it('begins with everything, and is read back from a draft as it was asked for', () => {
    const begun = toCreditDraft(LINES, undefined, BEGINNING);
    expect(begun).toMatchObject({ way: 'all', creditNoteNumber: 'CN-2026-0001', lines: {} });
    expect(toSelection(begun, LINES)).toEqual({});
    for (const credit of [
      { amount: '12.50' },
      { lines: [{ line: 1 }, { line: 2, quantity: '1.5' }, { charge: 1, percent: '25' }] },
    ]) {
      expect(toSelection(toDraft(credit), LINES)).toEqual(credit);
    }
  });

  it('sums what is chosen: exactly where all is, about where a part is', () => {
    const sum = (lines: Record<string, string>) => sumOfLines(lines, LINES, 'USD');
    expect(sum({})).toMatchObject({ total: { amount: '0.00' }, isExact: true });
    expect(sum({ 'line-1': '2.00', 'charge-1': '100.00' })).toMatchObject({
      total: { amount: '153.10' },
      isExact: true,
    });
    expect(sum({ 'line-1': '1', 'line-2': '2' })).toMatchObject({
      total: { amount: '114.83' },
      isExact: false,
    });
    expect(sum({ 'line-1': 'one' })).toBeUndefined();
  });

  it('names no part of a line of which all that is left is credited', () => {
    const draft = { ...toDraft({ lines: [] }), lines: { 'line-1': '2', 'charge-1': '100' } };
    expect(toSelection(draft, LINES)).toEqual({ lines: [{ line: 1 }, { charge: 1 }] });
  });

  it('shows a percentage of a line as a quantity', () => {
    expect(toDraft({ lines: [{ line: 1, percent: '50.00' }] }).lines).toEqual({ 'line-1': '1.5' });
  });

  it('offers only lines of which something is left', () => {
    const done = line({ line: 4, percentLeft: '0.00' });
    expect(openLines([...LINES, done])).toEqual(LINES);
  });

  it('finds the field of a refusal', () => {
    const selection = { lines: [{ line: 2, quantity: '9' }, { charge: 1 }] };
    expect(findField('credit.lines.0.quantity', selection)).toBe('line-2');
    expect(findField('credit.lines.1', selection)).toBe('charge-1');
    expect(findField('credit.lines', selection)).toBe('lines');
    expect(findField('credit.amount', { amount: '1' })).toBe('amount');
    expect(findField('credit', {})).toBe('lines');
    expect(findField('creditNoteNumber', {})).toBe('creditNoteNumber');
    expect(findField('issueDate', {})).toBe('issueDate');
    expect(findField('customerId', {})).toBeUndefined();
  });
});
