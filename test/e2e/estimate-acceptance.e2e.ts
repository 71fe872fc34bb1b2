import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { payNow, takePayments } from './checkout.ts';
import type { Owner } from './owner.ts';
import { daysFromNow, signUp } from './owner.ts';
import { untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
let owner: Owner;
let customerId: number;

beforeAll(async () => {
  owner = await signUp(server);
  await takePayments(owner);
  customerId = (await owner.addCustomer()).id;
});

let made = 0;
function addEstimate(values: object = {}): Promise<EstimateDetail> {
  made += 1;
  return owner.call('POST', '/api/estimates', {
    customerId,
    estimateNumber: `EST-E2E-${made}`,
    status: 'sent',
    issueDate: daysFromNow(0),
    expiryDate: daysFromNow(30),
    terms: 'Half in advance, the rest on delivery.',
    deposit: { amount: '500' },
    onAcceptance: 'send',
    lineItems: [{ description: 'Garden plan', quantity: '4', unitPrice: '250' }],
    ...values,
  });
}
const read = (id: number) => owner.call<EstimateDetail>('GET', `/api/estimates/${id}`);

/** Draws as a hand does, over a part of the area. */
async function draw(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: 'Draw your signature here' }).boundingBox();
  if (!box) throw new Error('there is nowhere to draw');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.5));
  await page.mouse.down();
  for (const step of [1, 2, 3, 4, 5, 6]) {
    await page.mouse.move(...at(0.2 + step * 0.1, step % 2 ? 0.25 : 0.7));
  }
  await page.mouse.up();
}

