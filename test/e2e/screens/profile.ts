/** The business profile: its sections, and the dialogs that they open. */
import type { Area, ListedState, Stage } from './listed-state.ts';
import { change, choose, press, see, seeDialog, seeMenu } from './steps.ts';

const PROFILE = '/business-profile';
const FOLDER = 'features/profile';

const onProfile = (
  name: string,
  bring: (stage: Stage) => Promise<unknown>,
  over: readonly string[] = [],
): ListedState => ({ name, at: PROFILE, over: over.map((file) => `${FOLDER}/${file}`), bring });

/** A dialog that a button opens. */
const pressed = (
  name: string,
  button: string | RegExp,
  over: string,
  bring: (stage: Stage) => Promise<unknown> = ({ page }) => seeDialog(page),
): ListedState =>
  onProfile(
    name,
    async (stage) => {
      await press(stage.page, button);
      await bring(stage);
    },
    [over],
  );

const REMINDER = /^Actions for the reminder 7 days after/;

/** Where payments, reminders and emails are set up. */
export const PROFILE_OF_OWNER: Area = {
  name: 'the business profile',
  who: 'owner',
  states: [
    onProfile('a business profile, with its webhook', async ({ page }) => {
      await page.getByText('Stripe notifies Remit of payments as they happen').click();
      await see(page, 'Webhook address');
    }),
    pressed('replacing the logo', /^Replace/, 'logo-field.tsx'),
    pressed('removing the logo', 'Remove logo', 'logo-field.tsx'),
    pressed('the sample of a document', 'Preview PDF', 'live-preview.tsx', async ({ page }) =>
      (await seeDialog(page, 'PDF preview')).getByRole('img').first().waitFor(),
    ),
    pressed('disconnecting a provider', 'Disconnect', 'payment-settings.tsx'),
    onProfile('a connection that was tested, and refused', async ({ page }) => {
      const stripe = page.getByRole('region', { name: 'Card payments by Stripe', exact: true });
      await stripe.getByLabel('Secret key').fill('sk_test_no');
      await press(stripe, 'Test connection');
      await stripe.locator('[data-tone=bad]').waitFor();
    }),
    pressed(
      'a series of numbers, with a fault',
      /^Use a series for estimates/,
      'numbers/number-series-dialog.tsx',
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Use a series for estimates');
        await dialog.getByLabel('Pattern').fill('RE-{YYYY}');
        await press(dialog, 'Add series');
        await see(dialog, /^The pattern needs a counter/);
      },
    ),
    pressed(
      'a template, with a preview',
      'Edit the invoice template',
      'email-templates/template-dialog.tsx',
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Invoice email');
        await press(dialog, 'Preview');
        await see(dialog, /^As it would be sent|Nothing is sent now/);
      },
    ),
    pressed(
      'a template, with a fault',
      'Edit the refund template',
      'email-templates/template-dialog.tsx',
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Refund email');
        await dialog.getByLabel('Message').fill('Dear {customer}');
        await press(dialog, 'Save template');
        await see(dialog, /^Message must contain \{message\}/);
      },
    ),
    onProfile('the menu of a reminder', ({ page }) => seeMenu(page, REMINDER), [
      'reminders/reminders-card.tsx',
    ]),
    onProfile(
      'a reminder as it would be sent',
      async ({ page }) => {
        await choose(page, REMINDER, 'Preview');
        await see(await seeDialog(page, 'Preview'), /^As it would be sent/);
      },
      ['reminders/reminder-preview.tsx'],
    ),
    pressed(
      'a new reminder, with faults',
      'Add a reminder',
      'reminders/reminder-dialog.tsx',
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Add reminder');
        await dialog.getByLabel('Days').fill('7');
        await dialog.getByLabel('Message').fill('Please pay {amount}');
        await press(dialog, 'Add reminder');
        await see(dialog, 'Another reminder is planned for that day');
      },
    ),
    pressed(
      'the late fee, with a fault',
      'Edit late fee',
      'reminders/late-fee-dialog.tsx',
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Late fee');
        await dialog.getByLabel('Percent a month').fill('');
        await press(dialog, 'Save changes');
        await see(dialog, 'Percent is required');
      },
    ),
    onProfile(
      'a profile that was changed elsewhere',
      async ({ page, answer, made }) => {
        const stored = await made.owner.call<{ version: number }>('GET', '/api/business-profile');
        const current = { ...stored, version: stored.version + 1, businessName: 'Theirs' };
        await answer('**/api/business-profile/*', {
          status: 409,
          json: { code: 'STALE', message: 'Changed.', current },
        });
        await page.getByLabel('Business name').fill('Mine');
        await press(page, 'Save profile');
        await seeDialog(page, /changed elsewhere/);
      },
      ['profile-form.tsx'],
    ),
  ],
};

const DOMAIN = {
  name: 'marram-studio.com',
  recordName: '_remit.marram-studio.com',
  recordValue: 'remit-verification=0123456789abcdef0123456789abcdef',
};

const verifyDomain = (stage: Pick<Stage, 'answer'>, verifiedAt: string | null) =>
  change(stage, '**/api/sender', (sender) => ({ ...sender, domain: { ...DOMAIN, verifiedAt } }));

/** Taxes, series, columns and currencies, where a business has them. */
export const PROFILE_OF_NORD: Area = {
  name: 'the profile of a business with taxes and series',
  who: 'nord',
  states: [
    {
      ...onProfile('tax rates, series, and a domain that is not verified yet', ({ page }) =>
        see(page, 'Check now'),
      ),
      before: ({ answer }) => verifyDomain({ answer }, null),
    },
    {
      ...onProfile('a domain that is verified', ({ page }) => see(page, /is verified$/)),
      anew: true,
      before: ({ answer }) => verifyDomain({ answer }, new Date().toISOString()),
    },
    onProfile('a currency whose totals are rounded', async ({ page }) => {
      await page.getByRole('combobox', { name: 'Currency to round' }).fill('CHF');
      await page.getByRole('option', { name: /^CHF/ }).click();
      await page.getByLabel('CHF is rounded to').selectOption('0.10');
    }),
    onProfile('the menu of a tax rate', ({ page }) => seeMenu(page, 'Actions for VAT 19%'), [
      'taxes/tax-rates-card.tsx',
    ]),
    pressed(
      'a new tax rate, with what is missing',
      'Add a rate',
      'taxes/tax-rate-dialog.tsx',
      async ({ page }) => {
        const dialog = await seeDialog(page, 'Add New Tax Rate');
        await dialog.getByLabel('Category').selectOption('Exempt');
        await press(dialog, 'Add tax rate');
        await see(dialog, 'Tax name is required');
      },
    ),
    onProfile(
      'the menu of a series',
      ({ page }) => seeMenu(page, /^Actions for the series of invoices/),
      ['numbers/numbers-card.tsx'],
    ),
    onProfile(
      'going back to typing numbers',
      async ({ page }) => {
        await choose(page, /^Actions for the series of invoices/, 'Go back to typing numbers');
        await seeDialog(page, 'Go back to typing numbers?');
      },
      ['numbers/numbers-card.tsx'],
    ),
    pressed('locking issued invoices', 'Lock issued invoices', 'numbers/issued-invoices-card.tsx'),
    onProfile(
      'a series that is edited',
      async ({ page }) => {
        await choose(page, /^Actions for the series of invoices/, /^(Edit|Replace)$/);
        await see(await seeDialog(page), 'Pattern');
      },
      ['numbers/number-series-dialog.tsx'],
    ),
  ],
};
