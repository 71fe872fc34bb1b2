import { describe, expect, test } from 'vitest';
import { previewInput } from '../../../shared/invoices/invoice.contract.ts';
import { invoiceKind } from '../../features/invoices/editor/invoice-kind.ts';
import type { DraftFigures } from './document-draft.ts';
import { draftTotals, emptyDraft, endsBeforeIssue, toDraft } from './document-draft.ts';
import { previewInput as kindPreviewInput } from './document-kind.ts';
import { newLine } from './draft-line.ts';
import { sameContent } from './draft-parts.ts';
import { createEditorStore } from './editor-store.ts';
import { removeLine } from './line-grid.ts';
import { toPreviewRequest } from './preview-request.ts';
import { draftKey, restoredDraft, storedDraft } from './stored-draft.ts';

const stored = {
  customerId: 3,
  customer: { id: 3, name: 'Marta', company: 'Harbor & Pine', email: null },
  invoiceNumber: 'INV-1',
  poNumber: null,
  status: 'sent',
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  taxRate: '7.00',
  taxAmount: '84.04',
  notes: null,
  terms: 'Thirty days',
  currency: 'USD',
  supplyDate: null,
  deliveryAddress: null,
  buyerReference: null,
  lineItems: [{ itemId: 9, description: 'Design', quantity: '0.50', unitPrice: '1200.50' }],
};

describe('drafts', () => {
  test('a new one has the specified defaults', () => {
    expect(emptyDraft(invoiceKind, '2026-11-20', 'INV-2026-8996')).toMatchObject({
      issueDate: '2026-11-20',
      endDate: '2026-12-20',
      taxRate: '0.00',
      status: 'draft',
      lines: [{ description: '', quantity: '1', unitPrice: '0.00' }],
    });
  });

  test('a stored one is shown as people read numbers', () => {
    expect(toDraft('invoice', stored)).toMatchObject({
      poNumber: '',
      terms: 'Thirty days',
      lines: [{ itemId: 9, quantity: '0.5', unitPrice: '1,200.50', storedQuantity: '0.50' }],
    });
  });

  test('totals follow what is typed; what is no number leaves the rest its figures', () => {
    const lines = [newLine({ quantity: '2', unitPrice: '1,200.50' }), newLine()];
    const totals = (change: Partial<DraftFigures>) =>
      draftTotals({ ...emptyDraft(invoiceKind, '2026-11-20'), ...change });
    expect(totals({ lines, taxRate: '7', taxAmount: '5' })).toMatchObject({
      lineTotals: ['2401.00', '0.00'],
      taxAmount: '168.07',
      total: '2569.07',
    });
    expect(totals({ lines, taxRate: '', taxAmount: '5' }).taxAmount).toBe('5.00');
    const wrong = [...lines, newLine({ quantity: 'x' })];
    expect(totals({ lines: wrong, taxRate: '', taxAmount: '5' })).toMatchObject({
      lineTotals: ['2401.00', '0.00', null],
      subtotal: null,
      taxAmount: '5.00',
      total: null,
    });
  });

  test('a document that ends before it begins is one of two whole dates', () => {
    const ends = (issueDate: string, endDate: string) => endsBeforeIssue({ issueDate, endDate });
    expect(ends('2026-11-20', '2026-11-19')).toBe(true);
    expect(ends('2026-11-20', '2026-11-20')).toBe(false);
    expect(ends('2026-11-20', '2026-11-')).toBe(false);
    expect(ends('', '2026-11-19')).toBe(false);
  });

  test('line keys and object identity do not make a difference', () => {
    expect(sameContent(toDraft('invoice', stored), toDraft('invoice', stored))).toBe(true);
    const draft = toDraft('invoice', stored);
    expect(sameContent({ ...draft, lines: [...draft.lines, newLine()] }, draft)).toBe(false);
    expect(sameContent({ ...draft, notes: 'x' }, draft)).toBe(false);
    expect(sameContent({ ...draft, customer: null }, draft)).toBe(false);
  });
});

