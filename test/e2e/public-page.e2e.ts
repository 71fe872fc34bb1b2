import { beforeAll, describe, expect, test } from 'vitest';
import { formatDate, parseCalendarDate } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let invoices: Record<'sent' | 'paid' | 'overdue' | 'draft', InvoiceDetail>;

beforeAll(async () => {
  owner = await signUp(server, 'Nora Field');
  const customer = await owner.addCustomer();
  const make = (status: string, dueDate = daysFromNow(30)) =>
    owner.addInvoice(customer.id, { status, issueDate: daysFromNow(-40), dueDate });
  invoices = {
    sent: await make('sent'),
    paid: await make('paid'),
    overdue: await make('overdue', daysFromNow(-3)),
    draft: await make('draft'),
  };
});

let numbers = 1_000_000;

/** A document with all that makes one wide: amounts, three taxes, discounts, long words. */
async function wide(kind: 'invoice' | 'estimate', currency: string): Promise<{ publicId: string }> {
  const { id: customerId } = await owner.addCustomer();
  const taxes = ['Goods and services tax', 'Taxe de vente du Québec', 'Accommodation tax'].map(
    (name) => ({ name, rate: '9.975', category: 'S' }),
  );
  const price = { JPY: '72500000', KWD: '12345.678901', IDR: '98765432.5' }[currency];
  return owner.call('POST', `/api/${kind}s`, {
    customerId,
    [`${kind}Number`]: `${currency}-2026-${(numbers += 1)}`,
    issueDate: daysFromNow(-2),
    [kind === 'invoice' ? 'dueDate' : 'expiryDate']: daysFromNow(20),
    status: 'sent',
    currency,
    taxRate: '0',
    exchangeRate: { rate: '0.0123456789', date: daysFromNow(-2), source: 'Bank' },
    supplyDate: daysFromNow(-3),
    servicePeriod: { from: '2025-12-15', to: '2026-01-14' },
    discounts: [{ reason: 'Returning customer of many years', percent: '10' }],
    charges: [{ reason: 'Freight and insurance to the place of delivery', percent: '2.5' }],
    lineItems: ['Consultation and documentation of the migration', 'Unbrokenword'.repeat(9)].map(
      (description) => ({
        description,
        quantity: '1234.125',
        unitPrice: price,
        unit: 'hour',
        discountPercent: '12.5',
        itemCode: '998314-ABC-DEF-GHI',
        taxes,
      }),
    ),
  });
}

const NOT_FOUND = 'The invoice you’re looking for doesn’t exist or has been removed.';

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('an invoice says what it is for and how it stands; what is not there is not found', async () => {
    const { page } = await visit({ url: server.url, screen });
    const { invoiceNumber, publicId, issueDate, dueDate } = invoices.sent;
    await page.goto(`/pay-invoice/${publicId}`);
    await page.getByRole('heading', { level: 1, name: `Invoice ${invoiceNumber}` }).waitFor();
    const words = await page.locator('body').innerText();
    for (const word of [
      'SENT',
      'Nora Field',
      'Garden plan',
      '1 × $100.00',
      'Tax (7.0%)',
      '$7.00',
      '$107.00',
      'Payment Not Available',
      'Harbor & Pine Coffee',
      'Attn. Marta Lindqvist',
      formatDate(parseCalendarDate(issueDate) ?? ''),
      formatDate(parseCalendarDate(dueDate) ?? ''),
    ]) {
      expect(words).toContain(word);
    }
    expect(words).not.toContain('harborandpine');

    await page.goto(`/pay-invoice/${invoices.paid.publicId}`);
    await page.getByText('PAID', { exact: true }).waitFor();
    expect(await page.getByText('Payment Not Available').count()).toBe(0);
    await page.getByRole('link', { name: 'Download PDF Invoice' }).first().waitFor();

    await page.goto(`/pay-invoice/${invoices.overdue.publicId}`);
    await page.getByText('OVERDUE', { exact: true }).waitFor();
    await page.getByText(/3 days ago/).waitFor();

    const paths = ['0'.repeat(32), invoices.draft.publicId, String(invoices.sent.id), 'x'];
    for (const path of paths) {
      await page.goto(`/pay-invoice/${path}`);
      await page.getByRole('heading', { level: 1, name: 'Invoice Not Found' }).waitFor();
      await page.getByText(NOT_FOUND).waitFor();
      const answer = await page.request.get(`/api/public/invoice/${path}`);
      expect(answer.status()).toBe(404);
      expect((await page.request.get(`/api/public/invoice/${path}/pdf`)).status()).toBe(404);
    }
  });
});

