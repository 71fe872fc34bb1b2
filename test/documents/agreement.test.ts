import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { estimateDocument } from '../../src/shared/documents/estimate-document.ts';
import { invoiceDocument } from '../../src/shared/documents/invoice-document.ts';
import { storedSheet } from '../../src/shared/documents/sheet-of-content.ts';
import type {
  DocumentTotals,
  PricedDocument,
  TaxTotal,
} from '../../src/shared/documents/totals.ts';
import { computeTotals } from '../../src/shared/documents/totals.ts';
import { typedSheet } from '../../src/shared/documents/typed-sheet.ts';
import { typedTotals } from '../../src/shared/documents/typed-totals.ts';
import { CURRENCIES } from '../../src/shared/money/currencies.ts';
import { formatMoney, money } from '../../src/shared/money/money.ts';
import { customaryIncrement } from '../../src/shared/money/rounding-increment.ts';
import { findTaxesFault } from '../../src/shared/taxes/check-taxes.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import { countDocuments, documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';
import { plainDocument, taxedDocument } from './random-documents.ts';

const REASON = 'Exempt by article 44';

/** A document as its form has it: what was typed, and what the call is sent, are the same texts. */
function asForm(document: PricedDocument) {
  const adjustment = ({ percent = '', amount = '' }) => ({ reason: '', percent, amount });
  const taxes = (all: PricedDocument['lines'][number]['taxes']) =>
    (all ?? []).map((tax) => ({ ...tax, exemptionReason: tax.category === 'E' ? REASON : null }));
  return {
    currency: document.currency,
    // Where it is absent, the business decides.
    ...(document.roundingIncrement == null
      ? {}
      : { roundingIncrement: document.roundingIncrement }),
    pricesIncludeTax: document.pricesIncludeTax ?? false,
    taxRate: document.taxRate ?? '0',
    taxAmount: document.flatTax ?? '0',
    discounts: (document.discounts ?? []).map(adjustment),
    charges: (document.charges ?? []).map((each) => ({
      ...adjustment(each),
      taxes: each.taxes ? taxes(each.taxes) : null,
    })),
    lineItems: document.lines.map((line, index) => ({
      description: `Line ${index + 1}`,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discountPercent: line.discountPercent ?? null,
      discountAmount: line.discountAmount ?? null,
      taxes: taxes(line.taxes),
    })),
  };
}

/** What every reader of a document must agree on. */
const pickFigures = (
  totals: Omit<DocumentTotals, 'lines' | 'discounts' | 'charges' | 'taxTotals'>,
) => ({
  lineTotal: totals.lineTotal,
  discountTotal: totals.discountTotal,
  chargeTotal: totals.chargeTotal,
  subtotal: totals.subtotal,
  taxAmount: totals.taxAmount,
  rounding: totals.rounding,
  total: totals.total,
});

/** The taxes of a document can stand together as far as their categories go. */
const isAllowed = (document: PricedDocument) => {
  const placed = [...document.lines, ...(document.charges ?? [])].map(({ taxes = [] }) => ({
    path: 'taxes',
    taxes: taxes.map((tax) => ({ ...tax, exemptionReason: REASON })),
  }));
  return !findTaxesFault(placed, { sellerVatId: 'DE1', buyerVatId: 'FR2' });
};

const BUSINESS = { businessName: 'Quill' };
const ROUNDED = CURRENCIES.flatMap((currency) => {
  const increment = customaryIncrement(currency);
  return increment === undefined ? [] : { currency, increment };
});

