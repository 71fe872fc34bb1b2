import { startSandbox } from '@remit/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import {
  CARDS,
  comeBack,
  openCheckout,
  payByCard,
  payNow,
  seeReceipt,
  takePayments,
} from './checkout.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { rail, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

/** Takes cards alone. */
let marram: Owner;
/** Takes cards and PayPal. */
let northwind: Owner;
let customers: Map<Owner, number>;

beforeAll(async () => {
  [marram, northwind] = await Promise.all([
    signUp(server, 'Isla Marram'),
    signUp(server, 'Ada Quill'),
  ]);
  await takePayments(marram);
  await takePayments(northwind, { stripe: true, paypal: true });
  customers = new Map([
    [marram, (await marram.addCustomer()).id],
    [northwind, (await northwind.addCustomer()).id],
  ]);
});

const invoiceFrom = (owner: Owner, values: object = {}): Promise<InvoiceDetail> =>
  owner.addInvoice(customers.get(owner) ?? 0, values);
const stored = (owner: Owner, { id }: { id: number }): Promise<InvoiceDetail> =>
  owner.call('GET', `/api/invoices/${id}`);

describe.each(screens(['desktop', 'phone']))('on the %s', (screen) => {
  test('paying by card, and coming back to a receipt', async () => {
    const invoice = await invoiceFrom(marram);
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await page.getByRole('heading', { name: 'Pay with Credit Card' }).waitFor();
    await page
      .getByText('Test mode. No real money moves. Pay with card 4242 4242 4242 4242.')
      .waitFor();
    await page.getByText(/redirected to Stripe’s secure checkout/).waitFor();
    expect(await page.getByText('Pay with PayPal').count()).toBe(0);

    const tab = await openCheckout(page, payNow(page));
    expect(await tab.evaluate(() => globalThis.opener)).toBe(null);
    await page.getByText(/The checkout is open in another tab/).waitFor();
    await page.getByRole('button', { name: 'I have paid' }).click();
    await page.getByText(/No payment has arrived yet/).waitFor();

    await payByCard(tab, CARDS.pays);
    await seeReceipt(tab, 'Payment Successful!');
    const words = await tab.locator('main').innerText();
    for (const word of [
      '$107.00',
      invoice.invoiceNumber,
      'Isla Marram',
      'Keep this receipt',
      'Test payment. No real money moved.',
    ]) {
      expect(words).toContain(word);
    }
    expect(words).not.toContain('A receipt has been sent');
    // The page that was left open finds out by itself.
    await page.getByRole('heading', { name: 'Paid in full' }).waitFor();
    expect(await payNow(page).count()).toBe(0);
    expect(await stored(marram, invoice)).toMatchObject({
      status: 'paid',
      amountDue: '0.00',
      payments: [{ provider: 'stripe', methodDetail: 'Visa ending 4242', amount: '107.00' }],
    });
  });
});

