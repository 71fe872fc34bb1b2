import { describe, expect, it } from 'vitest';
import type { LineTax } from './line-content.ts';
import { lineItemSchema, taxAnswer } from './line-content.ts';
import type { RevisionBody } from './revision-body.ts';
import { revisionBodySchema } from './revision-body.ts';
import { listRevisionChanges } from './revision-changes.ts';

type Line = RevisionBody['content']['lineItems'][number];

const TAX: LineTax = {
  name: 'VAT',
  rate: '19.0000',
  category: 'S',
  compound: false,
  exemptionReason: null,
  registrationNumber: null,
};
const LINE: Line = {
  description: 'Design',
  quantity: '2.00',
  unit: 'hour',
  unitPrice: '100.00',
  discountPercent: '10.00',
  discountAmount: null,
  itemCode: 'WEB-6',
  servicePeriod: { from: '2026-11-01', to: '2026-11-15' },
  taxes: [TAX],
  discount: '20.00',
  total: '180.00',
  net: '180.00',
  tax: '34.20',
  gross: '214.20',
};
const CHARGE = { reason: 'Courier', percent: null, amount: '9.00', taxes: [TAX] };
const CONTACT = {
  email: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
};
const BODY = {
  kind: 'invoice' as const,
  schema: 1 as const,
  template: 1,
  revision: { number: 1, issuedAt: '2026-11-20T10:00:00.000Z', date: '2026-11-20', replaces: null },
  publicId: '0'.repeat(32),
  seller: {
    businessName: 'Quill',
    contactName: null,
    ...CONTACT,
    website: null,
    taxNumber: null,
    vatId: null,
  },
  customer: { name: 'Ada', company: null, ...CONTACT, vatId: null },
  look: { theme: 'classic', primary: '#333333', accent: '#0079f2' },
  logo: null,
  language: { lang: 'en', dir: 'ltr' as const, han: 'zh' as const },
  paper: 'a4' as const,
  content: {
    customerId: 1,
    invoiceNumber: 'INV-1',
    poNumber: null,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    pricesIncludeTax: false,
    discounts: [],
    charges: [CHARGE],
    exchangeRate: null,
    supplyDate: null,
    servicePeriod: null,
    deliveryAddress: null,
    buyerReference: null,
    taxRate: '0.00',
    taxAmount: '35.91',
    notes: null,
    terms: null,
    subtotal: '189.00',
    total: '224.91',
    lineTotal: '180.00',
    discountTotal: '0.00',
    chargeTotal: '9.00',
    taxTotals: [{ ...TAX, base: '189.00', amount: '35.91' }],
    roundingIncrement: null,
    rounding: '0.00',
    lineItems: [LINE],
  },
};

const body = (content: object = {}, rest: object = {}): RevisionBody =>
  revisionBodySchema.parse({ ...BODY, ...rest, content: { ...BODY.content, ...content } });
const changed = (content: object, rest?: object) =>
  listRevisionChanges(body(), body(content, rest));
const changedLine = (change: Partial<Line>) => changed({ lineItems: [{ ...LINE, ...change }] });

/** Another value of each field that a line says itself: without one for a new field, nothing compiles. */
const OTHER_LINE: Omit<Line, 'net' | 'tax' | 'gross'> = {
  description: 'Print',
  quantity: '3.00',
  unit: 'day',
  unitPrice: '100.001',
  discountPercent: '12.5000',
  discountAmount: '20.00',
  itemCode: 'WEB-7',
  servicePeriod: { from: '2026-11-01', to: '2026-11-16' },
  taxes: [],
  discount: '21.00',
  total: '179.00',
};
const OTHER_TAX: LineTax = {
  name: 'TVA',
  rate: '20.0000',
  category: 'Z',
  compound: true,
  exemptionReason: 'Art. 132',
  registrationNumber: 'DE 4711',
  country: 'FR',
};

