import { describe, expect, test } from 'vitest';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import { invoiceKind, toInvoiceInput } from '../../features/invoices/editor/invoice-kind.ts';
import type { DocumentDraft } from './document-draft.ts';
import { emptyDraft, newAdjustment, toDraft } from './document-draft.ts';
import { newLine } from './draft-line.ts';
import type { EditorBusiness } from './editor-business.ts';
import { newDraft, UNKNOWN_BUSINESS } from './editor-business.ts';
import { createEditorStore } from './editor-store.ts';
import { toForm } from './to-form.ts';

const customer = { id: 3, name: 'Marta', company: null, email: null };
const vat = {
  name: 'VAT',
  rate: '19.00',
  category: 'S' as const,
  compound: false,
  exemptionReason: null,
  registrationNumber: null,
};
const rate = (values: Partial<TaxRate>): TaxRate => ({
  ...vat,
  country: null,
  id: 1,
  isDefault: true,
  archivedAt: null,
  version: 1,
  createdAt: '',
  updatedAt: '',
  ...values,
});
const business: EditorBusiness = {
  ...UNKNOWN_BUSINESS,
  currency: 'EUR',
  roundedTotals: [{ currency: 'CHF', increment: '0.05' }],
  columns: ['tax'],
  rates: () => [rate({})],
};

const sent = (draft: DocumentDraft, stored?: DocumentDraft, of = business) =>
  JSON.parse(JSON.stringify(toInvoiceInput(toForm(draft, { stored, business: of }))));

const storedInvoice = {
  customerId: 3,
  customer,
  invoiceNumber: 'INV-1',
  poNumber: null,
  status: 'sent',
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  currency: 'EUR',
  supplyDate: null,
  deliveryAddress: null,
  buyerReference: null,
  taxRate: '19.00',
  taxAmount: '19.00',
  notes: null,
  terms: null,
  discounts: [{ reason: null, percent: '10.00', amount: '10.00' }],
  lineItems: [
    {
      id: 7,
      itemId: null,
      description: 'Plan',
      quantity: '1.00',
      unitPrice: '100.00',
      taxes: [vat],
    },
  ],
};

describe('what a save names', () => {
  test('of a plain document is what it always was', () => {
    const lines = [newLine({ description: 'Plan', quantity: '2', unitPrice: '1,200.50' })];
    const draft = { ...emptyDraft(invoiceKind, '2026-11-20', 'INV-1'), customer, lines };
    expect(sent({ ...draft, taxRate: '7' }, undefined, UNKNOWN_BUSINESS)).toEqual({
      customerId: 3,
      invoiceNumber: 'INV-1',
      poNumber: '',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      taxRate: '7.00',
      taxAmount: '0.00',
      notes: '',
      terms: '',
      status: 'draft',
      lineItems: [{ itemId: null, description: 'Plan', quantity: '2.00', unitPrice: '1200.50' }],
    });
  });

  test('of a stored one that nobody touched is no more than its lines and texts', () => {
    const stored = toDraft('invoice', storedInvoice);
    const body = sent(stored, stored);
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'customerId',
        'dueDate',
        'invoiceNumber',
        'issueDate',
        'lineItems',
        'notes',
        'poNumber',
        'status',
        'terms',
      ].toSorted(),
    );
    expect(body.lineItems).toMatchObject([{ id: 7, taxes: [vat] }]);
  });

  test('what was taken away is named as nothing', () => {
    const stored = toDraft('invoice', storedInvoice);
    const lines = stored.lines.map((line) => ({ ...line, taxes: [] }));
    expect(sent({ ...stored, lines, discounts: [] }, stored)).toMatchObject({
      discounts: [],
      taxRate: '0.00',
      lineItems: [{ id: 7, taxes: [] }],
    });
  });

  test('discounts by what they are, and a charge with its own taxes', () => {
    const draft = {
      ...emptyDraft(invoiceKind, '2026-11-20', 'INV-1'),
      customer,
      discounts: [newAdjustment({ value: '7.5.0' }), newAdjustment({ value: ' 7.5 %' })],
      charges: [newAdjustment({ reason: 'Freight', value: '1,200', taxes: [vat] })],
      periodFrom: '2026-11-01',
      periodTo: '2026-11-30',
      exchangeRate: '1.0842',
    };
    expect(sent(draft)).toMatchObject({
      discounts: [
        { reason: null, amount: '7.5.0' },
        { reason: null, percent: '7.50' },
      ],
      charges: [{ reason: 'Freight', amount: '1200.00', taxes: [vat] }],
      servicePeriod: { from: '2026-11-01', to: '2026-11-30' },
      exchangeRate: { rate: '1.0842' },
    });
  });

  test('an exchange rate with the day that it is of, and who says so', () => {
    const rate = { exchangeRate: '1.0842', exchangeDate: '2026-11-18' };
    const draft = { ...emptyDraft(invoiceKind, '2026-11-20', 'INV-1'), customer, ...rate };
    expect(sent(draft)).toMatchObject({ exchangeRate: { rate: '1.0842', date: '2026-11-18' } });
    expect(sent({ ...draft, exchangeDate: '2026-11-19' }, draft)).toMatchObject({
      exchangeRate: { rate: '1.0842', date: '2026-11-19' },
    });
    expect(sent({ ...draft, exchangeSource: 'Bank' }, draft)).toMatchObject({
      exchangeRate: { source: 'Bank' },
    });
    expect(sent(draft, draft)).not.toHaveProperty('exchangeRate');
  });

  test('a currency that the server would not take by itself', () => {
    const draft = emptyDraft(invoiceKind, '2026-11-20', 'INV-1', { currency: 'EUR' });
    expect(sent({ ...draft, customer })).not.toHaveProperty('currency');
    expect(sent({ ...draft, customer: { ...customer, currency: 'USD' } })).toMatchObject({
      currency: 'EUR',
    });
    expect(sent({ ...draft, customer, currency: 'CHF' })).toMatchObject({ currency: 'CHF' });
  });
});

