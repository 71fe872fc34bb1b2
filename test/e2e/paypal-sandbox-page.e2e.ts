import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { browserForFile, screens } from './browser.ts';
import { checkoutRequest, paypalSandbox } from '../providers/paypal-fixture.ts';

const paypal = paypalSandbox();
const { control } = paypal;
const browser = browserForFile();

async function openCheckout() {
  const { provider } = paypal.account();
  const request = checkoutRequest({
    successUrl: `${paypal.url()}/favicon.ico?done=yes`,
    cancelUrl: `${paypal.url()}/paypal/approve/BACK?from=cancel`,
  });
  const checkout = await provider.createCheckout(request);
  return { provider, request, id: checkout.id, url: checkout.url ?? '' };
}

describe.each(screens(['desktop']))('the approve page, %s', (screen) => {
  test('says whom, what for and how much, and is accessible in each of its states', async () => {
    const { id, url, provider, request } = await openCheckout();
    const { page } = await browser.visit({ url: paypal.url(), screen });
    await page.goto(url);
    const text = await page.locator('body').innerText();
    expect(text).toContain('Sandbox: no real money moves.');
    expect(text).toContain('Harbor & Vine Studio');
    expect(text).toContain('Invoice INV-2026-0418');
    expect(text).toContain('$1,234.50');
    await expectAccessible(page, 'asked');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);

    await control('paypal/approve', { order: id, funding: 'declines' });
    await provider.captureCheckout(id, request.key);
    await page.reload();
    await page.getByText('This payment method was declined. Choose another one.').waitFor();
    await expectAccessible(page, 'declined');

    // What only says something looks the same on both.
    if (screen === 'phone') return;
    await control('paypal/approve', { order: id });
    await page.reload();
    await page.getByRole('heading', { name: 'You have approved this payment' }).waitFor();
    await expectAccessible(page, 'approved');

    await control('paypal/expire', { order: id });
    await page.reload();
    await page.getByRole('heading', { name: 'This payment has ended' }).waitFor();
    await expectAccessible(page, 'ended');
  });

  test('Pay returns with the names that PayPal adds, and nothing is paid yet', async () => {
    const { id, url, provider } = await openCheckout();
    const { page } = await browser.visit({ url: paypal.url(), screen });
    await page.goto(url);
    const [arrived] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('done=yes')),
      page.getByRole('button', { name: 'Pay $1,234.50' }).click(),
    ]);
    const returned = new URL(arrived.url());
    expect(returned.searchParams.get('token')).toBe(id);
    expect(returned.searchParams.get('PayerID')).toMatch(/^[2-9A-HJ-NP-Z]{13}$/);
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'approved', payment: null });
  });

  test('Cancel goes back, and the order can still be paid', async () => {
    const { id, url, provider } = await openCheckout();
    const { page } = await browser.visit({ url: paypal.url(), screen });
    await page.goto(url);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/from=cancel/);
    expect(new URL(page.url()).searchParams.get('token')).toBe(id);
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
  });
});

test.each([
  ['Declined card', 'open'],
  ['Bank transfer', 'processing'],
  ['PayPal balance', 'paid'],
] as const)('%s makes the payment %s', async (way, state) => {
  const { id, url, provider, request } = await openCheckout();
  const { page } = await browser.visit({ url: paypal.url() });
  await page.goto(url);
  await page.getByRole('radio', { name: way }).check();
  await Promise.all([
    page.waitForRequest((each) => each.url().includes('done=yes')),
    page.getByRole('button', { name: /^Pay/ }).click(),
  ]);
  expect((await provider.captureCheckout(id, request.key)).state).toBe(state);
});

test('works without scripts, and by keyboard', async () => {
  const { id, url, provider } = await openCheckout();
  const { page } = await browser.visit({ url: paypal.url(), scripts: false });
  await page.goto(url);
  await page.getByRole('radio', { name: 'PayPal balance' }).focus();
  await page.keyboard.press('Tab');
  const arrived = page.waitForRequest((each) => each.url().includes('done=yes'));
  await page.keyboard.press('Enter');
  await arrived;
  expect(await provider.readCheckout(id)).toMatchObject({ state: 'approved' });
});

describe('the page by itself', () => {
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  test('a second press goes the same way, and approves no second time', async () => {
    const { url } = await openCheckout();
    const press = () => post(url, { action: 'approve', funding: 'completes' });
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(first.headers.get('location')).toBe(second.headers.get('location'));
  });

  test('Pay without a way to pay asks for one', async () => {
    const { id, url, provider } = await openCheckout();
    const answer = await post(url, { action: 'approve' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Choose a payment method.');
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
  });

  test('what merchants write stands there as text', async () => {
    const { provider } = paypal.account();
    const { url } = await provider.createCheckout(
      checkoutRequest({ businessName: '<script>alert(1)</script>', description: '"><img src=x>' }),
    );
    const answer = await fetch(url ?? '');
    const text = await answer.text();
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