describe('a revision tells in words', () => {
  it('nothing where nothing differs', () => expect(changed({})).toEqual([]));

  it.each(Object.entries(OTHER_LINE))('another %s of a line', (name, value) => {
    const changes = changedLine({ [name]: value });
    expect(changes).not.toEqual([]);
    for (const { before, after } of changes) expect(after).not.toBe(before);
  });

  it.each(['itemCode', 'unit', 'servicePeriod', 'discountPercent'])(
    'that a line has no %s any more',
    (name) => {
      const [change] = changedLine({ [name]: null });
      expect(change?.after).not.toBe(change?.before);
    },
  );

  it.each(Object.entries(OTHER_TAX))('another %s of a line’s tax', (name, value) => {
    const other = { ...TAX, [name]: value };
    const changes = changedLine({ taxes: [other] });
    expect(changes).not.toEqual([]);
    for (const { before, after } of changes) expect(after).not.toBe(before);
    const ofCharge = changed({ charges: [{ ...CHARGE, taxes: [other] }] });
    expect(ofCharge).not.toEqual([]);
    for (const { before, after } of ofCharge) expect(after).not.toBe(before);
  });

  it('of a line every field that there is', () => {
    const own = Object.keys(lineItemSchema.omit({ id: true, itemId: true }).shape);
    expect([...Object.keys(OTHER_LINE), 'net', 'tax', 'gross'].toSorted()).toEqual(own.toSorted());
    expect(Object.keys(OTHER_TAX).toSorted()).toEqual(Object.keys(taxAnswer.shape).toSorted());
  });

  it('a registration number, and beside another price a reason', () => {
    expect(changedLine({ taxes: [{ ...TAX, registrationNumber: 'DE 4711' }] })).toEqual([
      {
        field: 'Line 1, taxes',
        before: 'VAT 19%: Standard or reduced rate',
        after: 'VAT 19%: Standard or reduced rate, no. DE 4711',
      },
    ]);
    const exempt = { ...TAX, rate: '0.0000', category: 'E' as const };
    const [before, after] = ['Art. 132', 'Art. 135'].map((exemptionReason) => ({
      ...LINE,
      taxes: [{ ...exempt, exemptionReason }],
    }));
    expect(
      listRevisionChanges(
        body({ lineItems: [before] }),
        body({ lineItems: [{ ...after, unitPrice: '110.00', total: '198.00' }] }),
      ).map(({ field, after: now }) => [field, now]),
    ).toEqual([
      ['Line 1', 'Design (WEB-6 · Nov 01 – 15, 2026 · VAT 0%): 2 hours × €110.00 − 10% = €198.00'],
      ['Line 1, taxes', 'VAT 0%: Exempt, Art. 135'],
    ]);
  });

  it('how else a line is kept where its words are the same', () => {
    expect(changedLine({ discountAmount: '0.00' })).toEqual([
      { field: 'Line 1, discount amount', before: null, after: '0.00' },
    ]);
  });

  it('whether a charge has taxes of its own', () => {
    expect(changed({ charges: [{ ...CHARGE, taxes: null }] })).toContainEqual({
      field: 'Charges',
      before: 'Courier €9.00 (VAT 19%)',
      after: 'Courier €9.00',
    });
    expect(changed({ charges: [{ ...CHARGE, taxes: [] }] })[0]?.after).toBe(
      'Courier €9.00 (no tax)',
    );
  });

  it('what the total is rounded to, another record of the same customer, and the paper', () => {
    expect(changed({ roundingIncrement: '0.05' })).toEqual([
      { field: 'Rounding increment', before: null, after: '0.05' },
    ]);
    expect(changed({ customerId: 2 })).toEqual([
      { field: 'Customer’s record', before: '1', after: '2' },
    ]);
    expect(changed({}, { paper: 'us-letter' })).toEqual([
      { field: 'Paper', before: 'A4', after: 'US Letter' },
    ]);
  });
});