describe('storing drafts', () => {
  test('what is stored comes back, under new line names', () => {
    const draft = toDraft('invoice', stored);
    const back = restoredDraft(
      invoiceKind,
      JSON.parse(JSON.stringify(storedDraft(draft, toDraft('invoice', stored), 4))),
    );
    expect(back?.version).toBe(4);
    expect(sameContent(back!.draft, draft)).toBe(true);
    expect(back?.draft.lines[0]?.storedQuantity).toBe('0.50');
    expect(back?.draft.lines[0]?.key).not.toBe(draft.lines[0]?.key);
  });

  test('anything else is let go', () => {
    for (const text of [undefined, null, 'x', {}, { shape: 0 }, { shape: 2, draft: {} }]) {
      expect(restoredDraft(invoiceKind, text)).toBeUndefined();
    }
  });

  test('each user and each form has a place of its own', () => {
    const keys = [
      draftKey(invoiceKind, 'u1', 'new'),
      draftKey(invoiceKind, 'u2', 'new'),
      draftKey(invoiceKind, 'u1', 7),
      draftKey({ name: 'estimate' }, 'u1', 7),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('previewInputOf', () => {
  test('whatever is typed, the call takes it', () => {
    const draft = {
      ...emptyDraft(invoiceKind, '2026-11-20'),
      notes: 'x'.repeat(20_000),
      issueDate: 'y'.repeat(100),
      taxRate: '9'.repeat(90),
      lines: [newLine({ description: 'z'.repeat(9_000), quantity: '1,000', unitPrice: 'abc' })],
    };
    const input = toPreviewRequest('invoice', draft, 2, 12);
    const call = kindPreviewInput('invoice', input, 'sent');
    expect(previewInput.safeParse(call).error).toBeUndefined();
    expect(input).toMatchObject({ id: 12, pages: [2], lineItems: [{ quantity: '1000.00' }] });
  });

  test('a line that nobody has filled in is no row of the document', () => {
    const priced = newLine({ unitPrice: '5' });
    const draft = {
      ...emptyDraft(invoiceKind, '2026-11-20'),
      lines: [newLine(), priced, newLine()],
    };
    expect(toPreviewRequest('invoice', draft, 1).lineItems).toEqual([
      { description: '', quantity: '1.00', unitPrice: '5.00' },
    ]);
  });

  test('a line without an amount is one, so that the document has no total either', () => {
    const lines = [newLine({ unitPrice: 'abc' }), newLine({ quantity: '-1' }), newLine()];
    const draft = { ...emptyDraft(invoiceKind, '2026-11-20'), lines };
    expect(toPreviewRequest('invoice', draft, 1).lineItems).toMatchObject([
      { unitPrice: 'abc' },
      { quantity: '-1.00' },
    ]);
  });
});

describe('createEditorStore', () => {
  test('counts changes and knows whether there are any', () => {
    const store = createEditorStore(toDraft('invoice', stored), invoiceKind);
    expect(store.isChanged()).toBe(false);
    store.setField('notes', 'Thanks');
    store.setField('notes', 'Thanks');
    expect(store.getState().revision).toBe(1);
    expect(store.isChanged()).toBe(true);
    store.setField('notes', '');
    expect(store.isChanged()).toBe(false);
  });

  test('holds the version that what is typed is typed on', () => {
    const store = createEditorStore(toDraft('invoice', stored), invoiceKind, 3);
    store.setField('notes', 'Thanks');
    store.replace({ ...toDraft('invoice', stored), terms: 'Net 30' });
    expect(store.getState().version).toBe(3);
    store.rebase({ ...toDraft('invoice', stored), poNumber: 'PO-7' }, 5);
    expect(store.getState()).toMatchObject({
      version: 5,
      draft: { terms: 'Net 30', poNumber: 'PO-7' },
    });
    store.reset(toDraft('invoice', stored), 6);
    expect(store.getState().version).toBe(6);
    expect(store.isChanged()).toBe(false);
  });

  test('the due date follows the issue date until it is chosen', () => {
    const store = createEditorStore(emptyDraft(invoiceKind, '2026-11-20'), invoiceKind);
    store.setField('issueDate', '2026-12-01');
    expect(store.getState().draft.endDate).toBe('2026-12-31');
    store.setField('endDate', '2027-01-15');
    store.setField('issueDate', '2026-12-02');
    expect(store.getState().draft.endDate).toBe('2027-01-15');
  });

  test('a suggested number is no change, and never writes over a typed one', () => {
    const store = createEditorStore(emptyDraft(invoiceKind, '2026-11-20'), invoiceKind);
    store.suggestNumber('INV-2026-0001');
    expect(store.getState().draft.number).toBe('INV-2026-0001');
    expect(store.isChanged()).toBe(false);
    store.setField('number', 'MINE');
    store.suggestNumber('INV-2026-0002');
    expect(store.getState().draft.number).toBe('MINE');
  });

  test('an error goes when its field changes, and only that one', () => {
    const store = createEditorStore(
      {
        ...emptyDraft(invoiceKind, '2026-11-20'),
        lines: [newLine(), newLine()],
      },
      invoiceKind,
    );
    const [first, second] = store.getState().draft.lines;
    store.setErrors({
      customer: 'Customer is required',
      [`${first!.key}.description`]: 'Description is required',
      [`${second!.key}.description`]: 'Description is required',
    });
    store.setCell(first!.key, 'description', 'Design');
    expect(Object.keys(store.getState().errors)).toEqual([
      'customer',
      `${second!.key}.description`,
    ]);
    store.changeLines((lines) => removeLine(lines, second!.key));
    expect(Object.keys(store.getState().errors)).toEqual(['customer']);
  });

  test('tells its listeners until they leave', () => {
    const store = createEditorStore(emptyDraft(invoiceKind, '2026-11-20'), invoiceKind);
    let told = 0;
    const leave = store.subscribe(() => {
      told += 1;
    });
    store.setField('terms', 'x');
    leave();
    store.setField('terms', 'y');
    expect(told).toBe(1);
  });
});
