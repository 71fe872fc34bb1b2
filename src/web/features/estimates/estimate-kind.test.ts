import { describe, expect, test } from 'vitest';
import { estimateInput } from '../../../shared/estimates/estimate.contract.ts';
import type { DocumentDraft } from '../../documents/editor/document-draft.ts';
import { emptyDraft } from '../../documents/editor/document-draft.ts';
import { newLine } from '../../documents/editor/draft-line.ts';
import { UNKNOWN_BUSINESS } from '../../documents/editor/editor-business.ts';
import { createEditorStore } from '../../documents/editor/editor-store.ts';
import { validateDraft } from '../../documents/editor/validate-draft.ts';
import { estimateKind, toEstimateInput } from './estimate-kind.ts';

const line = newLine({ description: 'Design', quantity: '2', unitPrice: '1,200.50' });
const good: DocumentDraft = {
  ...emptyDraft(estimateKind, '2026-11-20', 'EST-2026-8996'),
  customer: { id: 3, name: 'Marta', company: null, email: null },
  lines: [line],
};

function listErrors(draft: Partial<DocumentDraft>, form: 'create' | 'edit', phone = false) {
  const check = validateDraft({ ...good, ...draft }, { kind: estimateKind, form, phone });
  return check.ok ? {} : check.errors;
}

test('a new estimate has the specified defaults', () => {
  expect(emptyDraft(estimateKind, '2026-11-20')).toMatchObject({
    issueDate: '2026-11-20',
    endDate: '2026-12-20',
    taxRate: '0.00',
    terms: 'This estimate is valid for 30 days from the issue date.',
    lines: [{ quantity: '1', description: '' }],
  });
});

test('terms that nobody wrote say how long it is valid; written ones stay', () => {
  const store = createEditorStore(emptyDraft(estimateKind, '2026-11-20'), estimateKind);
  const terms = () => store.getState().draft.terms;
  const valid = (days: string) => `This estimate is valid for ${days} from the issue date.`;
  store.setField('endDate', '2026-12-05');
  expect(terms()).toBe(valid('15 days'));
  store.setField('endDate', '');
  store.setField('endDate', '2026-11-21');
  expect(terms()).toBe(valid('1 day'));
  store.setField('endDate', '2026-11-01');
  expect(terms()).toBe(valid('1 day'));
  store.setField('endDate', '2026-12-20');
  store.setField('issueDate', '2026-11-19');
  expect(terms()).toBe(valid('31 days'));
  store.setField('terms', 'Half in advance');
  store.setField('endDate', '2026-12-05');
  expect(terms()).toBe('Half in advance');
});

test('a form that is right becomes what the call takes', () => {
  const check = validateDraft(good, { kind: estimateKind, form: 'create', phone: false });
  if (!check.ok) throw new Error('the form was refused');
  expect(estimateInput.parse(toEstimateInput(check.input))).toMatchObject({
    customerId: 3,
    estimateNumber: 'EST-2026-8996',
    expiryDate: '2026-12-20',
    status: 'draft',
    lineItems: [{ description: 'Design', quantity: '2.00', unitPrice: '1200.50' }],
  });
});

describe.each(['create', 'edit'] as const)('the words of the %s form', (form) => {
  test.each([
    [{ customer: null }, 'customer', 'Customer is required'],
    [{ number: ' ' }, 'number', 'Estimate number is required'],
    [{ issueDate: '' }, 'issueDate', 'Issue date is required'],
    [{ endDate: '' }, 'endDate', 'Expiry date is required'],
    [{ lines: [] }, 'lines', 'At least one line item is required'],
  ])('%j', (draft, field, words) => {
    expect(listErrors(draft, form)).toEqual({ [field]: words });
    expect(listErrors(draft, form, true)).toEqual({ [field]: words });
  });

  test.each([
    [{ description: ' ' }, 'description', 'Description is required'],
    [{ quantity: '0' }, 'quantity', 'Quantity must be positive'],
    [{ quantity: '' }, 'quantity', 'Quantity must be positive'],
    [{ unitPrice: '-1' }, 'unitPrice', 'Unit price must be positive'],
  ])('of a line with %j', (cells, cell, words) => {
    const wrong = { ...line, ...cells };
    expect(listErrors({ lines: [wrong] }, form)).toEqual({ [`${line.key}.${cell}`]: words });
  });

  test('a quantity of 0.01 and a price of nothing will do', () => {
    expect(listErrors({ lines: [{ ...line, quantity: '0.01', unitPrice: '0' }] }, form)).toEqual(
      {},
    );
  });
});

test('what acceptance does is named once it is chosen, or chosen no longer', () => {
  const named = (draft: Partial<DocumentDraft>, stored?: DocumentDraft) => {
    const base = stored && { stored, business: UNKNOWN_BUSINESS };
    const rules = { kind: estimateKind, form: 'edit' as const, phone: false, base };
    const check = validateDraft({ ...good, ...draft }, rules);
    if (!check.ok) throw new Error('the form was refused');
    return toEstimateInput(check.input);
  };
  expect(named({})).not.toHaveProperty('onAcceptance');
  expect(named({ onAcceptance: 'send' })).toMatchObject({ onAcceptance: 'send' });
  const chosen = { ...good, onAcceptance: 'send' };
  expect(named({ onAcceptance: 'send' }, chosen)).not.toHaveProperty('onAcceptance');
  expect(named({ onAcceptance: '' }, chosen)).toMatchObject({ onAcceptance: null });
});
