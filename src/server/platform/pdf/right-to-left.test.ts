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