describe.each(screens([], ['desktop']))('further ways, on the %s', (screen) => {
  test('paying with PayPal', async () => {
    const invoice = await invoiceFrom(northwind);
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    const tab = await openCheckout(page, page.getByRole('button', { name: 'Pay with PayPal' }));
    await tab.getByRole('button', { name: /^Pay \$|^Agree/ }).click();
    await seeReceipt(tab, 'Payment Successful!');
    expect(new URL(tab.url()).searchParams.get('token')).not.toBe(null);
    await comeBack(page);
    await page.getByRole('heading', { name: 'Paid in full' }).waitFor();
    expect(await stored(northwind, invoice)).toMatchObject({
      status: 'paid',
      payments: [{ provider: 'paypal', amount: '107.00' }],
    });
  });

  test('coming back without having paid', async () => {
    const invoice = await invoiceFrom(marram);
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    const tab = await openCheckout(page, payNow(page));
    await tab.getByRole('link', { name: 'Back' }).click();
    await tab.waitForURL(/\/pay-invoice\//);
    await payNow(tab).waitFor();

    // The address that says so makes nothing paid.
    await tab.goto(`/payment-success?invoice=${invoice.publicId}`);
    await seeReceipt(tab, 'Payment not completed');
    await tab.getByText(/Stripe reports no payment; the invoice is still open\./).waitFor();
    expect(await stored(marram, invoice)).toMatchObject({ status: 'sent', payments: [] });
    await tab.getByRole('link', { name: 'Try again' }).click();
    await payNow(tab).waitFor();

    await tab.goto('/payment-success?invoice=00000000000000000000000000000000');
    await tab.getByRole('heading', { level: 1, name: 'Invoice Not Found' }).waitFor();
  });

  test('two tabs, and a double click: one checkout, paid once', async () => {
    const invoice = await invoiceFrom(marram);
    const { page, context } = await visit({ url: server.url, screen });
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/create-payment')) asked.push(request.url());
    });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    const opened = context.waitForEvent('page');
    // Both clicks before anything is drawn: with the mouse, the new tab could take the second one.
    await payNow(page).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    const first = await opened;
    await first.waitForURL(/\/checkout\/pay\//);
    expect(context.pages()).toHaveLength(2);
    expect(asked).toHaveLength(1);

    // Its answer holds the address by now: nothing is made again.
    const other = await context.newPage();
    await other.goto(`/pay-invoice/${invoice.publicId}`);
    const second = await openCheckout(other, payNow(other));
    expect(second.url()).toBe(first.url());
    expect(asked).toHaveLength(1);
    await payByCard(first, CARDS.pays);
    await seeReceipt(first, 'Payment Successful!');
    await second.reload();
    await second.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await comeBack(other);
    await other.getByRole('heading', { name: 'Paid in full' }).waitFor();
    expect((await stored(marram, invoice)).payments).toHaveLength(1);
  });

  test('whoever may just have paid is not told that the invoice is gone', async () => {
    const invoice = await invoiceFrom(northwind);
    const visitor = await visit({ url: server.url, screen });
    const { page } = visitor;
    visitor.expectOutage();
    let fails = true;
    await page.route('**/api/**', (route) => (fails ? route.abort() : route.continue()));
    await page.goto(`/payment-success?invoice=${invoice.publicId}`);
    await seeReceipt(page, 'Your payment could not be checked');
    await page.getByText('If you have paid, there is no need to pay again.').waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await seeReceipt(page, 'Payment not completed');
  });

  test('a browser that opens no tabs goes there in the same one', async () => {
    const invoice = await invoiceFrom(marram);
    const { page } = await visit({ url: server.url, screen });
    await page.addInitScript(() => {
      globalThis.open = () => null;
    });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await payNow(page).click();
    await page.waitForURL(/\/checkout\/pay\//);
    await payByCard(page, CARDS.pays);
    await seeReceipt(page, 'Payment Successful!');
    // Opened by no page, so it cannot be closed by one: the invoice takes its place.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Paid in full' }).waitFor();
  });

  test('what fails is said under the button, and nothing is lost', async () => {
    const invoice = await invoiceFrom(northwind);
    const { page, context } = await visit({ url: server.url, screen });
    await page.route('**/create-payment', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'CONFLICT', message: 'This business cannot take payments just now.' },
      }),
    );
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await payNow(page).click();
    await page
      .getByRole('alert')
      .getByText('This business cannot take payments just now.')
      .waitFor();
    await eventually(() => context.pages().length).toBe(1);
    // It has read the invoice anew by then: else it would learn of the payment by itself.
    await page.locator('#pay-now:not([aria-busy="true"])').waitFor();

    await page.unroute('**/create-payment');
    // Paid meanwhile, and not by this page: it shows that instead of a checkout.
    await northwind.call('POST', `/api/invoices/${invoice.id}/mark-paid`, {
      paymentMethod: 'cash',
    });
    await payNow(page).click();
    await page.getByRole('heading', { name: 'Paid in full' }).waitFor();
    await eventually(() => context.pages().length).toBe(1);
  });

  test('a payment on its way is waited for, and printed once it is there', async () => {
    const invoice = await invoiceFrom(northwind);
    const visitor = await visit({ url: server.url, screen });
    const { page } = visitor;
    await page.addInitScript(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '');
    });
    const answer = {
      state: 'confirming',
      invoiceNumber: invoice.invoiceNumber,
      businessName: 'Ada Quill',
      amount: '107.00',
      currency: 'USD',
      dueDate: invoice.dueDate,
      paidDate: null as string | null,
      method: null as string | null,
      alreadyPaid: false,
      receiptEmailed: false,
    };
    let offline = false;
    await page.route('**/mark-paid', (route) =>
      offline ? route.abort() : route.fulfill({ json: answer }),
    );
    await page.goto(`/payment-success?invoice=${invoice.publicId}`);
    await seeReceipt(page, 'Confirming your payment');
    const print = page.getByRole('button', { name: 'Print Receipt' });
    expect(await print.isDisabled()).toBe(true);
    const before = await page.locator('main section').boundingBox();
    visitor.expectOutage();
    offline = true;
    await page.getByText(/The connection failed/).waitFor();
    offline = false;
    Object.assign(answer, {
      state: 'paid',
      paidDate: '2026-11-24',
      method: 'Visa ending 4242',
      receiptEmailed: true,
    });
    await seeReceipt(page, 'Payment Successful!');
    await page.getByText('A receipt has been sent to your email address.').waitFor();
    expect(await page.locator('main section').boundingBox()).toEqual(before);

    await print.click();
    await page.locator('body[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByText('Visa ending 4242').waitFor();
    await page.getByText('Receipt', { exact: true }).waitFor();
    await page.getByText('Test payment. No real money moved.').waitFor();
    expect((await page.locator('main section').boundingBox())?.x).toBe(0);
  });
});

