import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { BusinessProfile } from '../../src/shared/profile/profile.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { randomLetters, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const readProfile = (owner: Owner): Promise<BusinessProfile> =>
  owner.call('GET', '/api/business-profile');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cards = (page: Page) => card(page, 'Card payments by Stripe');
const toggle = (page: Page) => page.getByRole('switch', { name: 'Card payments by Stripe' });
const save = (page: Page) => page.getByRole('button', { name: 'Save profile' });

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('keys are tried, saved, masked and removed', async () => {
    const owner = await signUp(server, 'Ada Quill');
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    await page.getByText('Test mode. No real money moves.').waitFor();
    await cards(page).getByText('Off. Add both keys to take cards.').waitFor();
    expect(await toggle(page).getAttribute('aria-checked')).toBe('false');
    const publishable = page.getByLabel('Publishable key');
    const secret = page.getByLabel('Secret key');
    await cards(page).getByText('Starts with pk_test_ or pk_live_.').waitFor();

    // A wrong key is refused by the provider, and a connection test says so before anything is saved.
    await secret.fill('sk_test_no');
    await cards(page).getByRole('button', { name: 'Test connection' }).click();
    await cards(page).getByRole('status').getByText(/key/i).waitFor();
    expect((await readProfile(owner)).stripeSecretKey).toBe(null);

    await cards(page).getByRole('button', { name: 'Use test keys' }).click();
    const typed = await secret.inputValue();
    expect(typed).toMatch(/^sk_test_[A-Za-z]{24}$/);
    expect(await publishable.inputValue()).toBe(`pk${typed.slice(2)}`);
    await cards(page).getByText('Turns on when you save.').waitFor();
    await cards(page).getByRole('button', { name: 'Test connection' }).click();
    await cards(page)
      .getByText(/^Connected/)
      .waitFor();
    // What is typed here is kept nowhere in the browser.
    await page.getByLabel('Business name').fill('Marram Studio');
    await eventually(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Marram');
    const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(kept).not.toContain(typed.slice(8));

    await save(page).click();
    await seeToast(page, 'Success', 'Business profile created successfully');
    await cards(page).getByText('On: both keys are saved.').waitFor();
    expect(await toggle(page).getAttribute('aria-checked')).toBe('true');
    expect(await secret.inputValue()).toBe(`sk_test_••••${typed.slice(-4)}`);
    expect(await page.content()).not.toContain(typed);
    expect(await readProfile(owner)).toMatchObject({
      businessName: 'Marram Studio',
      stripeAccountStatus: 'connected',
      preferredPaymentMethod: 'stripe',
    });
    // A save of something else sends no keys and leaves them as they are.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postData() ?? '');
    });
    await page.getByLabel('Business name').fill('Marram Gardens');
    await save(page).click();
    await seeToast(page, 'Success', 'Business profile updated successfully');
    await page.getByText('Everything is saved.').waitFor();
    expect(sent).toEqual([expect.stringContaining('Marram Gardens')]);
    expect(sent[0]).not.toMatch(/Key|Secret/);
    await cards(page).getByRole('button', { name: 'Test connection' }).click();
    await cards(page)
      .getByText(/^Connected/)
      .waitFor();
    expect((await readProfile(owner)).stripeSecretKey).toContain(typed.slice(-4));

    // Switching it off asks first, and takes nothing else with it.
    await page.getByLabel('Business name').fill('Not saved yet');
    await toggle(page).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect Stripe' });
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await seeToast(page, 'Success', 'Stripe disconnected');
    await cards(page).getByText('Off. Add both keys to take cards.').waitFor();
    expect(await page.getByLabel('Business name').inputValue()).toBe('Not saved yet');
    expect(await readProfile(owner)).toMatchObject({
      businessName: 'Marram Gardens',
      stripePublishableKey: null,
      stripeSecretKey: null,
      stripeAccountStatus: 'not_connected',
    });
    await save(page).click();
    await seeToast(page, 'Success', 'Business profile updated successfully');
  });
});

