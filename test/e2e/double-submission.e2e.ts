/**
 * A form that is submitted twice writes once: the second press comes while the first is on its way, or
 * while what was submitted still stands. Only `npm run test:all` looks at it, in time as people press;
 * that each dialog refuses a second press is shown by `src/web/pages/double-submission.test.tsx`.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { isRest } from '../run.ts';
import { browserForFile, eventually } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { editor, fillLine, pickCustomer } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();
/** Longer than an answer takes and what it closes fades. */
const AFTERWARDS_MS = 900;

let owner: Owner;
let page: Page;

beforeAll(async () => {
  owner = await signUp(server);
  await owner.addCustomer();
  await owner.call('POST', '/api/number-series', { kind: 'invoice', pattern: 'D-{SEQ:4}' });
});

beforeEach(async () => {
  ({ page } = await visit({ url: server.url, screen: 'desktop', cookie: owner.cookie }));
});

/** Presses again at the same place, whatever stands there by then. */
async function pressTwice(name: string, afterMs: number): Promise<void> {
  const button = page.getByRole('button', { name }).last();
  const box = await button.boundingBox();
  if (!box) throw new Error(`${name} is not in sight`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(afterMs);
  await page.mouse.click(x, y);
}

const countAll = async (customerId: number) => ({
  invoices: (await owner.call<InvoiceDetail[]>('GET', '/api/invoices')).length,
  messages: (await owner.call<unknown[]>('GET', '/api/emails')).length,
  customers: (await owner.call<unknown[]>('GET', '/api/customers')).length,
  payments: (await owner.call<unknown[]>('GET', `/api/payments?customerId=${customerId}`)).length,
});

describe.runIf(isRest)('pressed again', () => {
  test.each([50, 120, 300])('after %i ms', async (afterMs) => {
    const [{ id: customerId }] = await owner.call<[{ id: number }]>('GET', '/api/customers');
    const before = await countAll(customerId);

    await page.goto('/invoices?new=1');
    await pickCustomer(page, 'Harbor');
    await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '150' });
    await pressTwice('Create & Send', afterMs);
    await page.waitForTimeout(AFTERWARDS_MS);

    await page.goto('/customers?new=1');
    await page.getByLabel('Name', { exact: true }).fill(`Twice ${randomUUID()}`);
    await pressTwice('Add customer', afterMs);
    await page.waitForTimeout(AFTERWARDS_MS);

    const [{ id }] = await owner.call<[InvoiceDetail]>('GET', '/api/invoices');
    await page.goto(`/invoices/${id}`);
    await page.getByRole('button', { name: 'Mark as Paid' }).click();
    await page.getByRole('dialog', { name: 'Mark Invoice as Paid' }).waitFor();
    await pressTwice('Mark as Paid', afterMs);
    await page.waitForTimeout(AFTERWARDS_MS);

    expect(await countAll(customerId)).toEqual({
      invoices: before.invoices + 1,
      messages: before.messages + 1,
      customers: before.customers + 1,
      payments: before.payments + 1,
    });
  });

  test('by the keys of the editor', async () => {
    const count = () =>
      owner.call<InvoiceDetail[]>('GET', '/api/invoices').then(({ length }) => length);
    const before = await count();
    for (const afterMs of [50, 120, 300]) {
      await page.goto('/invoices?new=1');
      await pickCustomer(page, 'Harbor');
      await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '150' });
      await page.keyboard.press('Control+Enter');
      await page.waitForTimeout(afterMs);
      await page.keyboard.press('Control+Enter');
      await editor(page).waitFor({ state: 'hidden' });
    }
    await eventually(count).toBe(before + 3);
  });

  test('a button is pressed, though the field before it shows a fault as it is left', async () => {
    await page.goto('/invoices?new=1');
    await pickCustomer(page, 'Harbor');
    await fillLine(page, 'desktop', { description: 'Plan', quantity: '1', unitPrice: '150' });
    await page.getByRole('button', { name: 'Columns and options' }).click();
    await page.getByRole('menuitem', { name: 'Add discount' }).click();
    const discount = page.getByLabel('Discount, percentage or amount');
    const sum = page.getByRole('button', { name: 'Add line' });
    await discount.fill('ten');
    await sum.scrollIntoViewIfNeeded();
    await sum.click();
    await page.getByLabel('Description, line 2', { exact: true }).waitFor();
    await page.getByLabel('Remove discount').focus();
    await discount.focus();
    await page.getByRole('button', { name: 'Remove discount' }).click();
    await discount.waitFor({ state: 'detached' });
  });
});