describeOnDatabase('form, server, stored row and PDF', (db) => {
  let test: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ({ owner, customerId } = await ownerWithCustomer(test));
    await saveProfile(owner, { ...BUSINESS, roundedTotals: ROUNDED });
  });
  afterAll(() => test.close());

  it('come to the same figures for documents by chance, or refuse them alike', async () => {
    const documents = fc.sample(fc.oneof(taxedDocument.filter(isAllowed), plainDocument), {
      numRuns: 60,
      seed: 20_261_123,
    });
    let created = 0;
    for (const [index, document] of documents.entries()) {
      const of = KINDS[index % 2] ?? KINDS[0];
      const form = asForm(document);
      const sheet = typedSheet(of === KINDS[0] ? 'invoice' : 'estimate', form, {
        currency: 'USD',
        roundedTotals: ROUNDED,
      });
      const before = await countDocuments(test, owner);
      const sent = documentForm(of, customerId, {
        ...form,
        discounts: form.discounts.map(withoutEmpty),
        charges: form.charges.map(withoutEmpty),
      });
      const answer = await owner.call('POST', `/api/${of.kind}`, sent);
      if (answer.status !== 201) {
        // What is too large, or has no positive quantity, has no figures in the form either.
        const message = String(answer.body.message);
        expect(message).toMatch(/must be (at most|positive)|cannot be included|sum is above zero/);
        expect(await countDocuments(test, owner)).toEqual(before);
        if (/at most/.test(message)) expect(sheet.figures.total).toBeNull();
        continue;
      }
      created += 1;
      const stored = (await owner.call('GET', `/api/${of.kind}/${answer.body.id}`)).body;
      expect(stored).toEqual(answer.body);
      const { roundingIncrement } = stored;

      const computed = computeTotals({
        ...stored,
        lines: stored.lineItems,
        flatTax: stored.taxAmount,
        // A percentage decides where an amount stands beside it, as answers have both.
        discounts: stored.discounts.map(percentOrAmount),
        charges: stored.charges.map(percentOrAmount),
      });
      expect(pickFigures(stored)).toEqual(pickFigures(computed));
      for (const [place, line] of computed.lines.entries()) {
        expect(stored.lineItems[place]).toMatchObject(line);
      }

      const typed = typedTotals({ ...form, lines: form.lineItems, roundingIncrement });
      expect(pickFigures(stored)).toEqual(pickFigures({ ...computed, ...known(typed) }));
      expect(typed.lineTotals).toEqual(computed.lines.map(({ total }) => total));
      expect(typed.taxTotals.map(bare)).toEqual(stored.taxTotals.map(bare));

      // The form's sheet is the stored one's, to the last word on paper.
      const drawn = draw(of === KINDS[0], storedSheet(nameKind(of), stored));
      const live = draw(of === KINDS[0], { ...sheet, number: stored[of.number] });
      expect(live.totals).toEqual(drawn.totals);
      expect(live.items).toEqual(drawn.items);
      expect(live.columns).toEqual(drawn.columns);
      expect(live.grand).toEqual(drawn.grand);
      expect(drawn.grand).toEqual(['Total', formatMoney(money(stored.total, stored.currency))]);
    }
    expect(created).toBeGreaterThan(25);
  });
});

const nameKind = ({ kind }: (typeof KINDS)[number]) =>
  kind === 'invoices' ? 'invoice' : 'estimate';

type Sheet = Parameters<typeof estimateDocument>[0]['estimate'];
function draw(isInvoice: boolean, sheet: Omit<Sheet, 'status'>) {
  const parties = { customer: { name: 'Marta' }, business: BUSINESS };
  return isInvoice
    ? invoiceDocument({ invoice: { ...sheet, status: 'draft' }, ...parties })
    : estimateDocument({ estimate: { ...sheet, status: 'draft' }, ...parties });
}

const withoutEmpty = (each: object) =>
  Object.fromEntries(Object.entries(each).filter(([, value]) => value !== ''));

const percentOrAmount = ({ percent, amount, taxes }: Record<string, unknown>) => ({
  ...(percent === null ? { amount } : { percent }),
  taxes: taxes ?? undefined,
});

const bare = ({ name, rate, base, amount }: TaxTotal) => ({
  name,
  rate: Number(rate),
  base,
  amount,
});

/** No figure of a document that could be stored is missing in its form. */
function known<T extends object>(totals: T): { [K in keyof T]: NonNullable<T[K]> } {
  expect(Object.entries(totals).filter(([, value]) => value === null)).toEqual([]);
  return totals as { [K in keyof T]: NonNullable<T[K]> };
}
