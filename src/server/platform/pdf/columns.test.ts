import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDocument } from '../../../../test/pdf/sample-document.ts';
import { findOverlaps, readWordBoxes } from '../../../../test/pdf/word-boxes.ts';
import { isRest } from '../../../../test/run.ts';
import type { DocumentTheme } from '../../../shared/documents/document-data.ts';
import { DOCUMENT_THEMES } from '../../../shared/documents/document-data.ts';
import type { PdfEngine } from './open-pdf-engine.ts';
import { openPdfEngine } from './open-pdf-engine.ts';

let engine: PdfEngine;
beforeAll(() => {
  engine = openPdfEngine({ processes: 2 });
  return engine.ready();
});
afterAll(() => engine.close());

const createdAt = new Date('2026-11-20T10:00:00Z');

/** The pages' side margins, in points. */
const MARGINS: Record<DocumentTheme, number> = {
  classic: 65.2,
  modern: 48.2,
  elegant: 59.5,
  minimal: 62.4,
  creative: 48.2,
};
const WIDTHS = { France: 595.3, USA: 612 };

interface Ledger {
  taxes: number;
  unit: boolean;
  discount: boolean;
  itemCode: boolean;
  /** A currency and the price of a line in it. */
  price: readonly [currency: string, amount: string];
  isRtl?: boolean;
}

/** The longest that documents hold in a currency of two decimals, in one of three, and in one of small units. */
const PRICES = [
  ['USD', '29999999.99'],
  ['KWD', '29999999.999'],
  ['IDR', '9999999999.99'],
  ['USD', '85.50'],
] as const;

function ledgerDocument({ taxes, unit, discount, itemCode, price, isRtl = false }: Ledger) {
  const [currency, unitPrice] = price;
  const carried = Array.from({ length: taxes }, (_, index) => ({
    name: `Tax${index}`,
    rate: `${index + 1}.975`,
    category: null,
    compound: false,
  }));
  const lineItems = ['Brand strategy workshop, two days on site', 'Retouching'].map((text) => ({
    description: isRtl ? 'تصميم الهوية البصرية' : text,
    quantity: '1',
    unitPrice,
    unit: unit ? 'flat rate' : null,
    discountAmount: discount
      ? unitPrice.replace(/^\d+/, (whole) => `${Number(whole) / 3 - 1}`.split('.')[0] ?? '')
      : null,
    itemCode: itemCode ? 'WEB-DEVELOPMENT-AND-HOSTING-2026-11/0001' : null,
    taxes: carried,
  }));
  return {
    currency,
    businessCurrency: currency,
    taxRate: '0',
    lineItems,
    discounts: discount ? [{ reason: isRtl ? 'خصم' : '', percent: '10', amount: '' }] : [],
    charges: discount ? [{ reason: 'Courier and handling', percent: '', amount: '1.5' }] : [],
    ...(isRtl && { notes: 'شكرا لكم', terms: 'الدفع خلال ثلاثين يوما' }),
  };
}

const draw = async (theme: DocumentTheme, country: keyof typeof WIDTHS, ledger: Ledger) => {
  const business = ledger.isRtl ? { businessName: 'استوديو المرفأ', contactName: '' } : {};
  const document = sampleDocument(0, ledgerDocument(ledger), { country, ...business });
  const pdf = await engine.pdf({ ...document, theme }, { createdAt });
  return { document, words: readWordBoxes(pdf) };
};

/** 1 to 8 taxes with each price; units, discounts, codes and papers in turn, so that all pairs occur. */
const LEDGERS = Array.from({ length: 8 }, (_, index) => index + 1).flatMap((taxes) =>
  PRICES.flatMap((price, turn) =>
    [true, false].map((many) => ({
      taxes,
      price,
      unit: many || (taxes + turn) % 2 === 0,
      discount: many || (taxes + turn) % 3 === 0,
      itemCode: many === (turn % 2 === 0),
      isRtl: many && taxes % 4 === 0,
    })),
  ),
);

/** In the default run each in one theme; `npm run test:all` draws each in every theme. */
const ledgersOf = (theme: DocumentTheme) =>
  LEDGERS.filter(
    (_, index) => isRest || index % DOCUMENT_THEMES.length === DOCUMENT_THEMES.indexOf(theme),
  );

describe.each(DOCUMENT_THEMES)('a ledger of many columns in %s', (theme) => {
  it('prints nothing outside the page’s margins, nothing over anything else, and loses nothing', async () => {
    const faults: unknown[] = [];
    for (const [index, ledger] of ledgersOf(theme).entries()) {
      const country = index % 3 === 0 ? 'USA' : 'France';
      const { document, words } = await draw(theme, country, ledger);
      expect(document.dir).toBe(ledger.isRtl ? 'rtl' : 'ltr');
      const [left, right] = [MARGINS[theme], WIDTHS[country] - MARGINS[theme]];
      // Large type hangs out of its line by its side bearing.
      const outside = words.filter((word) => word.left < left - 3 || word.right > right + 3);
      // What stands in lines is read with what stands beside it: each part of it is there.
      const text = words.map((word) => word.text).join('');
      const figures = [...document.totals, document.grand].map(([, amount]) => amount);
      const lost = [...document.items.flatMap((item) => item.slice(1)), ...figures]
        .flatMap((figure) => figure.split(' '))
        .filter((part) => !text.includes(part.replaceAll(/\s/g, '')));
      const overlaps = findOverlaps(words);
      if (outside.length + overlaps.length + lost.length > 0) {
        faults.push({ ledger, country, outside, overlaps, lost });
      }
    }
    expect(faults).toEqual([]);
  });
});
