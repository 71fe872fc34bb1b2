import { expect, it } from 'vitest';
import { typedSheet } from './draw-document.ts';

it('a form that is being typed keeps the figures that it has', () => {
  const lineItems = [
    { description: 'Design', quantity: '2.00', unitPrice: '1200.50' },
    { description: 'Print', quantity: '3.00', unitPrice: 'abc' },
    { description: 'Later', quantity: '', unitPrice: '' },
  ];
  const form = { lineItems, taxRate: '7.00', issueDate: '2026-1' };
  expect(typedSheet('invoice', form)).toEqual({
    number: '',
    issueDate: '',
    endDate: '',
    references: [],
    remarks: [],
    subtotal: null,
    taxRate: '7.00',
    taxAmount: null,
    total: null,
    lineItems: [
      { description: 'Design', quantity: '2.00', unitPrice: '1200.50', total: '2401.00' },
      { description: 'Print', quantity: '3.00', unitPrice: null, total: null },
      { description: 'Later', quantity: '0.00', unitPrice: '0.00', total: '0.00' },
    ],
  });
  const good = lineItems.filter(({ unitPrice }) => unitPrice !== 'abc');
  expect(typedSheet('invoice', { lineItems: good, taxRate: '7.00' })).toMatchObject({
    taxAmount: '168.07',
    total: '2569.07',
  });
});
