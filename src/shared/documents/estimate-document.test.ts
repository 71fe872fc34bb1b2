import { describe, expect, it } from 'vitest';
import type { EstimateStatus } from '../estimates/estimate-status.ts';
import { estimateDocument } from './estimate-document.ts';
import { typedSheet } from './typed-sheet.ts';

const estimate = {
  estimateNumber: 'EST-2026-1177',
  issueDate: '2026-11-20',
  expiryDate: '2026-12-20',
  taxRate: '8.50',
  notes: '',
  terms: 'This estimate is valid for 30 days from the issue date.',
  lineItems: [{ description: 'Design', quantity: '2.50', unitPrice: '480.00' }],
};
const terms = { currency: 'USD', roundedTotals: [] };
const draw = (status: EstimateStatus = 'sent', change: Partial<typeof estimate> = {}) =>
  estimateDocument({
    estimate: { status, ...typedSheet('estimate', { ...estimate, ...change }, terms) },
    customer: { name: 'Dana Whitlock', company: 'Meridian' },
    business: { businessName: 'Harbour & Finch', country: 'USA' },
  });

describe('the document of an estimate', () => {
  it('says what it comes to, until when it holds, and for whom', () => {
    expect(draw()).toMatchObject({
      title: 'Estimate',
      number: 'EST-2026-1177',
      hero: {
        label: 'Estimated total',
        value: '$1,302.00',
        note: 'Valid until Dec 20, 2026',
      },
      to: { label: 'Prepared for', name: 'Meridian', address: ['Attn. Dana Whitlock'] },
      meta: [
        ['Issued', 'Nov 20, 2026'],
        ['Expires', 'Dec 20, 2026'],
      ],
      grand: ['Total', '$1,302.00'],
      remarks: [{ label: 'Terms' }],
    });
  });

  it('has a word for each status but sent, and never a code to pay by', () => {
    const words = (['draft', 'sent', 'accepted', 'rejected', 'expired'] as const).map((status) => {
      const document = draw(status);
      expect(document.pay).toBeUndefined();
      return document.status?.text;
    });
    expect(words).toEqual(['DRAFT', undefined, 'ACCEPTED', 'REJECTED', 'EXPIRED']);
  });

  it('leaves out what is not typed yet', () => {
    const document = draw('sent', { issueDate: '', expiryDate: '' });
    expect(document.meta).toEqual([]);
    expect(document.hero.note).toBe('');
  });
});
