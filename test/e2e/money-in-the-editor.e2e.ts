/** Invoices as they are written in five countries: to the last unit on the form, the page and in the answer. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { BusinessProfile } from '../../src/shared/profile/profile.contract.ts';
import type { Screen } from './browser.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { editor, fillLine, pickCustomer, seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;

beforeEach(async () => {
  owner = await signUp(server);
  await owner.addCustomer();
});

const visitor = async (screen: Screen) =>
  (await visit({ url: server.url, screen, cookie: owner.cookie })).page;

async function openForm(page: Page): Promise<void> {
  await page.goto('/invoices?new=1');
  await editor(page).getByLabel('Customer', { exact: true }).waitFor();
  await pickCustomer(page, 'Harbor');
}

/** Adds what a document can have besides. */
async function choose(page: Page, name: string): Promise<void> {
  await editor(page).getByRole('button', { name: 'Columns and options' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Switches columns on; the taxes' is on from a business's first rate. */
async function switchOn(page: Page, ...columns: string[]): Promise<void> {
  await editor(page).getByRole('button', { name: 'Columns and options' }).click();
  for (const name of columns) {
    const column = page.getByRole('menuitemcheckbox', { name, exact: true });
    if ((await column.getAttribute('aria-checked')) === 'false') await column.click();
    await eventually(() => column.getAttribute('aria-checked')).toBe('true');
  }
  await page.keyboard.press('Escape');
}

/** Sets the taxes of a line, from 1, by parts of their names. */
async function setTaxes(page: Page, line: number, rates: Record<string, boolean>): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Tax, line ${line}:`) }).click();
  const taxes = page.getByRole('dialog', { name: `Taxes of line ${line}` });
  for (const [name, carried] of Object.entries(rates)) {
    await taxes.getByRole('checkbox', { name: new RegExp(name) }).setChecked(carried);
  }
  await page.keyboard.press('Escape');
  await taxes.waitFor({ state: 'detached' });
}

/** The figures beside the form, from the first to the total. */
const figures = (page: Page) =>
  editor(page)
    .locator('dl')
    .first()
    .locator('dd')
    .evaluateAll((all) => all.map((each) => each.textContent));

/** Saves as a draft, and gives what the API answers, once the page says the same total. */
async function saved(page: Page, total: string): Promise<InvoiceDetail> {
  await editor(page).getByRole('button', { name: 'Save Draft' }).click();
  await seeToast(page, 'Success', 'Invoice created successfully');
  const [made] = await owner.call<InvoiceDetail[]>('GET', '/api/invoices');
  await page.goto(`/invoices/${made?.id}`);
  const state = page.getByRole('region', { name: 'State' });
  await eventually(() => state.innerText()).toContain(total);
  return owner.call('GET', `/api/invoices/${made?.id}`);
}

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('euros: 7.25 hours at 85.50, two VAT rates, 10 % off; the columns stay for the next one', async () => {
    await owner.saveProfile({ businessName: 'Studio Nord', country: 'Germany', currency: 'EUR' });
    const page = await visitor(screen);
    await page.goto('/business-profile');
    await page.getByRole('button', { name: 'VAT 19% and 7%' }).click();
    await page
      .getByRole('region', { name: 'Tax rates' })
      .getByText('7%', { exact: true })
      .waitFor();

    await openForm(page);
    expect(await page.getByLabel('Unit, line 1').count()).toBe(0);
    await switchOn(page, 'Unit', 'Discount', 'Tax');
    await fillLine(page, 'desktop', { description: 'Design', quantity: '7.25', unitPrice: '85.5' });
    await page.getByLabel('Unit, line 1').fill('Hours');
    await page.getByLabel('Unit price, line 1').press('Enter');
    await page.getByLabel('Description, line 2').fill('Printed catalogue');
    await page.getByLabel('Quantity, line 2').fill('20');
    await page.getByLabel('Unit price, line 2').fill('12');
    await setTaxes(page, 2, { '19%': false, '7%': true });
    await choose(page, 'Add discount');
    await page.getByLabel('Discount, percentage or amount').fill('10 %');
    await page.getByLabel('Discount, reason').fill('Returning customer');
    await eventually(() => figures(page)).toEqual([
      '€859.88',
      '−€85.99',
      '€773.89',
      '€106.00',
      '€15.12',
      '€895.01',
    ]);
    expect(await saved(page, '€895.01')).toMatchObject({
      currency: 'EUR',
      lineTotal: '859.88',
      discountTotal: '85.99',
      discounts: [{ reason: 'Returning customer', percent: '10.00', amount: '85.99' }],
      subtotal: '773.89',
      taxTotals: [
        { name: 'VAT', rate: '19.00', category: 'S', base: '557.89', amount: '106.00' },
        { name: 'VAT', rate: '7.00', category: 'S', base: '216.00', amount: '15.12' },
      ],
      taxAmount: '121.12',
      total: '895.01',
      lineItems: [{ quantity: '7.25', unit: 'hour', unitPrice: '85.50', total: '619.88' }, {}],
    });

    await openForm(page);
    expect(await page.getByLabel('Unit, line 1').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Tax, line 1: 19%' }).count()).toBe(1);
    expect(await owner.call<BusinessProfile>('GET', '/api/business-profile')).toMatchObject({
      editorColumns: ['unit', 'discount', 'tax'],
    });
  });
});

describe.each(screens([], ['desktop']))('further countries and means, on the %s', (screen) => {
  test('New York: 8.875 %, an example that is taken over', async () => {
    await owner.saveProfile({ businessName: 'Quill & Co', country: 'United States' });
    const page = await visitor(screen);
    await page.goto('/business-profile');
    await page.getByRole('button', { name: 'New York City 8.875%' }).click();
    await seeToast(page, 'Success');
    await openForm(page);
    await switchOn(page, 'Tax');
    await fillLine(page, 'desktop', { description: 'Prints', quantity: '3', unitPrice: '19.99' });
    await eventually(() => figures(page)).toEqual(['$59.97', '$5.32', '$65.29']);
    expect(await saved(page, '$65.29')).toMatchObject({
      taxRate: '8.875',
      taxTotals: [{ rate: '8.875', base: '59.97', amount: '5.32' }],
      total: '65.29',
    });
  });

  test('Québec: GST and QST, each on the price; a third rate is made in place', async () => {
    await owner.saveProfile({ businessName: 'Atelier', country: 'Canada', currency: 'CAD' });
    for (const [name, rate] of [
      ['GST', '5'],
      ['QST', '9.975'],
    ]) {
      await owner.call('POST', '/api/tax-rates', { name, rate, isDefault: true });
    }
    await owner.call('PUT', '/api/business-profile/editor-columns', { editorColumns: ['tax'] });
    const page = await visitor(screen);
    await openForm(page);
    await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '1234.56' });
    await eventually(() => figures(page)).toEqual([
      'CA$1,234.56',
      'CA$61.73',
      'CA$123.15',
      'CA$1,419.44',
    ]);
    await page.getByRole('button', { name: 'Tax, line 1: 5% + 9.975%' }).click();
    await page.getByRole('button', { name: 'Add a rate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Tax Rate' });
    await dialog.getByLabel('Category').selectOption('Exempt');
    await dialog.getByRole('button', { name: 'Add tax rate' }).click();
    await dialog.getByText('Tax name is required').waitFor();
    await dialog.getByLabel('Name').fill('Exempt');
    await dialog.getByLabel('Reason on the document').fill('Small supplier');
    await dialog.getByRole('button', { name: 'Add tax rate' }).click();
    await dialog.waitFor({ state: 'detached' });
    // It stands alone, and gives way to the others again.
    const rate = (name: RegExp) => page.getByRole('checkbox', { name });
    await eventually(() => rate(/Exempt/).isChecked()).toBe(true);
    expect(await rate(/GST/).isChecked()).toBe(false);
    await rate(/GST/).check();
    await rate(/QST/).check();
    expect(await rate(/Exempt/).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await saved(page, 'CA$1,419.44')).toMatchObject({
      currency: 'CAD',
      taxTotals: [
        { name: 'GST', base: '1234.56', amount: '61.73' },
        { name: 'QST', base: '1234.56', amount: '123.15' },
      ],
      total: '1419.44',
    });
  });

  test('Switzerland: the total is rounded to five centimes, unless the document says otherwise', async () => {
    await owner.saveProfile({
      businessName: 'Atelier Zürich',
      country: 'Switzerland',
      currency: 'CHF',
    });
    const page = await visitor(screen);
    await page.goto('/business-profile');
    await page.getByRole('combobox', { name: 'Currency to round' }).fill('CHF');
    await page.getByRole('option', { name: /^CHF/ }).click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await seeToast(page, 'Success', 'Business profile updated successfully');
    await page.getByRole('button', { name: 'Do not round CHF' }).waitFor();
    await openForm(page);
    await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '123.47' });
    await page.getByLabel('Tax rate in percent').fill('8.1');
    await eventually(() => figures(page)).toEqual([
      'CHF\u00a0123.47',
      'CHF\u00a010.00',
      '\u2212CHF\u00a00.02',
      'CHF\u00a0133.45',
    ]);
    await page.getByLabel('Round total to CHF\u00a00.05').uncheck();
    await eventually(() => figures(page)).toEqual([
      'CHF\u00a0123.47',
      'CHF\u00a010.00',
      'CHF\u00a0133.47',
    ]);
    await page.getByLabel('Round total to CHF\u00a00.05').check();
    expect(await saved(page, 'CHF')).toMatchObject({
      subtotal: '123.47',
      taxAmount: '10.00',
      roundingIncrement: '0.05',
      rounding: '-0.02',
      total: '133.45',
    });
  });

  test('Japan: prices include 10 %, and yen have no decimals', async () => {
    await owner.saveProfile({
      businessName: '工房',
      country: 'Japan',
      currency: 'JPY',
      pricesIncludeTax: true,
    });
    const page = await visitor(screen);
    await openForm(page);
    await fillLine(page, 'desktop', { description: 'Bowl', quantity: '2', unitPrice: '1500' });
    await page.getByLabel('Unit price, line 1').press('Enter');
    await page.getByLabel('Description, line 2').fill('Cup');
    await page.getByLabel('Unit price, line 2').fill('1100');
    await page.getByLabel('Tax rate in percent').fill('10');
    await eventually(() => figures(page)).toEqual(['¥3,727', '¥373', '¥4,100']);
    expect(await page.getByLabel('Unit price, line 1').inputValue()).toBe('1,500');
    expect(await saved(page, '¥4,100')).toMatchObject({
      currency: 'JPY',
      pricesIncludeTax: true,
      subtotal: '3727',
      taxAmount: '373',
      total: '4100',
    });
  });

  test('another currency asks for its exchange rate, at its field', async () => {
    await owner.saveProfile({ businessName: 'Studio Nord', country: 'Germany', currency: 'EUR' });
    await owner.call('POST', '/api/tax-rates', { name: 'VAT', rate: '19', category: 'S' });
    await owner.addCustomer({ company: 'Pacific Ltd', currency: 'USD', email: null });
    const page = await visitor(screen);
    await page.goto('/invoices?new=1');
    await pickCustomer(page, 'Pacific');
    const form = editor(page);
    expect(await form.getByLabel('Currency').inputValue()).toBe('USD – US Dollar');
    await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '100' });
    await form.getByLabel('Tax rate in percent').fill('19');
    await form.getByRole('button', { name: 'Create & Send' }).click();
    await form.getByText('Enter the exchange rate of the day of supply').waitFor();
    await eventually(() =>
      form.getByLabel('Exchange rate').evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await form.getByLabel('Exchange rate').fill('0.9215');
    // Of the document's day, until another one is said.
    const day = form.getByLabel('Date of rate', { exact: true });
    const issued = await form.getByLabel('Issue date', { exact: true }).inputValue();
    expect(await day.inputValue()).toBe(issued);
    await day.fill('2026-01-15');
    await form.getByRole('button', { name: 'Create & Send' }).click();
    await seeToast(page, 'No Email Address');
    const [made] = await owner.call<InvoiceDetail[]>('GET', '/api/invoices');
    expect(await owner.call('GET', `/api/invoices/${made?.id}`)).toMatchObject({
      currency: 'USD',
      exchangeRate: {
        from: 'USD',
        to: 'EUR',
        rate: '0.9215',
        date: '2026-01-15',
        source: null,
      },
      total: '119.00',
    });
    // The next document is in the business's currency, and says nothing of currencies.
    await openForm(page);
    expect(await form.getByLabel('Currency').count()).toBe(0);
    await choose(page, 'Change currency');
    await form.getByLabel('Currency').fill('swiss');
    await page.getByRole('option', { name: 'CHF – Swiss Franc' }).click();
    await form.getByLabel('Date of rate', { exact: true }).waitFor();
  });

  test('a customer with a treatment of their own gets it, with its reason, though no column is on', async () => {
    await owner.saveProfile({
      businessName: 'Studio Nord',
      country: 'Germany',
      currency: 'EUR',
      vatId: 'DE123456789',
    });
    const taxExemptionReason = 'Reverse charge, article 196 of Directive 2006/112/EC';
    const page = await visitor(screen);
    await page.goto('/customers');
    await page.getByRole('button', { name: 'Add Customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await dialog.getByLabel('Name').fill('Pieter Vos');
    expect(await dialog.getByLabel('VAT ID').isVisible()).toBe(false);
    await dialog.getByText('Tax and currency').click();
    await dialog.getByLabel('VAT ID').fill('NL 1234.56789.B01');
    await dialog.getByLabel('Tax treatment').selectOption('Reverse charge');
    await dialog.getByLabel('Reason on the document').fill(taxExemptionReason);
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await seeToast(page, 'Success');
    await page.goto('/invoices?new=1');
    await pickCustomer(page, 'Pieter');
    await page.getByRole('button', { name: 'Tax, line 1: Reverse charge' }).waitFor();
    await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '100' });
    expect(await saved(page, '€100.00')).toMatchObject({
      taxTotals: [
        { category: 'AE', base: '100.00', amount: '0.00', exemptionReason: taxExemptionReason },
      ],
      total: '100.00',
    });
    expect(await owner.call<BusinessProfile>('GET', '/api/business-profile')).toMatchObject({
      editorColumns: [],
    });
  });

  test('the keyboard alone adds and removes, and loses nobody', async () => {
    await owner.call('POST', '/api/tax-rates', { name: 'VAT', rate: '19', category: 'S' });
    const page = await visitor(screen);
    await openForm(page);
    const options = editor(page).getByRole('button', { name: 'Columns and options' });
    const press = async (entry: string) => {
      await options.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
    };
    await press('Add discount');
    await untilFocused(page.getByLabel('Discount, percentage or amount'));
    await press('Add charge');
    await untilFocused(page.getByLabel('Charge, percentage or amount'));
    await page.getByRole('button', { name: 'Remove discount' }).press('Enter');
    await untilFocused(page.getByRole('button', { name: 'Remove charge' }));
    await page.keyboard.press('Enter');
    await untilFocused(options);

    await page.goto('/business-profile');
    const actions = page.getByRole('button', { name: 'Actions for VAT 19%' });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await untilFocused(page.getByLabel('Name', { exact: true }));
    await page.keyboard.press('Escape');
    await untilFocused(actions);
  });

  test('an edit that touches nothing of the money keeps all of it', async () => {
    const [customer] = await owner.call<{ id: number }[]>('GET', '/api/customers');
    const tax = (rate: string) => [{ name: 'VAT', rate, category: 'S' }];
    const before = await owner.addInvoice(customer?.id ?? 0, {
      status: 'draft',
      taxRate: '0',
      discounts: [{ reason: 'Returning customer', percent: '10' }],
      lineItems: [
        {
          description: 'Design',
          quantity: '7.25',
          unit: 'hour',
          unitPrice: '85.5',
          taxes: tax('19'),
        },
        { description: 'Printed catalogue', quantity: '20', unitPrice: '12', taxes: tax('7') },
      ],
    });
    const page = await visitor(screen);
    await page.goto(`/invoices/${before.id}?edit=1`);
    const form = editor(page, 'Edit Invoice');
    await form.getByLabel('PO number').fill('PO-7');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Success', 'Invoice updated successfully');
    const after = await owner.call<InvoiceDetail>('GET', `/api/invoices/${before.id}`);
    const { lineItems, taxTotals, discounts, charges, total, currency, rounding } = before;
    expect(after).toMatchObject({
      poNumber: 'PO-7',
      lineItems: lineItems.map(({ id: _id, ...line }) => line),
      taxTotals,
      discounts,
      charges,
      total,
      currency,
      rounding,
    });
  });
});

describe.each(screens([], ['phone']))('on the %s', (screen) => {
  test('a line with its unit, discount and taxes, and a discount on all', async () => {
    await owner.saveProfile({ businessName: 'Studio Nord', country: 'Germany', currency: 'EUR' });
    for (const rate of ['19', '7']) {
      const isDefault = rate === '19';
      await owner.call('POST', '/api/tax-rates', { name: 'VAT', rate, category: 'S', isDefault });
    }
    await owner.call('PUT', '/api/business-profile/editor-columns', {
      editorColumns: ['unit', 'discount', 'tax'],
    });
    const page = await visitor(screen);
    await openForm(page);
    const form = editor(page);
    await form.getByRole('button', { name: /what is it for/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Line 1' });
    await sheet.getByLabel('Description').fill('Design');
    await sheet.getByLabel('Quantity').fill('7.25');
    await sheet.getByLabel('Unit price').fill('85.5');
    await sheet.getByLabel('Unit', { exact: true }).fill('hour');
    await sheet.getByLabel('Discount').fill('10%');
    await sheet.getByRole('checkbox', { name: /7%/ }).check();
    await sheet.getByRole('checkbox', { name: /19%/ }).uncheck();
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await form.getByText('7.25 hours × €85.50, less 10%, 7%').waitFor();
    await choose(page, 'Add discount');
    await page.getByLabel('Discount, percentage or amount').fill('7.89');
    // 619.88 − 61.99 = 557.89; − 7.89 = 550.00; 7 %: 38.50.
    await eventually(() => figures(page)).toEqual(['−€7.89', '€550.00', '€38.50']);
    await form.getByText('€588.50').first().waitFor();
    expect(await saved(page, '€588.50')).toMatchObject({ total: '588.50', subtotal: '550.00' });
  });
});
