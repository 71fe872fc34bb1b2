import { startSandbox } from '@remit/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { editor, fails, fillLine, pickCustomer } from './screen-words.ts';
import { serverForFile } from './started-server.ts';
import { buyPlan, PLAN_CARD } from './subscribe.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

const DECLINED = '4000000000000002';
const SECURE = '4000002760003184';
const FAILS_LATER = '4000000000000341';
const DAY = 86_400_000;

const toast = (page: Page) => page.locator('[role=status], [role=alert]');
const subscribeButton = (page: Page) => page.getByRole('button', { name: /^Subscribe for/ });

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('0840');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Quill');
}

/** The countdown stands still, or it would lead away in the middle of what is looked at. */
const stopCountdown = (page: Page) =>
  page.addInitScript(() => {
    const start = globalThis.setTimeout;
    const still = (work: () => void, after?: number) => (after === 1_000 ? 0 : start(work, after));
    Object.assign(globalThis, { setTimeout: still });
  });

async function expectStatus(owner: Owner, status: string, plan: string | null): Promise<void> {
  const read = () =>
    owner.call<{ subscriptionStatus: string; subscriptionPlan: string | null }>(
      'GET',
      '/api/user/status',
    );
  await eventually(read).toMatchObject({ subscriptionStatus: status, subscriptionPlan: plan });
}

describe.each(screens(['desktop'], ['desktop']))('the trial runs out, on the %s', (screen) => {
  test('the invoice waits while a plan is bought, and is saved afterwards', async () => {
    const owner = await signUp(server);
    const customer = await owner.addCustomer();
    for (let count = 0; count < 9; count += 1) await owner.addInvoice(customer.id);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/invoices?new=1');
    await editor(page).getByLabel('Customer', { exact: true }).waitFor();
    await pickCustomer(page, 'Marta');
    await fillLine(page, screen, {
      description: 'Planting plan',
      quantity: '1',
      unitPrice: '480',
    });
    await owner.addInvoice(customer.id);
    await editor(page).getByRole('button', { name: 'Save Draft' }).click();

    const expired = page.getByRole('dialog', { name: 'Free Trial Expired' });
    await expired
      .getByText('Your free trial has expired, please choose a plan to continue using the product')
      .waitFor();
    await expired.getByRole('button', { name: 'Choose Plan' }).click();
    await page.waitForURL('**/subscribe?from=trial-expired');
    await page
      .getByText('Your free trial has expired, please choose a plan to continue using Remit.')
      .waitFor();
    for (const label of [
      'Save 17%',
      '2 months free. Save $20.',
      '$9.99 per month',
      '$99.99 per year',
    ]) {
      await page.getByText(label).first().waitFor();
    }
    // Whoever begins another one hears of it before the form opens.
    await page.getByRole('button', { name: 'New Invoice' }).click();
    await expired.getByText('10 of 10 invoices used. Everything you made stays.').waitFor();
    expect(await editor(page).count()).toBe(0);
    await expired.getByRole('button', { name: 'Maybe Later' }).click();
    await expired.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New Invoice' }).click();
    await expired.getByRole('button', { name: 'Choose Plan' }).click();
    await page.waitForURL('**/subscribe?from=trial-expired');
    await page.getByRole('button', { name: 'Subscribe for $9.99 a month' }).waitFor();
    await typeCard(page, PLAN_CARD);
    // All of it goes by itself after some seconds, so it is looked out for at once.
    await Promise.all([
      page.waitForURL('**/subscription-success'),
      toast(page).getByText('Payment Successful').waitFor(),
      toast(page).getByText('You are subscribed!').waitFor(),
      page.getByRole('heading', { name: 'Welcome to Remit!' }).waitFor(),
      page.getByText('Opening your dashboard in').waitFor(),
      subscribeButton(page).click(),
    ]);
    await page.waitForURL('**/dashboard');
    await page.getByText('Monthly Plan').waitFor();

    await page.goto('/invoices?new=1');
    const line = editor(page).getByLabel('Description, line 1');
    await line.waitFor();
    await eventually(() => line.inputValue()).toBe('Planting plan');
    await editor(page).getByRole('button', { name: 'Save Draft' }).click();
    await toast(page).getByText('Invoice created successfully').waitFor();
    const invoices = await owner.call<unknown[]>('GET', '/api/invoices');
    expect(invoices).toHaveLength(11);
    await expectStatus(owner, 'active', 'monthly');
  });
});