describe.each(screens([], ['desktop']))('further settings, on the %s', (screen) => {
  test('typing replaces a stored key whole, and leaving it empty keeps it', async () => {
    const owner = await signUp(server, 'Ada Quill');
    const { stripeSecretKey: masked } = await takePayments(owner);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const secret = page.getByLabel('Secret key');
    await eventually(() => secret.inputValue()).toBe(masked);
    await secret.click();
    expect(await secret.inputValue()).toBe('');
    await page.getByLabel('Publishable key').focus();
    expect(await secret.inputValue()).toBe(masked);
    await page.getByText('Everything is saved.').waitFor();
    expect(await save(page).getAttribute('aria-disabled')).toBe('true');

    await secret.click();
    await page.keyboard.type('sk_live_notHereInTestMode');
    await save(page).click();
    await page.getByText(/use test keys|both be test keys/).waitFor();
    await eventually(() => secret.evaluate((field) => field === document.activeElement)).toBe(true);
    expect((await readProfile(owner)).stripeSecretKey).toBe(masked);

    await secret.fill(`sk_test_${randomLetters()}`);
    await save(page).click();
    await seeToast(page, 'Success', 'Business profile updated successfully');
    expect((await readProfile(owner)).stripeSecretKey).not.toBe(masked);
  });

  test('a test always answers, and its answer goes with the keys that it was about', async () => {
    const owner = await signUp(server, 'Ada Quill');
    await takePayments(owner);
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: owner.cookie });
    expectOutage();
    await page.goto('/business-profile');
    const stripe = card(page, 'Card payments by Stripe');
    const publishable = stripe.getByLabel('Publishable key');
    await publishable.fill('hello');
    await stripe.getByText(/This is not a publishable key/).waitFor();
    await publishable.fill('');
    await stripe.getByText(/is not a publishable key/).waitFor({ state: 'detached' });

    await stripe.getByLabel('Secret key').fill('sk_test_nothing like a key');
    await stripe.getByRole('button', { name: 'Test connection' }).click();
    await stripe.locator('[data-tone=bad]').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await stripe.locator('[data-tone=bad]').waitFor({ state: 'detached' });

    // The same answer is seen to be another one, and is announced.
    const test = stripe.getByRole('button', { name: 'Test connection' });
    const said = () => stripe.getByRole('status').innerText();
    await test.click();
    await eventually(said).toMatch(/^Connected.* Tested at \d+:\d\d:\d\d/);
    const first = await said();
    await eventually(async () => {
      await test.click();
      await stripe.getByText(/ Tested at /).waitFor();
      return said();
    }).not.toBe(first);
    expect(await test.evaluate((one) => one === document.activeElement)).toBe(true);

    // Each way that it can fail is said, too: the provider's word, no connection, a fault, no sense.
    const calls = /\/business-profile\/test-connection$/;
    const answers: [string, (route: Route) => Promise<void>][] = [
      [
        'Remit cannot be reached, so nothing was tested. Check your connection and try again.',
        (route) => route.abort('internetdisconnected'),
      ],
      [
        'The connection could not be tested. Try again in a moment.',
        (route) => route.fulfill({ status: 418, body: '<html>' }),
      ],
      ['Slow down.', (route) => route.fulfill({ status: 429, json: { message: 'Slow down.' } })],
    ];
    for (const [words, answer] of answers) {
      await page.route(calls, answer);
      await test.click();
      await eventually(said).toContain(words);
      expect(await stripe.locator('[data-tone=bad]').count()).toBe(1);
      await page.unroute(calls);
    }
    // Keys that changed while they were being tested: an answer about them would be about no others.
    await page.route(calls, async (route) => {
      await stripe.getByLabel('Secret key').fill('sk_test_anotherOne');
      await route.continue();
    });
    await test.click();
    await eventually(said).toContain('The keys were changed while they were being tested.');
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Discard' }).click();

    await stripe.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await stripe.getByText(/^Not connected/).waitFor();
    expect(await stripe.getByText(/^Connected/).count()).toBe(0);
  });

  test('a change elsewhere is asked about, without showing a secret', async () => {
    const owner = await signUp(server, 'Ada Quill');
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    await page.getByLabel('Secret key').fill('sk_test_typedAndNotSavedYet');
    await page.getByLabel('Publishable key').fill('pk_test_typedAndNotSavedYet');
    await takePayments(owner);
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: /changed elsewhere/ });
    await dialog.waitFor();
    expect(await dialog.innerText()).not.toContain('_test_');
    await dialog.getByRole('button', { name: 'Load the newer version' }).click();
    await eventually(() => page.getByLabel('Secret key').inputValue()).toContain('••••');
  });

  test('PayPal, and which of two comes first', async () => {
    const owner = await signUp(server, 'Ada Quill');
    await takePayments(owner);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const paypal = card(page, 'PayPal');
    await paypal.getByText('Off. Add your client ID and secret to offer it.').waitFor();
    const preferred = page.getByLabel('Preferred payment method');
    expect(await preferred.count()).toBe(0);
    await page.getByRole('switch', { name: 'PayPal' }).click();
    const clientId = paypal.getByLabel('Client ID');
    await eventually(() => clientId.evaluate((one) => one === document.activeElement)).toBe(true);
    await paypal.getByRole('button', { name: 'Use test keys' }).click();
    await paypal.getByLabel(/^PayPal email/).fill('isla@marram.example');
    await preferred.selectOption({ label: 'PayPal' });
    await save(page).click();
    await seeToast(page, 'Success', 'Business profile updated successfully');
    await paypal.getByText(/^Connected/).waitFor();
    expect(await readProfile(owner)).toMatchObject({
      paypalAccountStatus: 'connected',
      paypalEmail: 'isla@marram.example',
      preferredPaymentMethod: 'paypal',
    });

    // How payments are heard of, and the address for who sets that up by hand.
    await cards(page).getByText('Stripe notifies Remit of payments as they happen').click();
    const address = await page.getByLabel('Webhook address').inputValue();
    expect(new URL(address).pathname).toMatch(/^\/api\/webhooks\/stripe\/./);
    await page.getByLabel(/^Webhook signing secret/).waitFor();
  });

  test('the payment test shows the owner everything, and a stranger nothing', async () => {
    const owner = await signUp(server, 'Ada Quill');
    await takePayments(owner);
    const invoice = await owner.addInvoice((await owner.addCustomer()).id);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/test-payment');
    const id = page.getByLabel('Invoice ID');
    const run = page.getByRole('button', { name: 'Run Test' });
    expect(await id.inputValue()).toBe('8');
    await page.getByRole('link', { name: 'Back to dashboard' }).waitFor();
    await id.fill('  ');
    expect(await run.getAttribute('aria-disabled')).toBe('true');
    await id.fill(String(invoice.id));
    await run.click();
    await page.getByText(invoice.invoiceNumber, { exact: true }).waitFor();
    const words = await page.locator('main').innerText();
    for (const word of ['$107.00', 'Sent', 'Active method', 'Generated', 'Recommendations']) {
      expect(words).toContain(word);
    }
    expect(words).toContain(`/pay-invoice/${invoice.publicId}`);
    const picture = page.getByRole('img', { name: /QR code/ });
    expect(await picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(
      0,
    );

    // By what an owner knows: the number, or the address; and back.
    await id.fill('no-such-number');
    await run.click();
    await page.getByRole('heading', { name: 'Test Failed' }).waitFor();
    for (const known of [
      invoice.invoiceNumber.toLowerCase(),
      `${server.url}/invoices/${invoice.id}`,
    ]) {
      await id.fill(known);
      await run.click();
      await page.getByText('Active method').waitFor();
      // The failure from before is not left to stand over it.
      expect(await page.getByText('Test Failed').count()).toBe(0);
      await id.fill('no-such-number');
      await run.click();
      await page.getByRole('heading', { name: 'Test Failed' }).waitFor();
    }
    // Or by one of the newest, which are offered in place of what is not there.
    await page.getByText('there is no invoice no-such-number in your account').waitFor();
    await page.getByRole('button', { name: invoice.invoiceNumber }).click();
    await page.getByText('Active method').waitFor();
    expect(await id.inputValue()).toBe(String(invoice.id));
    await page.getByRole('link', { name: 'Back to invoice' }).click();
    await page.waitForURL(`**/invoices/${invoice.id}`);

    const stranger = await visit({ url: server.url, screen: 'phone' });
    await stranger.page.goto(`/test-payment?invoice=${invoice.id}`);
    expect(await stranger.page.getByLabel('Invoice ID').inputValue()).toBe(String(invoice.id));
    await stranger.page.getByRole('button', { name: 'Run Test' }).click();
    await stranger.page.getByRole('heading', { name: 'Test Failed' }).waitFor();
    await seeToast(stranger.page, 'Test Failed', 'Test failed to run');
    expect(await stranger.page.content()).not.toContain(invoice.invoiceNumber);
    expect(await stranger.page.getByRole('link', { name: 'dashboard' }).count()).toBe(0);
  });
});