describe.each(screens([]))('in any script and width, on the %s', (screen) => {
  test.each(['JPY', 'KWD', 'IDR'])('nothing is wider than the page: %s', async (currency) => {
    const addresses = [
      `/pay-invoice/${(await wide('invoice', currency)).publicId}`,
      `/view-estimate/${(await wide('estimate', currency)).publicId}`,
    ];
    const { page } = await visit({ url: server.url, screen });
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: currency }).waitFor();
      // Of a window beside the panel, and of the smallest phone.
      for (const width of screen === 'phone' ? [390, 320] : [1440, 900]) {
        await page.setViewportSize({ width, height: 844 });
        const beyond = await page.evaluate(() => {
          const sheet = document.querySelector('main table')?.parentElement;
          const margin = sheet?.getBoundingClientRect().right ?? 0;
          const places = (inside: string) =>
            [...document.querySelectorAll(inside)].map((each) => each.getBoundingClientRect());
          return [
            ...places('main *').filter(({ right }) => right > margin + 0.5 && right > 0),
            ...places('aside *').filter(({ right }) => right > window.innerWidth),
          ].length;
        });
        expect({ address, width, beyond }).toEqual({ address, width, beyond: 0 });
      }
    }
  });

  test('words of any script begin where their column does', async () => {
    const writer = await signUp(server, 'استوديو فاطمة');
    const customer = await writer.addCustomer({ name: 'يوسف العلي', company: 'مطبعة النور' });
    const { publicId } = await writer.addInvoice(customer.id, {
      poNumber: 'أمر شراء 77',
      notes: 'شكراً لتعاملكم معنا.\nPlease quote the number.',
      terms: 'תשלום תוך שלושים יום',
      discounts: [{ reason: 'خصم', amount: '1.25' }],
      lineItems: [
        { description: 'تصميم شعار (Logo & brand)', quantity: '1', unitPrice: '100' },
        { description: 'تصميم وطباعة كتيب تعريفي '.repeat(8), quantity: '1', unitPrice: '100' },
        { description: 'Hosting', quantity: '1', unitPrice: '100' },
      ],
    });
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${publicId}`);
    await page.getByText('مطبعة النور').waitFor();
    const places = await page.evaluate(() => {
      const left = (each: Element | null) => Math.round(each?.getBoundingClientRect().left ?? -1);
      const texts = [...document.querySelectorAll('main [dir="auto"], main bdi')];
      const amounts = [...document.querySelectorAll('main tr, main dl dd[dir="ltr"]')];
      return {
        // The number follows the title's word in its line, and the business's name a button's words.
        astray: texts.filter(
          (each) => !each.closest('h1, button') && left(each) !== left(each.parentElement),
        ).length,
        amounts: amounts.flatMap((each) =>
          each.matches('dd')
            ? [getComputedStyle(each).direction]
            : [...each.querySelectorAll('td + td')].map((td) => getComputedStyle(td).direction),
        ),
      };
    });
    expect(places.astray).toBe(0);
    expect(new Set(places.amounts)).toEqual(new Set(['ltr']));
  });
});

describe.each(screens([], ['desktop']))('without an answer, on the %s', (screen) => {
  test('an answer that does not come can be asked for again', async () => {
    const visitor = await visit({ url: server.url, screen });
    const { page } = visitor;
    visitor.expectOutage();
    let fails = true;
    await page.route('**/api/public/invoice/*', (route) =>
      fails ? route.abort() : route.continue(),
    );
    await page.goto(`/pay-invoice/${invoices.sent.publicId}`);
    await page.getByRole('heading', { level: 1, name: 'Invoice Not Found' }).waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('SENT', { exact: true }).waitFor();
  });
});
