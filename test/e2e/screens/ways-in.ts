/** What anybody sees who is not signed in: the front page, the ways in, and pages about payments. */
import type { Area, ListedState } from './listed-state.ts';
import { press, refuse, see } from './steps.ts';

const SIGN_IN = '/sign-in';

const refused = (
  name: string,
  answer: { status: number; code?: string; message: string },
  words: string | RegExp,
): ListedState => ({
  name,
  at: SIGN_IN,
  before: (stage) => refuse(stage, '**/api/auth/sign-in/email', answer),
  async bring({ page }) {
    await page.getByLabel('Email').fill('ada@quill.example');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await press(page, 'Sign In');
    await see(page, words);
  },
});

export const FRONT: Area = {
  name: 'the front page',
  who: 'nobody',
  states: [
    {
      name: 'the landing page',
      at: '/',
      async bring({ page }) {
        await see(page, 'What it costs, itemized');
        for (const picture of await page.locator('.screens img:visible').all()) {
          await picture.scrollIntoViewIfNeeded();
        }
      },
    },
    {
      name: 'the page that clears an old sign-in',
      at: '/apple-google-fix',
      // Without what leads on by itself.
      before: ({ answer }) =>
        answer('**/apple-google-fix', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll(/<script.*?<\/script>/gs, '');
          await route.fulfill({ response, body });
        }),
      bring: ({ page }) => see(page, 'Continue to Remit'),
    },
    {
      name: 'an address that nothing stands at, signed out',
      at: '/:nowhere',
      of: () => 'invioces',
      bring: ({ page }) => see(page, '404 Page Not Found'),
    },
  ],
};

export const WAYS_IN: Area = {
  name: 'the ways in',
  who: 'nobody',
  states: [
    { name: 'signing in', at: SIGN_IN, bring: ({ page }) => see(page, 'Forgot password?') },
    refused(
      'a password that does not match',
      { status: 401, code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
      'Email and password do not match.',
    ),
    refused(
      'too many attempts',
      { status: 429, message: 'Too many attempts. Try again in 5 minutes.' },
      /^Too many attempts/,
    ),
    {
      name: 'a session that has ended',
      at: '/sign-in?verified=1',
      bring: ({ page }) => see(page, 'Your email address is confirmed.'),
    },
    {
      name: 'signing up, with what is missing',
      at: '/sign-up',
      async bring({ page }) {
        await page.getByLabel('Password', { exact: true }).fill('password1234');
        await press(page, 'Start Free Trial');
        await see(page, 'Enter your email address');
      },
    },
    {
      name: 'a password that was forgotten',
      at: '/forgot-password',
      bring: ({ page }) => see(page, 'Send reset link'),
    },
    {
      name: 'a link that was asked for',
      at: '/forgot-password',
      async bring({ page }) {
        await page.getByLabel('Email').fill('nobody@example.com');
        await press(page, 'Send reset link');
        await page.getByRole('heading', { level: 1, name: 'Ask for your link' }).waitFor();
      },
    },
    {
      name: 'a new password that is too short',
      at: '/reset-password?token=a-token-of-a-mailed-link',
      before: ({ answer }) =>
        answer('**/reset-passkeys', { json: { passkeys: [], mayKeep: false } }),
      async bring({ page }) {
        await page.getByLabel('New password').fill('short');
        await press(page, 'Save password');
        await see(page, 'Use at least 8 characters');
      },
    },
    {
      name: 'a link that no longer works',
      at: '/reset-password?error=INVALID_TOKEN',
      bring: ({ page }) => see(page, 'This link no longer works'),
    },
    {
      name: 'an address that is confirmed',
      at: '/confirmed',
      bring: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
    },
    {
      name: 'a subscription, signed out',
      at: '/subscription-success',
      bring: ({ page }) => see(page, 'Sign in to see your subscription'),
    },
    {
      name: 'the payment test of a stranger',
      at: '/test-payment',
      async bring({ page }) {
        await press(page, 'Run Test');
        await page.getByRole('heading', { name: 'Test Failed' }).waitFor();
      },
    },
  ],
};

export const PAYMENT_TEST: Area = {
  name: 'the payment test',
  who: 'owner',
  states: [
    {
      name: 'the payment test of an invoice',
      at: '/test-payment',
      async bring({ page, made }) {
        await page.getByLabel('Invoice ID').fill(String(made.invoices.open.id));
        await press(page, 'Run Test');
        await see(page, 'Recommendations');
      },
    },
    {
      name: 'the payment test of no invoice',
      at: '/test-payment',
      async bring({ page }) {
        await page.getByLabel('Invoice ID').fill('no-such-number');
        await press(page, 'Run Test');
        await page.getByRole('heading', { name: 'Test Failed' }).waitFor();
      },
    },
  ],
};