describe.each(screens([], ['phone']))('at hand, on the %s', (screen) => {
  test('the way to pay stays there, however long the invoice is', async () => {
    const invoice = await invoiceFrom(marram, {
      lineItems: Array.from({ length: 12 }, (_, index) => ({
        description: `Garden plan ${index}`,
        quantity: '1',
        unitPrice: '10',
      })),
    });
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/pay-invoice/${invoice.publicId}`);
    await payNow(page).waitFor();
    const buttons = page.getByRole('button', { name: 'Pay Now' });
    expect(await buttons.count()).toBe(1);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await eventually(() => buttons.count()).toBe(2);
    const tab = await openCheckout(page, buttons.last());
    expect(new URL(tab.url()).pathname).toMatch(/^\/checkout\/pay\//);

    // What came of it stands in the card: the page leads there.
    const told = page.getByRole('button', { name: 'I have paid' });
    await eventually(() =>
      told.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    ).toBe(true);
  });
});

describe.each(screens([], ['phone']))(
  'with a provider whose clock and faults are ours, on the %s',
  (screen) => {
    // A bank payment takes a minute there, and a machine may too: its clock can be stopped.
    let stoppedAt: Date | undefined;
    const env: Record<string, string> = {};
    let sandbox: Awaited<ReturnType<typeof startSandbox>>;
    let studio: Owner;
    let customerId: number;
    beforeAll(async () => {
      sandbox = await startSandbox({ now: () => stoppedAt ?? new Date(), controls: true });
      env['STRIPE_API_BASE'] = sandbox.url;
      env['PAYPAL_API_BASE'] = sandbox.url;
    });
    const { server: own } = serverForFile({ env });
    beforeAll(async () => {
      studio = await signUp(own, 'Ada Quill');
      await takePayments(studio, { stripe: true, paypal: true });
      customerId = (await studio.addCustomer()).id;
    });
    afterAll(() => sandbox.close());

    async function control(path: string, body: object = {}): Promise<void> {
      const init = { method: 'POST', body: JSON.stringify(body) };
      expect((await fetch(`${sandbox.url}/_sandbox/${path}`, init)).status).toBe(200);
    }

    test('a bank payment on its way is waited for, by everybody', async () => {
      const invoice = await studio.addInvoice(customerId);
      const { page } = await visit({ url: own.url, screen });
      await page.goto(`/pay-invoice/${invoice.publicId}`);
      const tab = await openCheckout(page, payNow(page));
      await tab.getByLabel('Email').fill('customer@example.com');
      stoppedAt = new Date();
      onTestFinished(() => {
        stoppedAt = undefined;
      });
      await tab.getByLabel('Test bank account that pays a minute later').check();
      expect(await tab.getByLabel('Card number').isVisible()).toBe(false);
      await tab.getByRole('button', { name: /^Pay \$/ }).click();
      await seeReceipt(tab, 'Confirming your payment');
      await tab.getByText(/a bank payment a few days\. There is no need to pay again/).waitFor();

      // The page that was left open, and the same page opened anew.
      const waits = page.getByRole('heading', { name: 'Payment being confirmed' });
      await waits.waitFor();
      await page.reload();
      await waits.waitFor();
      expect(await page.getByRole('button', { name: /Pay/ }).count()).toBe(0);

      const owner = await visit({ url: own.url, cookie: studio.cookie });
      await owner.page.goto(`/invoices/${invoice.id}`);
      await owner.page.getByText('A payment of $107.00 is being confirmed.').waitFor();
      expect(await owner.page.getByText('Nothing received yet.').count()).toBe(0);
      await owner.page.getByText('Customer opened the Stripe checkout').waitFor();
      await owner.page.getByRole('button', { name: 'Mark as Paid' }).first().click();
      await owner.page.getByText(/An online payment is being confirmed\./).waitFor();
    });

    test('paid by check and by card: both are kept, and what is too much goes back', async () => {
      const invoice = await studio.addInvoice(customerId);
      const customer = await visit({ url: own.url });
      await customer.page.goto(`/pay-invoice/${invoice.publicId}`);
      const tab = await openCheckout(customer.page, payNow(customer.page));
      // The checkout is not ended before the card has paid, however slow that is.
      await control('fail', {
        path: '/v1/checkout/sessions/',
        method: 'POST',
        times: 99,
        status: 500,
      });
      await studio.call('POST', `/api/invoices/${invoice.id}/mark-paid`, {
        paymentMethod: 'check',
      });
      await payByCard(tab, CARDS.pays);
      await seeReceipt(tab, 'Payment Successful!');
      await control('fail/clear');
      const { page } = await visit({ url: own.url, screen, cookie: studio.cookie });
      await page.goto(`/invoices/${invoice.id}`);
      await rail(page).getByText('Overpaid by $107.00').waitFor();
      await rail(page).getByText('Check', { exact: true }).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/refund')) asked.push(request.url());
      });
      // Nothing goes back before it was looked at.
      await rail(page).getByRole('button', { name: 'Refund $107.00… of Card' }).click();
      const dialog = page.getByRole('dialog', { name: 'Refund Payment' });
      await dialog.getByText(/\(Card, Visa ending 4242\).*The invoice stays paid\./).waitFor();
      expect(asked).toHaveLength(0);
      const refund = dialog.getByRole('button', { name: 'Refund $107.00', exact: true });
      await refund.evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
      await seeToast(page, 'Success', '$107.00 refunded');
      expect(asked).toHaveLength(1);
      await rail(page).getByText('Overpaid by').waitFor({ state: 'detached' });
      expect(await stored(studio, invoice)).toMatchObject({ status: 'paid', overpaid: '0.00' });
    });
  },
);