async function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('an estimate is signed in its newest version, and leads to the payment of its deposit', async () => {
    const estimate = await addEstimate();
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/view-estimate/${estimate.publicId}`);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const accept = page.getByRole('button', { name: 'Accept $1,000.00' });
    await accept.click();
    await page.getByText('Name is required').waitFor();
    await page.getByLabel('Your name').fill('Marta Lindqvist');
    expect(await page.getByText('Name is required').count()).toBe(0);
    await accept.click();
    await page.getByText('Agree to the terms to accept the estimate').waitFor();

    // What is changed meanwhile is read again, and nothing that was typed is lost.
    await owner.call('PUT', `/api/estimates/${estimate.id}`, { terms: 'Half of it in advance.' });
    await page.getByLabel('I agree to the terms').check();
    await accept.click();
    await page.getByText('This estimate has changed since you opened it.').waitFor();
    await page.getByRole('group', { name: 'Terms' }).getByText('Half of it in advance.').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Marta Lindqvist');
    await page.getByLabel('I agree to the terms').check();
    await accept.click();

    await page.getByText('Accepted by Marta Lindqvist on').waitFor();
    // The form was long: what came of it is in sight.
    await eventually(() => isInSight(page.getByRole('link', { name: 'Pay the deposit' }))).toBe(
      true,
    );
    await page.getByRole('link', { name: 'Pay the deposit of $500.00' }).click();
    await page.waitForURL(/\/pay-invoice\//);
    await payNow(page).waitFor();

    const accepted = await read(estimate.id);
    expect(accepted.acceptance).toMatchObject({
      name: 'Marta Lindqvist',
      way: 'typed',
      terms: 'Half of it in advance.',
      revision: 2,
      strokes: null,
    });
    const { page: owners } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await owners.goto(`/estimates/${estimate.id}`);
    const rail = owners.getByRole('region', { name: 'Acceptance' });
    await rail.getByText(accepted.acceptance?.sha256 ?? '').waitFor();
    expect(await rail.getByRole('img', { name: 'Signature of Marta Lindqvist' }).count()).toBe(0);
    // It is accepted by now: saving it makes nothing.
    await owners.goto(`/estimates/${estimate.id}?edit=1`);
    await owners.getByRole('dialog', { name: 'Edit Estimate' }).waitFor();
    expect(await owners.getByText(/closes the estimate/).count()).toBe(0);
  });
});

describe.each(screens(['phone']))('on the %s', (screen) => {
  test('lines are chosen before it is signed by hand, and the total follows', async () => {
    const estimate = await addEstimate({
      deposit: null,
      onAcceptance: 'nothing',
      lineItems: [
        { description: 'Garden plan', quantity: '1', unitPrice: '1000' },
        { description: 'Lighting', quantity: '1', unitPrice: '300', optional: true },
        {
          description: 'Trees',
          quantity: '4',
          unitPrice: '50',
          minQuantity: '2',
          maxQuantity: '9',
        },
      ],
    });
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/view-estimate/${estimate.publicId}`);
    await page.getByText('Choose what you would like among the lines first.').waitFor();
    await page.getByLabel('Include Lighting').uncheck();
    await page.getByText('Accept or decline $1,200.00 here').waitFor();
    const trees = page.getByLabel('Quantity of Trees');
    // A number is typed digit by digit: "0" is the beginning of one, and the field stays.
    await trees.fill('0');
    await page.getByText('“Trees” cannot be left out').waitFor();
    await trees.fill('3');
    await page.getByText('Accept or decline $1,150.00 here').waitFor();
    await trees.fill('4');
    await page.getByText('Accept or decline $1,200.00 here').waitFor();
    await trees.fill('10');
    await page.getByText('The quantity of “Trees” can be from 2 to 9').waitFor();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByLabel('Your name').fill('Marta Lindqvist');
    await page.getByLabel('Draw it').check();
    await page.getByRole('button', { name: 'Accept $1,200.00' }).click();
    await page.getByText('Draw your signature, or type your name instead').waitFor();
    await draw(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await draw(page);
    await page.getByLabel('I agree to the terms').check();
    await page.getByRole('button', { name: 'Accept $1,200.00' }).click();
    await page.getByRole('alert').getByText('can be from 2 to 9').waitFor();
    await trees.fill('9');
    await page.getByRole('button', { name: 'Accept $1,450.00' }).click();
    await page.getByText('Accepted by Marta Lindqvist on').waitFor();
    expect(await page.getByText('Lighting').count()).toBe(0);
    const accepted = await read(estimate.id);
    expect(accepted).toMatchObject({
      total: '1450.00',
      acceptance: { revision: 2, way: 'drawn' },
    });
    // What was taken back is not part of it.
    expect(accepted.acceptance?.strokes?.map((stroke) => stroke.length > 1)).toEqual([true]);
    const { page: owners } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await owners.goto(`/estimates/${estimate.id}`);
    await owners.getByText('Without “Lighting”; 9 of “Trees”, 4 offered').waitFor();
    await owners.getByRole('img', { name: 'Signature of Marta Lindqvist' }).waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', (screen) => {
  test('an estimate is declined with a reason, by the keyboard', async () => {
    const estimate = await addEstimate();
    const { page } = await visit({ url: server.url, screen });
    await page.goto(`/view-estimate/${estimate.publicId}`);
    await page.getByRole('button', { name: 'Decline', exact: true }).press('Enter');
    await untilFocused(page.getByLabel('Reason (optional)'));
    await page.keyboard.type('Too late for us');
    const font = (selector: string) =>
      page.$eval(selector, (one) => getComputedStyle(one).fontFamily);
    expect(await font('textarea')).toBe(await font('main'));
    await page.getByRole('button', { name: 'Decline', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'You declined this estimate' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'This estimate is closed' }).waitFor();
    const { status, history } = await read(estimate.id);
    expect(status).toBe('rejected');
    expect(history).toContainEqual(
      expect.objectContaining({ type: 'estimate.declined', data: { reason: 'Too late for us' } }),
    );
  });

  test('a quantity stays as it was typed while its line is left out, and is asked for again after an outage', async () => {
    const estimate = await addEstimate({
      deposit: null,
      onAcceptance: 'nothing',
      lineItems: [
        { description: 'Garden plan', quantity: '1', unitPrice: '1000' },
        {
          description: 'Tiles',
          quantity: '1200',
          unitPrice: '1',
          optional: true,
          minQuantity: '0.5',
          maxQuantity: '2000',
        },
      ],
    });
    const { page, expectOutage } = await visit({ url: server.url, screen });
    await page.goto(`/view-estimate/${estimate.publicId}`);
    const tiles = page.getByLabel('Quantity of Tiles');
    // As it can be typed: with a comma it would be no number.
    expect(await tiles.inputValue()).toBe('1200');
    await tiles.fill('0');
    await page.getByText('Accept or decline $1,000.00 here').waitFor();
    await tiles.fill('0.5');
    await page.getByText('Accept or decline $1,000.50 here').waitFor();
    await page.getByLabel('Include Tiles').uncheck();
    await page.getByText('Accept or decline $1,000.00 here').waitFor();
    expectOutage();
    await page.route('**/choose', (route) => route.abort());
    await page.getByLabel('Include Tiles').check();
    expect(await tiles.inputValue()).toBe('0.5');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByLabel('Your name').fill('Marta Lindqvist');
    await page.getByLabel('I agree to the terms').check();
    await page.getByRole('button', { name: /^Accept \$/ }).click();
    await page
      .getByRole('alert')
      .getByText(/try again in a moment/)
      .waitFor();
    await page.unroute('**/choose');
    await page.getByRole('button', { name: 'Accept $1,000.50' }).click();
    await page.getByText('Accepted by Marta Lindqvist on').waitFor();
  });

  test('what is to be chosen, and what acceptance does, is written in the editor', async () => {
    const estimate = await addEstimate({ onAcceptance: null });
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto(`/estimates/${estimate.id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const option = async (name: string) => {
      await page.getByRole('button', { name: 'Columns and options' }).click();
      await page.getByText(name, { exact: true }).click();
    };
    await option('Choose what acceptance does');
    await page.getByLabel('After online acceptance').selectOption('Issue and send the invoice');
    await option('Customer’s choice');
    await page.getByLabel('Optional, line 1').check();
    await page.getByLabel('Maximum quantity, line 1').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Maximum quantity must be at least the quantity, 4').waitFor();
    await page.getByLabel('Maximum quantity, line 1').fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Estimate Updated').waitFor();
    expect(await read(estimate.id)).toMatchObject({
      onAcceptance: 'send',
      lineItems: [{ optional: true, minQuantity: null, maxQuantity: '12.00' }],
    });
  });
});
