import { A_LINE } from './a-document.ts';
import type { Refusals } from './refusal.ts';
import { longText } from './refusal.ts';

/** The live document takes what somebody types, and bounds it. */
export const PREVIEW_REFUSALS: Refusals[] = [
  {
    calls: ['invoices.preview', 'estimates.preview', 'creditNotes.preview'],
    accepted: { lineItems: [A_LINE] },
    refused: [
      [{ lineItems: undefined }, 'lineItems', 'lineItems must be a list'],
      [
        { lineItems: Array.from({ length: 5_001 }, () => A_LINE) },
        'lineItems',
        'lineItems must have at most 5,000 entries',
      ],
      [
        { lineItems: [{ ...A_LINE, quantity: longText(41) }] },
        'lineItems.0.quantity',
        'quantity must be at most 40 characters',
      ],
      [{ taxRate: longText(41) }, 'taxRate', 'taxRate must be at most 40 characters'],
      [{ notes: longText(10_001) }, 'notes', 'notes must be at most 10,000 characters'],
      [{ currency: 'EURO' }, 'currency', 'currency must be at most 3 characters'],
      [{ customerId: 0 }, 'customerId', 'customerId must be more than 0'],
      [{ pages: [0] }, 'pages.0', 'pages.0 must be at least 1'],
      [{ pages: [501] }, 'pages.0', 'pages.0 must be at most 500'],
      [{ pages: [1, 2, 3, 4, 5, 6] }, 'pages', 'pages must have at most 5 entries'],
      [
        { style: { pdfTheme: 'neon', pdfPrimaryColor: '#111111' } },
        'style.pdfAccentColor',
        'pdfAccentColor must be text',
      ],
      [{ id: 'x' }, 'id', 'id must be the number of a record'],
    ],
  },
  {
    calls: ['invoices.preview'],
    accepted: { lineItems: [] },
    refused: [
      [{ status: 'void' }, 'status', 'status must be one of draft, sent, paid, overdue'],
      [
        { installments: Array.from({ length: 25 }, () => ({})) },
        'installments',
        'installments must have at most 24 entries',
      ],
    ],
  },
];
