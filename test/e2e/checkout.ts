/** Getting paid, as an owner sets it up and a customer goes through it. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BusinessProfile } from '../../src/shared/profile/profile.contract.ts';
import type { Owner } from './owner.ts';

export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksForProof: '4000 0027 6000 3184',
  /** Pays, and is declined when it is charged again. */
  declinedLater: '4000 0000 0000 0341',
};

/** Letters that make an account of their own at the stand-in providers. */
export function randomLetters(count = 24): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: count }, () => letters[Math.floor(Math.random() * 26)]).join('');
}

/** Saves keys, so that customers can pay through these providers. */
export async function takePayments(
  owner: Owner,
  providers: { stripe?: boolean; paypal?: boolean } = { stripe: true },
): Promise<BusinessProfile> {
  const stored = await owner.call<BusinessProfile>('GET', '/api/business-profile');
  const account = randomLetters();
  const { version, businessName, pdfPrimaryColor, pdfAccentColor } = stored;
  return owner.saveProfile({
    businessName,
    pdfPrimaryColor,
    pdfAccentColor,
    version,
    ...(providers.stripe
      ? { stripePublishableKey: `pk_test_${account}`, stripeSecretKey: `sk_test_${account}` }
      : {}),
    ...(providers.paypal
      ? {
          paypalClientId: randomLetters(),
          paypalClientSecret: randomLetters(),
          preferredPaymentMethod: 'both',
        }
      : {}),
  });
}

/** Presses a button that opens the provider's page in a tab of its own. */
export async function openCheckout(
  page: Page,
  button: Locator,
  press = (pressed: Locator) => pressed.click(),
): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press(button)]);
  await tab.waitForURL(/\/(checkout\/pay|paypal\/approve)\//);
  return tab;
}

export const payNow = (page: Page): Locator => page.locator('#pay-now');

/** Fills the card provider's page and pays. */
export async function payByCard(tab: Page, number: string): Promise<void> {
  const email = tab.getByLabel('Email');
  if ((await email.inputValue()) === '') await email.fill('customer@example.com');
  await tab.getByLabel('Card number').fill(number);
  await tab.getByLabel('Expiry date').fill('12 / 40');
  await tab.getByLabel('Security code').fill('123');
  await tab.getByLabel('Name on card').fill('Marta Lindqvist');
  await tab.getByRole('button', { name: /^Pay \$/ }).click();
}

/** The page that a checkout leads back to, with this heading. */
export async function seeReceipt(page: Page, heading: string): Promise<void> {
  await page.waitForURL(/\/payment-success\?/);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

/** Looks at a page again after another tab. */
export async function comeBack(page: Page): Promise<void> {
  await page.bringToFront();
  // A browser without a window gives no page the focus.
  await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
}

/** A customer pays an invoice by card: what their browser sends, without one. */
export async function payByCalls(
  owner: Owner,
  { id, publicId }: { id: number; publicId: string },
): Promise<void> {
  const path = `/api/invoices/${id}/create-payment`;
  const { paymentUrl } = await owner.call<{ paymentUrl: string }>('POST', path, {});
  const paid = await fetch(paymentUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email: 'customer@example.com',
      name: 'Marta Lindqvist',
      number: CARDS.pays,
      expiry: '12 / 40',
      cvc: '123',
      method: 'card',
    }),
  });
  expect(paid.status).toBe(303);
  const receipt = await fetch(`${owner.url}/api/invoices/${publicId}/mark-paid`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await receipt.json()).toMatchObject({ state: 'paid' });
}
