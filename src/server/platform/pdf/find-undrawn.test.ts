import { expect, it } from 'vitest';
import { sampleDocument } from '../../../../test/pdf/sample-document.ts';
import { DOCUMENT_THEMES } from '../../../shared/documents/document-data.ts';
import { findUndrawn } from './find-undrawn.ts';

it('names what no face can draw, and where it stands', async () => {
  const line = { quantity: '1', unitPrice: '1' };
  const found = await findUndrawn(
    sampleDocument(
      0,
      {
        lineItems: [
          { ...line, description: 'Table' },
          { ...line, description: 'მაგიდა და სკამი, «2»' },
        ],
        discounts: [{ reason: 'തേക്ക്', percent: '10', amount: '' }],
        poNumber: 'Բ-12',
        notes: 'Thank you 🙏🏽\nមួយ',
      },
      {},
      { address: 'Rruga 1 \u{13000}' },
    ),
  );
  expect(found).toEqual([
    { place: 'the address of the customer', characters: ['\u{13000}'] },
    { place: 'PO number', characters: ['Բ'] },
    { place: 'the description of line 2', characters: ['მ', 'ა', 'გ', 'ი', 'დ'] },
    { place: 'the totals', characters: ['ത', 'േ', 'ക', '്'] },
    { place: 'Notes', characters: ['ម', 'ួ', 'យ'] },
  ]);
});

it.each([
  Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join(''),
  'Łódź, Ébénisterie, Straße, Ǻngström e\u0301 q\u0301',
  'Ελλάδα, Україна, Қазақстан',
  'שולחן עִבְרִית, طاولة، می\u200cخواهم',
  'हिन्दी क्षेत्र, ภาษาไทย น้ำ',
  '中文發票, 日本語の請求書 ㈱, 한국어 청구서',
  '€ £ ₪ ₹ ₺ ₽ ₿ ½ № ™ → ✓ ≥ ① “quoted” … –',
  '😀 👩\u200d💻 🇩🇪 1\ufe0f\u20e3 ❤\ufe0f',
  'soft\u00adhyphen, zero\u200bwidth, \u202eoverride\u202c, tab\t',
])('has nothing to say of %j', async (notes) => {
  for (const theme of DOCUMENT_THEMES) {
    expect(await findUndrawn({ ...sampleDocument(1, { notes }), theme })).toEqual([]);
  }
});

it('tells five places of five characters at most', async () => {
  const description = 'აბგდევზთ';
  const lineItems = Array.from({ length: 8 }, () => ({
    description,
    quantity: '1',
    unitPrice: '1',
  }));
  const found = await findUndrawn(sampleDocument(0, { lineItems }));
  expect(found.map(({ characters }) => characters.length)).toEqual([5, 5, 5, 5, 5]);
});
