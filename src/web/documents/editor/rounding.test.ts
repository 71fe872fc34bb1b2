import { describe, expect, test } from 'vitest';
import { creditNoteKind } from '../../features/credit-notes/credit-note-kind.ts';
import { estimateKind } from '../../features/estimates/estimate-kind.ts';
import { invoiceKind, toInvoiceInput } from '../../features/invoices/editor/invoice-kind.ts';
import { copyDraft } from './copy-draft.ts';
import type { DocumentDraft } from './document-draft.ts';
import { draftTotals } from './document-draft.ts';
import { draftDifferences } from './draft-differences.ts';
import { newLine } from './draft-line.ts';
import { changedParts, rebased } from './draft-parts.ts';
import type { EditorBusiness } from './editor-business.ts';
import { newDraft, offeredIncrement, UNKNOWN_BUSINESS } from './editor-business.ts';
import { createEditorStore } from './editor-store.ts';
import { toPreviewRequest } from './preview-request.ts';
import { restoredDraft, storedDraft } from './stored-draft.ts';
import { toForm } from './to-form.ts';

const customer = { id: 3, name: 'Astrid', company: null, email: null };
const business: EditorBusiness = {
  ...UNKNOWN_BUSINESS,
  currency: 'SEK',
  roundedTotals: [
    { currency: 'CHF', increment: '0.10' },
    { currency: 'SEK', increment: '1.00' },
  ],
};
const begin = (kind = invoiceKind): DocumentDraft => ({
  ...newDraft(kind, '2026-11-20', 'INV-1', customer, business),
  lines: [newLine({ description: 'Design', quantity: '1', unitPrice: '100.40' })],
});
const open = (draft: DocumentDraft, version?: number) =>
  createEditorStore(draft, invoiceKind, version, business);
const sent = (draft: DocumentDraft, stored?: DocumentDraft): Record<string, unknown> =>
  JSON.parse(JSON.stringify(toInvoiceInput(toForm(draft, { stored, business }))));

describe('the total of a new document', () => {
  test('is rounded as the business has it for the currency, and a credit note is not', () => {
    expect([invoiceKind, estimateKind, creditNoteKind].map((kind) => begin(kind).roundTo)).toEqual([
      '1.00',
      '1.00',
      null,
    ]);
    expect(draftTotals(begin())).toMatchObject({ rounding: '-0.40', total: '100.00' });
    expect(sent(begin())).not.toHaveProperty('roundingIncrement');
  });

  test('follows the currency until it is switched by hand', () => {
    const store = open(begin());
    const roundTo = (currency: string) => {
      store.setField('currency', currency);
      return store.getState().draft.roundTo;
    };
    expect(['CHF', 'CAD', 'SEK'].map(roundTo)).toEqual(['0.10', null, '1.00']);
    store.setRoundTo(null);
    expect(store.getState().figures.roundTo).toBeNull();
    expect(['CHF', 'SEK'].map(roundTo)).toEqual([null, null]);
    expect(sent(store.getState().draft)).toMatchObject({ roundingIncrement: null });
    store.setRoundTo('1.00');
    // Switched on, another currency has its own; one without any has none.
    expect(['CHF', 'CAD', 'SEK', 'EUR'].map(roundTo)).toEqual(['0.10', '0.05', '1.00', null]);
  });

  test('can be rounded where the business or custom has an increment', () => {
    const offered = (currency: string, kind = invoiceKind) =>
      offeredIncrement(kind, currency, business);
    expect(['CHF', 'CAD', 'USD'].map((code) => offered(code))).toEqual(['0.10', '0.05', undefined]);
    expect(offered('CHF', creditNoteKind)).toBeUndefined();
  });
});

test('a stored document keeps its own, and one that was changed is named in the save', () => {
  const stored = { ...begin(), roundTo: null };
  const store = open(stored, 4);
  expect(sent(store.getState().draft, stored)).not.toHaveProperty('roundingIncrement');
  store.setField('currency', 'CHF');
  expect(sent(store.getState().draft, stored)).toMatchObject({ roundingIncrement: '0.10' });
  // Without a word, the server would round it.
  store.setRoundTo(null);
  expect(sent(store.getState().draft, stored)).toMatchObject({ roundingIncrement: null });
  store.setField('currency', 'SEK');
  store.setRoundTo('1.00');
  expect(sent(store.getState().draft, stored)).toMatchObject({ roundingIncrement: '1.00' });
});

test('the live document is asked for as the form is', () => {
  const draft = { ...begin(), roundTo: null };
  expect(toPreviewRequest('invoice', draft, 1).parts).toMatchObject({ roundingIncrement: null });
});

test('a copy says the same', () => {
  const now = { today: '2026-12-01', number: 'INV-2' };
  expect(copyDraft({ ...begin(), roundTo: null }, invoiceKind, now).roundTo).toBeNull();
});

test('a conflict names it, and a change of it is kept over a newer version', () => {
  const [mine, theirs] = [{ ...begin(), roundTo: null }, begin()];
  expect(draftDifferences(invoiceKind, mine, theirs)).toEqual([
    { field: 'Total rounded to', mine: 'none', theirs: 'SEK\u00a01.00' },
    { field: 'Total', mine: 'SEK\u00a0100.40', theirs: 'SEK\u00a0100.00' },
  ]);
  const changed = changedParts(mine, theirs);
  expect(changed).toEqual(['roundTo']);
  expect(rebased(mine, changed, { ...theirs, notes: 'Theirs' })).toMatchObject({
    roundTo: null,
    notes: 'Theirs',
  });
  expect(rebased(mine, [], theirs).roundTo).toBe('1.00');
});

test('a draft that was kept by an earlier version means what it meant', () => {
  const keep = (draft: DocumentDraft, kind = invoiceKind, version?: number) => {
    const kept = JSON.parse(JSON.stringify(storedDraft(draft, begin(kind), version))) as {
      draft: Partial<DocumentDraft>;
    };
    delete kept.draft.roundChosen;
    return restoredDraft(kind, kept)?.draft;
  };
  expect(keep(begin())).toMatchObject({ roundTo: '1.00', roundChosen: false });
  // A new credit note was rounded then; a stored one is as it is stored.
  const credit = { ...begin(creditNoteKind), roundTo: '1.00' };
  expect(keep(credit, creditNoteKind)).toMatchObject({ roundTo: null });
  expect(keep(credit, creditNoteKind, 2)).toMatchObject({ roundTo: '1.00' });
});
