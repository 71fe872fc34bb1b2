import { expect, it } from 'vitest';
import { taxRemarks } from './sheet-figures.ts';
import { typedSheet } from './typed-sheet.ts';

const terms: Parameters<typeof typedSheet>[2] = { currency: 'USD', roundedTotals: [] };

it('a form that is being typed keeps the figures that it has', () => {
  const lineItems = [
    { description: 'Design', quantity: '2.00', unitPrice: '1200.50' },
    { description: 'Print', quantity: '3.00', unitPrice: 'abc' },
    { description: 'Later', quantity: '', unitPrice: '' },
  ];
  const form = { lineItems, taxRate: '7.00', issueDate: '2026-1' };
  expect(typedSheet('invoice', form, terms)).toMatchObject({
    number: '',
    issueDate: '',
    endDate: '',
    references: [],
    remarks: [],
    currency: 'USD',
    figures: { lineTotal: null, subtotal: null, taxRate: '7.00', taxAmount: null, total: null },
    lineItems: [
      { description: 'Design', quantity: '2.00', unitPrice: '1200.50', total: '2401.00' },
      { description: 'Print', quantity: '3.00', unitPrice: null, total: null },
      { description: 'Later', quantity: '0.00', unitPrice: '0.00', total: '0.00' },
    ],
  });
  const good = lineItems.filter(({ unitPrice }) => unitPrice !== 'abc');
  expect(typedSheet('invoice', { lineItems: good, taxRate: '7.00' }, terms).figures).toMatchObject({
    taxAmount: '168.07',
    total: '2569.07',
  });
});

it('a sum that hangs on what cannot be read is not told, and the others are', () => {
  const vat = { name: 'VAT', rate: '19', category: 'S' as const, compound: false };
  const line = { description: 'Design', quantity: '1', unitPrice: '100' };
  const figures = (change: Partial<Parameters<typeof typedSheet>[1]>) =>
    typedSheet('invoice', { lineItems: [{ ...line, taxes: [vat] }], ...change }, terms).figures;
  expect(figures({})).toMatchObject({ subtotal: '100.00', taxAmount: '19.00', total: '119.00' });
  const discounts = [{ reason: '', percent: 'ten', amount: '' }];
  expect(figures({ discounts })).toMatchObject({
    lineTotal: '100.00',
    subtotal: null,
    total: null,
  });
  const unread = [{ ...line, taxes: [{ ...vat, rate: '1,9,0' }] }];
  expect(figures({ lineItems: unread })).toMatchObject({
    subtotal: '100.00',
    taxTotals: [],
    taxAmount: null,
    total: null,
  });
  const beyond = [{ ...line, quantity: '99999999', unitPrice: '99999999' }];
  expect(figures({ lineItems: beyond })).toMatchObject({ lineTotal: null, total: null });
});

it('shows yen whole, dinars with three decimals, and what is no currency in the business’s own', () => {
  const lineItems = [{ description: 'Design', quantity: '3', unitPrice: '33.335' }];
  const total = (currency: string) =>
    typedSheet('invoice', { lineItems, currency }, terms).figures.total;
  expect([total('JPY'), total('KWD'), total('USD'), total('XXX'), total('')]).toEqual([
    '100',
    '100.005',
    '100.01',
    '100.01',
    '100.01',
  ]);
});

it('a document that is edited is rounded as it is stored, whatever the profile says since', () => {
  const lineItems = [{ description: 'Design', quantity: '1', unitPrice: '99.98' }];
  const rounded = { currency: 'CHF', roundedTotals: [{ currency: 'CHF', increment: '0.05' }] };
  const exact = { currency: 'CHF', roundedTotals: [] };
  const total = (...[profile, stored]: [typeof terms, Parameters<typeof typedSheet>[3]?]) =>
    typedSheet('invoice', { currency: 'CHF', lineItems }, profile, stored).figures.total;
  expect([total(rounded), total(exact)]).toEqual(['100.00', '99.98']);
  expect(total(rounded, { currency: 'CHF', roundingIncrement: null })).toBe('99.98');
  expect(total(exact, { currency: 'CHF', roundingIncrement: '0.05' })).toBe('100.00');
  // In another currency it is a new document in that.
  expect(total(rounded, { currency: 'USD', roundingIncrement: null })).toBe('100.00');
});

it('says the reason of each line and charge while they are typed', () => {
  const exempt = (exemptionReason: string) => ({
    name: 'VAT',
    rate: '0',
    category: 'E' as const,
    compound: false,
    exemptionReason,
  });
  const sheet = typedSheet(
    'invoice',
    {
      lineItems: ['Care', 'School'].map((reason) => ({
        description: reason,
        quantity: '1',
        unitPrice: '10',
        taxes: [exempt(reason)],
      })),
      charges: [{ reason: '', percent: '', amount: '5', taxes: [exempt('Rent')] }],
    },
    terms,
  );
  expect(taxRemarks(sheet)).toEqual([['Tax', 'Care\nSchool\nRent']]);
});
