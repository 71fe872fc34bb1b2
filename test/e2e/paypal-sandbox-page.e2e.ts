import { describe, expect, test } from 'vitest';
import { checkoutRequest, paypalSandbox } from '../providers/paypal-fixture.ts';
import { browserForFile, screens } from './browser.ts';

const paypal = paypalSandbox();
const browser = browserForFile();

async function openCheckout() {
  const { provider } = paypal.account();
  const request = checkoutRequest({
    successUrl: `${paypal.url()}/favicon.ico?done=yes`,
    cancelUrl: `${paypal.url()}/paypal/approve/BACK?from=cancel`,
  });
  const checkout = await provider.createCheckout(request);
  return { provider, id: checkout.id, url: checkout.url ?? '' };
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('the approve page works without scripts, and by keyboard', async () => {
    const { id, url, provider } = await openCheckout();
    const { page } = await browser.visit({ url: paypal.url(), screen, scripts: false });
    await page.goto(url);
    await page.getByRole('radio', { name: 'PayPal balance' }).focus();
    await page.keyboard.press('Tab');
    const arrived = page.waitForRequest((each) => each.url().includes('done=yes'));
    await page.keyboard.press('Enter');
    expect(new URL((await arrived).url()).searchParams.get('token')).toBe(id);
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'approved', payment: null });
  });
});

describe.each(screens([]))('on the %s', (screen) => {
  test('Cancel leads back to where the payer came from', async () => {
    const { id, url, provider } = await openCheckout();
    const { page } = await browser.visit({ url: paypal.url(), screen });
    await page.goto(url);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/from=cancel/);
    expect(new URL(page.url()).searchParams.get('token')).toBe(id);
    expect(await provider.readCheckout(id)).toMatchObject({ state: 'open' });
  });
});
