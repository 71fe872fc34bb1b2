import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { OpenedDatabase } from '../database/open-test-database.ts';
import { openTestDatabase } from '../database/open-test-database.ts';
import { payingTogether } from '../payments/combined-world.ts';
import type { Business, PaymentWorld } from '../payments/payment-world.ts';
import { openPaymentWorld } from '../payments/payment-world.ts';
import { expectAccessible } from './axe.ts';
import { browserForFile, screens } from './browser.ts';
import { rail, seeToast } from './screen-words.ts';

const { visit } = browserForFile();
let opened: OpenedDatabase;
let world: PaymentWorld;
let ada: Business;

beforeAll(async () => {
  opened = await openTestDatabase('embedded');
  world = await openPaymentWorld(opened.db, {}, { webDir: resolve('dist/web') });
  ada = await world.business(['stripe']);
});
afterAll(async () => {
  await world.close();
  await opened.remove();
});

test.each(screens(['desktop']))(
  'an owner sees which invoices a payment covers, and gives a part of it back (%s)',
  async (screen) => {
    const marta = payingTogether(opened.db, world, ada);
    const made = (await marta.invoices('1200', '450', '80')) as [
      InvoiceDetail,
      InvoiceDetail,
      InvoiceDetail,
    ];
    await world.payByCard(await marta.link(made));
    await world.delivered();
    const [first, , last] = made;
    const { page } = await visit({ url: world.address, screen, cookie: ada.cookie });
    await page.goto(`/invoices/${first.id}`);
    await page
      .getByText('$1,200.00 paid by Visa ending 4242, of $1,730.00 for 3 invoices')
      .waitFor();
    await rail(page).getByText('$1,200.00 settles this invoice').waitFor();
    await rail(page).getByText(`$80.00 settles ${last.invoiceNumber}`).waitFor();
    await rail(page)
      .getByRole('button', { name: /^Refund/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Refund Payment' });
    await dialog
      .getByText('This payment covers 3 invoices. A refund reopens the last one first.')
      .waitFor();
    await dialog.getByLabel('Amount').fill('100');
    await dialog.getByText('$1,200.00 stays paid').waitFor();
    await dialog.getByText('$20.00 of $450.00 due again').waitFor();
    await dialog.getByText('$80.00 due again').waitFor();
    await expectAccessible(page, 'the refund of a payment for several invoices');
    await dialog.getByRole('button', { name: 'Refund $100.00' }).click();
    await seeToast(page, 'Success', '$100.00 refunded');
    await rail(page).getByRole('link', { name: last.invoiceNumber }).waitFor({ state: 'detached' });
    await page.getByText('$100.00 refunded, of a payment for 3 invoices').waitFor();
    const dues = (await marta.read(made)).map(({ amountDue }) => amountDue);
    expect(dues).toEqual(['0.00', '20.00', '80.00']);
  },
);