describe.each(screens([], ['desktop']))('subscribing, on the %s', (screen) => {
  test('yearly with 3-D Secure: refused once, then passed', async () => {
    const owner = await signUp(server);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await stopCountdown(page);
    await page.goto('/subscribe');
    // The cheaper plan is chosen until the reader chooses.
    await page.getByRole('radio', { name: 'Monthly', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await page.getByText('To the cent: $19.89 less than 12 months at $9.99.').waitFor();
    await page.getByText('$119.88').waitFor();
    await page.getByText('−$19.89').waitFor();
    await typeCard(page, SECURE);
    await subscribeButton(page).click();
    await page.waitForURL('**/3ds/**');
    await page.getByRole('button', { name: /fail/i }).click();
    await page.waitForURL('**/subscription-success?**');
    await page.getByRole('heading', { name: 'No payment was made' }).waitFor();
    await expectStatus(owner, 'trial', null);

    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.getByRole('radio', { name: 'Yearly', checked: true }).waitFor();
    await typeCard(page, SECURE);
    await subscribeButton(page).click();
    await page.waitForURL('**/3ds/**');
    await page.getByRole('button', { name: /complete/i }).click();
    await page.getByRole('heading', { name: 'Welcome to Remit!' }).waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.getByText('Yearly Plan').waitFor();
    await expectStatus(owner, 'active', 'yearly');
  });

  test('by the keyboard alone', async () => {
    const owner = await signUp(server);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/subscribe');
    await page.getByLabel('Card number').waitFor();
    await page.getByRole('radio', { name: 'Monthly' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Subscribe for $99.99 a year' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Subscribe for $9.99 a month' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('4242424242424242');
    await page.keyboard.press('Tab');
    await page.keyboard.type('0840');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    // Until this plan's purchase is made, the form takes no payment.
    await page.locator('form[aria-busy="false"]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome to Remit!' }).waitFor();
    await expectStatus(owner, 'active', 'monthly');
  });

  test('says why it cannot, and tries again', async () => {
    const owner = await signUp(server);
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: owner.cookie });
    expectOutage();
    await page.route('**/api/get-or-create-subscription', fails);
    await page.goto('/subscribe');
    await toast(page).getByText('Subscription Error').waitFor();
    await toast(page).getByText('Failed to create subscription').first().waitFor();
    await page.unroute('**/api/get-or-create-subscription');
    await page.route('**/api/get-or-create-subscription', (route) =>
      route.fulfill({
        json: {
          clientSecret: '',
          plan: 'yearly',
          amount: '99.99',
          form: { kind: 'sandbox', publishableKey: 'pk_test_x', apiBase: server.url },
        },
      }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await toast(page).getByText('Payment Error').waitFor();
    await toast(page).getByText('No payment method available. Please try again.').first().waitFor();
    await page.unroute('**/api/get-or-create-subscription');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Card number').waitFor();
  });

  test('the welcome is honest to whoever is signed out, or waits', async () => {
    const stranger = await visit({ url: server.url, screen });
    await stranger.page.goto('/subscription-success');
    await stranger.page
      .getByRole('heading', { name: 'Sign in to see your subscription' })
      .waitFor();
    const signIn = stranger.page.getByRole('link', { name: 'Sign In' });
    expect(await signIn.getAttribute('href')).toContain('returnTo=%2Fsubscription-success');

    const owner = await signUp(server);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    let asked = 0;
    let bought = false;
    await page.route('**/api/verify-subscription', async (route) => {
      asked += 1;
      if (bought && asked > 2) {
        await route.continue();
        return;
      }
      await route.fulfill({
        json: {
          state: 'confirming',
          trialInvoicesUsed: 0,
          subscriptionStatus: 'trial',
          subscriptionPlan: null,
        },
      });
    });
    await page.goto('/subscription-success');
    await page.getByRole('heading', { name: 'Your payment is being confirmed' }).waitFor();
    expect(await page.getByText('Opening your dashboard').count()).toBe(0);
    await buyPlan(owner, 'yearly');
    bought = true;
    await page.getByRole('heading', { name: 'Welcome to Remit!' }).waitFor();
    expect(asked).toBeGreaterThan(2);
  });
});

describe.each(screens([], ['phone']))('subscribing, on the %s', (screen) => {
  test('a declined card says why, keeps the form, and another card pays', async () => {
    const owner = await signUp(server);
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/subscribe?plan=yearly');
    await page.getByLabel('Card number').waitFor();
    await subscribeButton(page).click();
    await page.getByText('Card number is required').waitFor();
    await typeCard(page, DECLINED);
    await subscribeButton(page).click();
    await toast(page).getByText('Payment Failed').waitFor();
    await toast(page).getByText('Your card was declined.').waitFor();
    // The toast goes; what it said stays above the card, where the focus is.
    const said = page.locator('form p', { hasText: 'Your card was declined.' });
    await eventually(() => said.evaluate((one) => one === document.activeElement)).toBe(true);
    await expectStatus(owner, 'trial', null);

    // The other plan is paid with what is typed already.
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await page.getByRole('button', { name: 'Subscribe for $9.99 a month' }).waitFor();
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002');
    await typeCard(page, PLAN_CARD);
    const confirmations: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/confirm'))
        confirmations.push(request.url());
    });
    // The other plan's purchase may still be on its way: until then the button does nothing.
    await page.locator('form[aria-busy="false"]').waitFor();
    // Pressed twice in one breath, it pays once.
    await subscribeButton(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.waitForURL('**/subscription-success');
    expect(confirmations).toHaveLength(1);
    await expectStatus(owner, 'active', 'monthly');
    await page.goto('/subscribe');
    await page.getByText('You are already subscribed').waitFor();
    await page.getByRole('link', { name: 'Go to Billing' }).click();
    await page.getByText('What the plan includes').waitFor();
  });
});

describe.each(screens([], ['desktop']))('billing, on the %s', (screen) => {
  test('a plan is canceled and resumed on the provider’s page', async () => {
    const owner = await signUp(server);
    await buyPlan(owner, 'yearly');
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/billing');
    await page.getByText('$99.99 per year').waitFor();
    await page.getByText(/Visa ending 4242\./).waitFor();
    await page.getByText('Renews', { exact: true }).waitFor();
    const nextYear = Number(daysFromNow(0).slice(0, 4)) + 1;
    await page
      .getByText(new RegExp(`[A-Z][a-z]{2} \\d{2}, ${nextYear}`))
      .first()
      .waitFor();
    const receipt = page.getByRole('link', { name: /receipt of/ });
    expect(await receipt.getAttribute('href')).toMatch(/^http/);

    await page.getByRole('button', { name: 'Manage subscription' }).click();
    await page.waitForURL('**/portal/**');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Resume subscription' }).waitFor();
    await page
      .getByRole('link', { name: /return|back/i })
      .first()
      .click();
    await page.waitForURL('**/billing');
    await page.getByText('Canceled, still active').waitFor();
    await page.getByText('Ends', { exact: true }).waitFor();
    await expectStatus(owner, 'active', 'yearly');
    await page.goto('/subscribe');
    await page.getByText(/It is canceled and ends on .*resume it in Billing/).waitFor();
    await page.getByRole('link', { name: 'Go to Billing' }).click();

    await page.getByRole('button', { name: 'Resume subscription' }).click();
    await page.waitForURL('**/portal/**');
    await page.getByRole('button', { name: 'Resume subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    await page.goto(`${server.url}/billing`);
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('Renews', { exact: true }).waitFor();
  });

  test('a portal that is not set up, and one that does not open, say so', async () => {
    const owner = await signUp(server);
    await buyPlan(owner, 'monthly');
    const { page, expectOutage } = await visit({ url: server.url, screen, cookie: owner.cookie });
    expectOutage();
    await page.goto('/billing');
    const manage = page.getByRole('button', { name: 'Manage subscription' });
    const answers = [
      {
        status: 409,
        json: {
          code: 'CONFLICT',
          message:
            'No configuration provided and your test mode default configuration has not been created.',
        },
        title: 'Portal Setup Required',
        words: /configure the customer portal in the payment provider’s dashboard/,
      },
      {
        status: 409,
        json: { code: 'CONFLICT', message: 'This customer cannot be managed.' },
        title: 'Error',
        words: /This customer cannot be managed\./,
      },
      {
        status: 200,
        json: { url: '' },
        title: 'Error',
        words: /Failed to open subscription management\. Please try again\./,
      },
    ];
    for (const { status, json, title, words } of answers) {
      await page.route('**/api/create-customer-portal', (route) => route.fulfill({ status, json }));
      await manage.click();
      await toast(page).getByText(title, { exact: true }).waitFor();
      await toast(page).getByText(words).waitFor();
      await page.unroute('**/api/create-customer-portal');
    }
  });
});

describe.each(screens([], ['desktop']))('as months go by, on the %s', (screen) => {
  // A provider whose clock can be moved. The others meet the one that comes with the program.
  const env: Record<string, string> = {};
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    sandbox = await startSandbox({ controls: true });
    env['STRIPE_API_BASE'] = sandbox.url;
  });
  const { server: own } = serverForFile({ env });
  afterAll(() => sandbox.close());

  test('a renewal that failed is paid with another card, and a plan that ended is bought again', async () => {
    const owner = await signUp(own);
    await buyPlan(owner, 'monthly', FAILS_LATER);
    const { page } = await visit({ url: own.url, screen, cookie: owner.cookie });
    const passTime = async (days: number) => {
      const answer = await fetch(`${sandbox.url}/_sandbox/clock`, {
        method: 'POST',
        body: JSON.stringify({ advance: days * DAY }),
      });
      expect(answer.ok).toBe(true);
    };
    await passTime(32);
    await page.goto('/billing');
    await page.getByText('Past due').waitFor();
    await page.getByText('Not paid yet').waitFor();
    await page.getByRole('link', { name: 'Pay now' }).click();
    await page.getByText('Your last payment did not go through.').waitFor();
    await typeCard(page, PLAN_CARD);
    await page.getByRole('button', { name: 'Pay $9.99' }).click();
    await page.getByRole('heading', { name: 'Welcome to Remit!' }).waitFor();
    await page.goto('/billing');
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await page.getByText('Not paid yet').count()).toBe(0);

    await page.getByRole('button', { name: 'Manage subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Resume subscription' }).waitFor();
    await passTime(64);
    await page.goto(`${own.url}/billing`);
    await page.getByRole('heading', { name: 'Plan ended' }).waitFor();
    await page.getByText('Ended', { exact: true }).waitFor();
    await page.getByText('Canceled', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Upgrade Now' }).click();
    await typeCard(page, PLAN_CARD);
    await subscribeButton(page).click();
    await page.getByRole('heading', { name: 'Welcome to Remit!' }).waitFor();
    await expectStatus(owner, 'active', 'monthly');
  });
});
