/** Plans, their payment, and what a trial comes to. */
import type { Area, ListedState } from './listed-state.ts';
import { press, refuse, see, seeDialog } from './steps.ts';

const RECEIPT = {
  id: 'in_1',
  number: 'R-0001',
  createdAt: '2026-06-01T12:00:00Z',
  amount: '9.99',
  status: 'paid',
  url: 'https://pay.example/receipt',
};
const BILLING = {
  available: true,
  status: 'active',
  plan: 'monthly',
  trialInvoicesUsed: 10,
  price: '9.99',
  currentPeriodEnd: '2026-12-01',
  cancelAtPeriodEnd: false,
  pastDue: false,
  paymentMethod: { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2040 },
  receipts: [RECEIPT, { ...RECEIPT, id: 'in_2', number: 'R-0002', status: 'void' }],
  notice: null,
};

/** As the payment provider's word has it. */
const billed = (name: string, values: object, words: string | RegExp): ListedState => ({
  name,
  at: '/billing',
  before: ({ answer }) => answer('**/api/billing', { json: { ...BILLING, ...values } }),
  bring: ({ page }) => see(page, words),
});

const verified = (
  name: string,
  state: 'active' | 'confirming' | 'none',
  words: string,
): ListedState => ({
  name,
  at: '/subscription-success',
  anew: true,
  before: ({ answer }) =>
    answer('**/api/verify-subscription', {
      json: {
        state,
        trialInvoicesUsed: 10,
        subscriptionStatus: state === 'active' ? 'active' : 'trial',
        subscriptionPlan: state === 'active' ? 'yearly' : null,
      },
    }),
  async bring({ page }) {
    // The countdown would lead away in the middle of what is looked at.
    await page.evaluate(stopSeconds);
    await see(page, words);
  },
});

export const PLANS: Area = {
  name: 'plans',
  who: 'spent',
  states: [
    {
      name: 'a trial that has ended, in the list',
      at: '/invoices',
      over: ['documents/trial-expired-dialog.tsx'],
      async bring({ page, phone }) {
        await see(page, /^T-\d|Ted|Harbor/);
        await press(page, phone ? 'Create Invoice' : /^(New|Create) Invoice$/);
        await seeDialog(page, 'Free Trial Expired');
      },
    },
    {
      name: 'plans to choose from, with what is wrong with the card',
      at: '/subscribe?from=trial-expired',
      async bring({ page }) {
        await page.getByLabel('Card number').waitFor();
        // Twice: what is wrong with the card leads nowhere.
        for (const _press of [1, 2]) {
          await press(page, /^Subscribe for/);
          await see(page, 'Card number is required');
        }
      },
    },
    {
      name: 'a card that is declined',
      at: '/subscribe?plan=yearly',
      async bring({ page }) {
        await page.getByLabel('Card number').fill('4000000000000002');
        await page.getByLabel('Expiry').fill('0840');
        await page.getByLabel('Security code').fill('123');
        await page.getByLabel('Name on card').fill('Ted Trial');
        await page.locator('form[aria-busy="false"]').waitFor();
        await press(page, /^Subscribe for/);
        await page.locator('form p', { hasText: 'Your card was declined.' }).waitFor();
      },
    },
    {
      name: 'a purchase that could not be begun',
      at: '/subscribe',
      anew: true,
      before: ({ answer }) => refuse({ answer }, '**/api/get-or-create-subscription'),
      bring: ({ page }) => see(page, 'Try again'),
    },
    { name: 'billing of a trial', at: '/billing', bring: ({ page }) => see(page, 'Upgrade Now') },
    verified('no payment was made', 'none', 'No payment was made'),
    verified('a payment that is being confirmed', 'confirming', 'Your payment is being confirmed'),
    verified('welcome', 'active', 'Welcome to Remit!'),
    billed('billing of a plan', {}, 'What the plan includes'),
    billed('a plan that is canceled', { cancelAtPeriodEnd: true }, 'Canceled, still active'),
    billed('a plan that is past due', { pastDue: true }, 'Past due'),
    billed('a plan that has ended', { status: 'canceled', plan: null }, 'Plan ended'),
  ],
};

/** Runs in the page. */
function stopSeconds(): void {
  const start = globalThis.setTimeout;
  const still = (work: () => void, after?: number) => (after === 1_000 ? 0 : start(work, after));
  Object.assign(globalThis, { setTimeout: still });
}
