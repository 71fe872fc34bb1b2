/** A customer's own page: how it is opened, what stands there, and what can be done. */
import type { Area, ListedState } from './listed-state.ts';
import { press, see } from './steps.ts';

const linked = (
  name: string,
  which: 'fresh' | 'used',
  bring: ListedState['bring'],
): ListedState => ({ name, at: `/portal#:token`, of: ({ links }) => links[which], bring });

export const PORTAL: Area = {
  name: 'the portal of a customer',
  who: 'guest',
  states: [
    {
      name: 'all documents of a customer',
      at: '/portal',
      async bring({ page }) {
        await see(page, 'Open invoices');
        await press(page, 'Payments');
        await see(page, /Visa ending/);
      },
    },
    {
      name: 'invoices that are selected',
      at: '/portal',
      async bring({ page, made }) {
        for (const which of ['planned', 'leftOut'] as const) {
          await page.getByLabel(`Select ${made.charges[which].invoiceNumber}`).check();
        }
        await see(page, /^Pay selected \(2\)/);
      },
    },
    {
      name: 'contact details that are refused',
      at: '/portal',
      async bring({ page }) {
        await press(page, 'Propose changes');
        await page.getByLabel('Email', { exact: true }).fill('marta');
        await press(page, 'Send proposal');
        await see(page, 'Enter a valid email address');
      },
    },
    {
      name: 'another card',
      at: '/portal',
      async bring({ page }) {
        await press(page, /^Change card/);
        await see(page, /to charge this card in place of/);
      },
    },
    {
      name: 'the end of automatic payment',
      at: '/portal',
      async bring({ page }) {
        await press(page, /^End automatic payment by/);
        await see(page, /may not charge .* any more$/);
      },
    },
  ],
};

export const PORTAL_LINKS: Area = {
  name: 'links to the portal',
  who: 'nobody',
  states: [
    linked('a link that is opened', 'fresh', ({ page }) => see(page, 'Your documents')),
    linked('a link that was used', 'used', async ({ page }) => {
      await press(page, 'Open');
      await see(page, 'This link has been used. Ask for a new one.');
    }),
    {
      name: 'a visit that has ended',
      at: '/portal',
      bring: ({ page }) => see(page, 'Your visit has ended'),
    },
  ],
};
