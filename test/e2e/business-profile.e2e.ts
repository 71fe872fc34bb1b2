import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { browserForFile, eventually, SCREENS } from './browser.ts';
import { signUp } from './owner.ts';
import { colorShare, pdfText } from './pdf-text.ts';
import { seeToast } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

describe.each(SCREENS)('on the %s', (screen) => {
  test('what is wrong is said under its field, and what is right is saved', async () => {
    const owner = await signUp(server, 'Nora Field');
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const name = page.getByLabel('Business name');
    await eventually(() => name.inputValue()).toBe('Nora Field');
    expect(await page.getByLabel('Email', { exact: false }).first().inputValue()).toBe(owner.email);
    await expectAccessible(page, 'business profile');

    const save = page.getByRole('button', { name: 'Save profile' });
    await name.fill('');
    await page.getByLabel(/^Email/).fill('not an address');
    await page.getByLabel(/^Website/).fill('not an address either');
    await save.click();
    await page.getByText('Business name is required', { exact: true }).waitFor();
    await page.getByText('Enter a valid email address', { exact: true }).waitFor();
    await page.getByText(/^Enter a full address/).waitFor();
    await expectAccessible(page, 'business profile with errors');
    await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true);

    await name.fill('Marram Studio');
    await page.getByLabel(/^Email/).fill('');
    await page.getByLabel(/^Website/).fill('https://marram.example');
    await page.getByLabel(/^City/).fill('Portland');
    await save.click();
    await seeToast(page, 'Success', 'Business profile updated successfully');
    await page.reload();
    await eventually(() => name.inputValue()).toBe('Marram Studio');
    const stored = await owner.call<Record<string, unknown>>('GET', '/api/business-profile');
    expect(stored).toMatchObject({
      businessName: 'Marram Studio',
      email: null,
      website: 'https://marram.example',
      city: 'Portland',
      preferredPaymentMethod: 'stripe',
    });
  });
});

test('theme and colors change the PDF', async () => {
  const owner = await signUp(server, 'Nora Field');
  const { id } = await owner.addInvoice((await owner.addCustomer()).id);
  const pdf = async () => {
    const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, {
      headers: { cookie: owner.cookie },
    });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const red = async () => {
    const drawn = await pdf();
    return colorShare(drawn, '#dc2626') + colorShare(drawn, '#ef4444');
  };
  const classic = await pdf();
  expect(pdfText(classic)).toContain('Nora Field');
  expect(await red()).toBe(0);

  const { page } = await visit({ url: server.url, cookie: owner.cookie });
  await page.goto('/business-profile');
  const save = page.getByRole('button', { name: 'Save profile' });
  const themes = [
    'Classic Professional',
    'Modern Blue',
    'Elegant Dark',
    'Clean Minimal',
    'Creative Orange',
  ];
  for (const theme of themes) await page.getByText(theme, { exact: true }).waitFor();
  const presets = [
    'Classic Blue',
    'Forest Green',
    'Royal Purple',
    'Warm Orange',
    'Deep Red',
    'Professional Gray',
  ];
  for (const preset of presets) await page.getByText(preset, { exact: true }).waitFor();

  await page.getByText('Creative Orange', { exact: true }).click();
  await page.getByText('Deep Red', { exact: true }).click();
  await save.click();
  await seeToast(page, 'Success', 'Business profile updated successfully');
  expect(await owner.call('GET', '/api/business-profile')).toMatchObject({
    pdfTheme: 'creative',
    pdfPrimaryColor: '#dc2626',
    pdfAccentColor: '#ef4444',
  });
  expect(await red()).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Preview PDF' }).click();
  await page.getByRole('dialog').getByRole('img').first().waitFor();
  await expectAccessible(page, 'PDF preview');
});
