import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleDocument } from '../../../../test/pdf/sample-document.ts';
import type { WordBox } from '../../../../test/pdf/word-boxes.ts';
import { readWordBoxes } from '../../../../test/pdf/word-boxes.ts';
import { DOCUMENT_THEMES } from '../../../shared/documents/document-data.ts';
import type { PdfEngine } from './open-pdf-engine.ts';
import { openPdfEngine } from './open-pdf-engine.ts';

let engine: PdfEngine;
beforeAll(() => {
  engine = openPdfEngine({ processes: 1 });
  return engine.ready();
});
afterAll(() => engine.close());

const VAT = { name: 'VAT', rate: '5', category: 'S', compound: false } as const;
const BUSINESS = { businessName: 'استوديو المرفأ', contactName: '', country: 'Kuwait' };

const document = (currency: string) => {
  const line = { description: 'تصميم', quantity: '2', unitPrice: '1234.52', taxes: [VAT] };
  return sampleDocument(
    0,
    {
      currency,
      businessCurrency: 'EUR',
      roundedTotals: [{ currency: 'CHF', increment: '0.05' }],
      taxRate: '0',
      lineItems: [
        { ...line, discountAmount: '7.01' },
        { ...line, discountPercent: '10' },
      ],
      discounts: [
        { reason: '', percent: '', amount: '123.45' },
        { reason: 'خصم', percent: '10', amount: '' },
      ],
      charges: [{ reason: 'توصيل', percent: '', amount: '12' }],
      exchangeRate: { rate: '1.0437', date: '2026-11-20' },
      notes: 'شكرا لكم',
      terms: 'الدفع خلال ثلاثين يوما',
      settled: {
        amountPaid: '100.00',
        amountCredited: '0.00',
        amountAdjusted: '0.00',
        amountWrittenOff: '0.00',
      },
    },
    BUSINESS,
  );
};

/** What stands straight to the right of a word. */
const findRightNeighbour = (word: WordBox, words: readonly WordBox[]) =>
  words
    .filter(({ page, top }) => page === word.page && Math.abs(top - word.top) < 2)
    .filter(
      ({ left }) => left >= word.right - 1 && left < word.right + 0.6 * (word.bottom - word.top),
    )
    .toSorted((a, b) => a.left - b.left)[0];

it.each(
  DOCUMENT_THEMES.flatMap((theme) =>
    ['KWD', 'CHF', 'USD'].map((currency) => [theme, currency] as const),
  ),
)('%s sets minus and %s before amounts in right-to-left text', async (theme, currency) => {
  const data = { ...document(currency), theme };
  expect(data.dir).toBe('rtl');
  const amounts = [...data.totals, data.grand].map(([, amount]) => amount);
  const lowered = [...data.items.flat(), ...amounts].filter((text) => text.startsWith('−'));
  // A line's discount, two of the document, what was received, and in francs the rounding.
  expect(lowered).toHaveLength(currency === 'CHF' ? 5 : 4);
  const pdf = await engine.pdf(data, { createdAt: new Date('2026-11-20T10:00:00Z') });
  const words = readWordBoxes(pdf);
  expect(words.filter(({ text }) => /[^−]−/.test(text))).toEqual([]);
  expect(words.filter(({ text }) => text.startsWith('−'))).toHaveLength(lowered.length);
  for (const word of words.filter(({ text }) => /^−?(KWD|CHF)$/.test(text))) {
    // '= 1.0437 EUR' in what the rate is.
    expect(findRightNeighbour(word, words)?.text ?? '').toMatch(/^([\d,]+\.\d+|=$)/);
  }
  // The tax in the business's currency is a sentence, and ends where it is read to.
  const end = words.find(({ text }) => text === '2026).');
  expect(end && findRightNeighbour(end, words)).toBeUndefined();
  expect(end).toBeDefined();
});

const MIXED = 'שולחן עץ דגם A-12, צבע 3';

/** The words of a line from right to left, as they are typed: pdftotext has the letters as they stand. */
const readFromRight = (words: readonly WordBox[], first: WordBox) =>
  words
    .filter(({ page, top }) => page === first.page && Math.abs(top - first.top) < 3)
    .filter(({ left }) => left <= first.left)
    .toSorted((a, b) => b.left - a.left)
    .map(({ text }) => (/[א-ת]/.test(text) ? text.split('').toReversed().join('') : text))
    .map((text) => text.replace(/[,:]/g, ''))
    .filter((text) => text !== '');

it.each(DOCUMENT_THEMES)('%s lays out each paragraph in its own direction', async (theme) => {
  const data = sampleDocument(
    0,
    {
      lineItems: [
        { description: MIXED, quantity: '1', unitPrice: '10' },
        { description: 'Table, model A-12 (שולחן), oak.', quantity: '1', unitPrice: '10' },
      ],
      discounts: [{ reason: MIXED, percent: '', amount: '1' }],
      notes: `Thank you for the trust.\n${MIXED}`,
    },
    { address: MIXED },
    { name: MIXED, company: '' },
  );
  expect(data.dir).toBe('ltr');
  const words = readWordBoxes(await engine.pdf({ ...data, theme }, { createdAt: new Date(0) }));
  const firsts = words.filter(({ text }) => text === 'ןחלוש');
  expect(firsts).toHaveLength(5);
  for (const first of firsts) {
    expect(readFromRight(words, first).slice(0, 6)).toEqual(MIXED.replace(',', '').split(' '));
  }
  // A sentence that begins in English ends on its right, whatever it quotes.
  const end = words.find(({ text }) => text === 'oak.');
  expect(end).toBeDefined();
  expect(end && findRightNeighbour(end, words)).toBeUndefined();
});
