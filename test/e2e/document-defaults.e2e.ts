import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserForFile, eventually, screens } from './browser.ts';
import { signUp } from './owner.ts';
import { editor, pickCustomer, seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

/** From the issue date of an open editor to the date of this name. */
async function expectDays(page: Page, title: string, name: string, days: number): Promise<void> {
  const date = async (label: string) =>
    new Date(await editor(page, title).getByLabel(label, { exact: true }).inputValue()).getTime();
  const [issued, ends] = [await date('Issue date'), await date(name)];
  expect((ends - issued) / 86_400_000).toBe(days);
}

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('new documents begin with what the profile says, and keep what is typed', async () => {
    const owner = await signUp(server, 'Nora Field');
    await owner.addCustomer();
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const section = page.getByRole('region', { name: 'Document defaults' });
    const field = (name: string) => section.getByLabel(new RegExp(`^${name}`));
    const due = field('Days until invoices are due');
    await section.getByText('Leave empty for 30 days.').first().waitFor();
    await section
      .getByText('Leave empty for “This estimate is valid for 30 days from the issue date.”')
      .waitFor();
    await due.fill('soon');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await section.getByText('Days until due must be a whole number from 0 to 3,650').waitFor();
    await page.getByText('Days until invoices are due needs attention.').waitFor();
    await due.fill('14');
    await field('Days until estimates expire').fill('7');
    await section
      .getByText('Leave empty for “This estimate is valid for 7 days from the issue date.”')
      .waitFor();
    await field('Invoice notes').fill('Thank you for your business.');
    await field('Invoice terms').fill('Late payments cost 2%.');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await seeToast(page, 'Success', 'Business profile created successfully');
    await page.reload();
    await eventually(() => due.inputValue()).toBe('14');

    await page.goto('/invoices?new=1');
    const invoice = editor(page);
    await pickCustomer(page, 'Marta');
    await expectDays(page, 'Create New Invoice', 'Due date', 14);
    if (screen === 'phone') await invoice.getByText('Notes', { exact: true }).click();
    const notes = invoice.getByRole('textbox', { name: /^Notes/ });
    const terms = invoice.getByRole('textbox', { name: /^Terms/ });
    expect(await notes.inputValue()).toBe('Thank you for your business.');
    expect(await terms.inputValue()).toBe('Late payments cost 2%.');
    await terms.fill('In advance.');
    // What was typed survives, and is not put back to the default.
    await page.reload();
    await invoice.waitFor();
    if (screen === 'phone') await invoice.getByText('Notes', { exact: true }).click();
    await eventually(() => terms.inputValue()).toBe('In advance.');

    await page.goto('/estimates?new=1');
    const estimate = editor(page, 'Create Estimate');
    await estimate.waitFor();
    await expectDays(page, 'Create Estimate', 'Expiry date', 7);
    if (screen === 'phone') await estimate.getByText('Notes', { exact: true }).click();
    expect(await estimate.getByRole('textbox', { name: /^Terms/ }).inputValue()).toBe(
      'This estimate is valid for 7 days from the issue date.',
    );
  });
});
