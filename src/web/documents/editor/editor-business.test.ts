import { describe, expect, test } from 'vitest';
import { NO_DEFAULTS } from '../../../shared/profile/document-defaults.ts';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import { creditNoteKind } from '../../features/credit-notes/credit-note-kind.ts';
import { estimateKind } from '../../features/estimates/estimate-kind.ts';
import { invoiceKind } from '../../features/invoices/editor/invoice-kind.ts';
import {
  newDraft,
  newLineTaxes,
  toLineTax,
  UNKNOWN_BUSINESS,
  withDefaults,
  withTax,
} from './editor-business.ts';
import { createEditorStore } from './editor-store.ts';

const rate = (values: Partial<TaxRate>): TaxRate => ({
  id: 1,
  name: 'VAT',
  rate: '19.00',
  category: 'S',
  compound: false,
  exemptionReason: null,
  registrationNumber: null,
  country: null,
  isDefault: false,
  archivedAt: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});
const full = toLineTax(rate({}));
const reduced = toLineTax(rate({ rate: '7.00' }));
const [gst, qst] = ['GST', 'QST'].map((name) => toLineTax(rate({ name, category: null })));
const alone = (['E', 'AE', 'K', 'G', 'O'] as const).map((category) =>
  toLineTax(rate({ name: `At zero ${category}`, rate: '0.00', category, exemptionReason: 'x' })),
);

describe('a tax that is chosen', () => {
  test('keeps the country that its rate names, and none where that is the business’s', () => {
    expect(toLineTax(rate({ country: 'CH' }))).toEqual({ ...full, country: 'CH' });
    expect(full).not.toHaveProperty('country');
  });

  test('stands beside those of other names, compound ones last', () => {
    if (!gst || !qst) throw new Error('No taxes');
    expect(withTax([gst], qst)).toEqual([gst, qst]);
    const compound = { ...gst, compound: true };
    expect(withTax([compound], qst)).toEqual([qst, compound]);
    const zero = toLineTax(rate({ name: 'Zero', rate: '0.00', category: 'Z' }));
    expect(withTax([gst], zero)).toEqual([gst, zero]);
  });

  test('replaces another rate of its name', () =>
    expect(withTax([full], reduced)).toEqual([reduced]));

  test.each(alone.map((tax) => [tax.category, tax] as const))(
    'of category %s replaces every other, and gives way to any',
    (_, tax) => {
      expect(withTax([full, ...(gst ? [gst] : [])], tax)).toEqual([tax]);
      expect(withTax([tax], full)).toEqual([full]);
      for (const other of alone) expect(withTax([tax], other)).toEqual([other]);
    },
  );
});

describe('the taxes of a new line', () => {
  test('never have an exemption beside a rate, though both are marked for new lines', () => {
    const exempt = rate({ id: 2, name: 'Exempt', rate: '0.00', category: 'E', isDefault: true });
    const rates = () => [rate({ isDefault: true }), exempt];
    expect(newLineTaxes(null, { rates })).toEqual([toLineTax(exempt)]);
  });
});

describe('what a new document begins with', () => {
  const defaults = {
    invoiceDueDays: 14,
    invoiceNotes: 'Thank you.',
    invoiceTerms: 'Late payments cost 2%.',
    estimateExpiryDays: 7,
    estimateNotes: 'Prices hold.',
    estimateTerms: 'Half in advance.',
  };
  const begin = (kind: typeof invoiceKind, own = NO_DEFAULTS) => {
    const business = { ...UNKNOWN_BUSINESS, defaults: own };
    const begun = withDefaults(kind, business);
    const draft = newDraft(begun, '2026-11-20', 'X-1', null, business);
    return { draft, store: createEditorStore(draft, begun, undefined, business) };
  };

  test('is what the specification says where the business is silent', () => {
    expect(begin(invoiceKind).draft).toMatchObject({
      endDate: '2026-12-20',
      notes: '',
      terms: '',
    });
    expect(begin(estimateKind).draft).toMatchObject({
      endDate: '2026-12-20',
      notes: '',
      terms: 'This estimate is valid for 30 days from the issue date.',
    });
  });

  test('is what the business says', () => {
    expect(begin(invoiceKind, defaults).draft).toMatchObject({
      endDate: '2026-12-04',
      notes: 'Thank you.',
      terms: 'Late payments cost 2%.',
    });
    expect(begin(estimateKind, defaults).draft).toMatchObject({
      endDate: '2026-11-27',
      notes: 'Prices hold.',
      terms: 'Half in advance.',
    });
    const today = begin(invoiceKind, { ...NO_DEFAULTS, invoiceDueDays: 0 }).draft;
    expect(today.endDate).toBe('2026-11-20');
  });

  test('names the days of the business in the terms that nobody wrote', () => {
    const { draft, store } = begin(estimateKind, { ...NO_DEFAULTS, estimateExpiryDays: 7 });
    expect(draft.terms).toBe('This estimate is valid for 7 days from the issue date.');
    store.setField('endDate', '2026-11-21');
    expect(store.getState().draft.terms).toBe(
      'This estimate is valid for 1 day from the issue date.',
    );
  });

  test('follows the issue date by the days of the business, and gives way to what is typed', () => {
    const { store } = begin(invoiceKind, defaults);
    store.setField('terms', 'In advance');
    store.setField('issueDate', '2026-11-21');
    store.setCustomer({ id: 1, name: 'Marta', company: null, email: null });
    expect(store.getState().draft).toMatchObject({ endDate: '2026-12-05', terms: 'In advance' });
    store.setField('endDate', '2026-12-31');
    store.setField('issueDate', '2026-11-22');
    expect(store.getState().draft.endDate).toBe('2026-12-31');
  });

  test('is nothing of the business on a credit note, which is not due', () => {
    expect(begin(creditNoteKind, defaults).draft).toMatchObject({
      endDate: '',
      notes: '',
      terms: '',
    });
  });
});
