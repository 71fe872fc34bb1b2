import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('the report of invoices', (db) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp(db);
  });
  afterAll(() => test.close());

  it('has what each is without its tax, and the tax, beside its total', async () => {
    const ada = await test.signUp();
    const { body: customer } = await ada.call('POST', '/api/customers', { name: 'Harbor' });
    const invoice = async (invoiceNumber: string, values: object) => {
      const answer = await ada.call('POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber,
        issueDate: '2026-11-10',
        dueDate: '2026-12-10',
        status: 'draft',
        ...values,
      });
      expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    };
    const line = { description: 'Design', quantity: '1' };
    await invoice('A-1', { taxRate: '7', lineItems: [{ ...line, unitPrice: '100' }] });
    const tax = { name: 'VAT', rate: '10', category: 'S' };
    await invoice('A-2', {
      currency: 'KWD',
      discounts: [{ percent: '10' }],
      lineItems: [{ ...line, unitPrice: '10', taxes: [tax] }],
    });
    await invoice('A-3', {
      currency: 'JPY',
      pricesIncludeTax: true,
      lineItems: [{ ...line, unitPrice: '1100', taxes: [tax] }],
    });

    await invoice('A-4', {
      currency: 'SEK',
      roundingIncrement: '1',
      lineItems: [{ ...line, unitPrice: '99.37' }],
    });

    const { body } = await ada.call('GET', '/api/reports?reportType=invoices&dateRange=30');
    expect(body.items).toMatchObject([
      { invoiceNumber: 'A-4', amount: '99.00', net: '99.37', tax: '0.00', rounding: '-0.37' },
      { invoiceNumber: 'A-3', amount: '1100', net: '1000', tax: '100', currency: 'JPY' },
      { invoiceNumber: 'A-2', amount: '9.900', net: '9.000', tax: '0.900', currency: 'KWD' },
      { invoiceNumber: 'A-1', amount: '107.00', net: '100.00', tax: '7.00', currency: 'USD' },
    ]);
    const file = await ada.call('GET', '/api/reports/export?reportType=invoices&dateRange=30');
    expect(file.body.slice(1)).toBe(
      'Invoice,Customer,Company,Issue Date,Due Date,Status,Amount,Currency,Net,Tax,Rounding\r\n' +
        'A-4,Harbor,,11/10/2026,12/10/2026,Draft,99.00,SEK,99.37,0.00,-0.37\r\n' +
        'A-3,Harbor,,11/10/2026,12/10/2026,Draft,1100,JPY,1000,100,0\r\n' +
        'A-2,Harbor,,11/10/2026,12/10/2026,Draft,9.900,KWD,9.000,0.900,0.000\r\n' +
        'A-1,Harbor,,11/10/2026,12/10/2026,Draft,107.00,USD,100.00,7.00,0.00\r\n',
    );
  });
});