describe('a new document', () => {
  const open = (of = business) =>
    createEditorStore(
      newDraft(invoiceKind, '2026-11-20', 'INV-1', null, of),
      invoiceKind,
      undefined,
      of,
    );

  test('is in the currency of its customer until another one is chosen, and rounded as that is', () => {
    const store = open();
    store.setCustomer({ ...customer, currency: 'CHF' });
    expect(store.getState().draft).toMatchObject({ currency: 'CHF', roundTo: '0.05' });
    expect(store.getState().extras).toEqual(['currency', 'exchangeRate']);
    store.setField('currency', 'JPY');
    expect(store.getState().draft).toMatchObject({ roundTo: null, lines: [{ unitPrice: '0' }] });
    store.setCustomer({ ...customer, currency: 'USD' });
    expect(store.getState().draft.currency).toBe('JPY');
  });

  test('carries the default rates on new lines, or the treatment of its customer', () => {
    const store = open();
    const names = () =>
      store.getState().draft.lines.map(({ taxes }) => taxes.map((tax) => tax.name).join());
    store.changeLines((lines) => [...lines, store.freshLine(), newLine()]);
    expect(names()).toEqual(['VAT', 'VAT', '']);
    const taxExemptionReason = 'Article 196';
    store.setCustomer({ ...customer, taxCategory: 'AE', taxExemptionReason });
    expect(names()).toEqual(['Reverse charge', 'Reverse charge', '']);
    expect(store.getState().draft.lines[0]?.taxes[0]).toMatchObject({
      rate: '0.00',
      category: 'AE',
      exemptionReason: 'Article 196',
    });
    store.setCustomer(customer);
    expect(names()).toEqual(['VAT', 'VAT', '']);
  });

  test('its one rate becomes the rate of its lines with the column, and content keeps its column', () => {
    const store = open({ ...business, columns: [] });
    store.setField('taxRate', '7');
    store.showColumn('tax', true);
    expect(store.getState().draft).toMatchObject({
      taxRate: '0.00',
      lines: [{ taxes: [{ name: 'Tax', rate: '7.00' }] }],
    });
    store.showColumn('tax', false);
    expect(store.getState().columns).toEqual(['tax']);
    store.changeLines((lines) => lines.map((line) => ({ ...line, taxes: [] })));
    store.showColumn('tax', false);
    expect(store.getState().columns).toEqual([]);
  });

  test('typing a text computes no totals anew', () => {
    const store = open();
    const { figures } = store.getState();
    store.setField('notes', 'Thank you');
    expect(store.getState().figures).toBe(figures);
    store.setField('taxRate', '7');
    expect(store.getState().figures).not.toBe(figures);
  });
});
