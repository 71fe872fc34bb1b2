import { expect, test } from 'vitest';
import { idIn, findByNumber } from './resolve-invoice.ts';

const PUBLIC_ID = '0123456789abcdef0123456789abcdef';

test.each([
  ['8', '8'],
  [' 8 ', '8'],
  [PUBLIC_ID, PUBLIC_ID],
  ['/invoices/8', '8'],
  ['https://remit.example/invoices/8?tab=1', '8'],
  [`https://remit.example/pay-invoice/${PUBLIC_ID}`, PUBLIC_ID],
  ['INV-2026-0002', undefined],
  ['0', undefined],
  ['https://remit.example/customers/8', undefined],
])('idIn(%j) is %j', (text, id) => {
  expect(idIn(text)).toBe(id);
});

test('a number is met whole, in any case, and not by a part of it', () => {
  const invoices = [
    { id: 4, invoiceNumber: 'INV-00021' },
    { id: 8, invoiceNumber: 'INV-0002' },
  ];
  expect(findByNumber(invoices, ' inv-0002 ')).toBe('8');
  expect(findByNumber(invoices, 'INV-000')).toBeUndefined();
});
