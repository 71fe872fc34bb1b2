import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hugePng, samplePicture } from '../files/sample-files.ts';
import type { DnsPeer } from '../mail/dns-peer.ts';
import { openDnsPeer } from '../mail/dns-peer.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import { signUp } from './owner.ts';
import { colorShare, pdfText } from './pdf-text.ts';
import { seeToast, untilFocused } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

describe.each(screens(['desktop']))('on the %s', (screen) => {
  test('what is wrong is said under its field, the theme is seen beside it, and the PDF follows what is saved', async () => {
    const owner = await signUp(server, 'Nora Field');
    // A draft: what was issued keeps its look.
    const customer = await owner.addCustomer();
    const { id } = await owner.addInvoice(customer.id, { status: 'draft' });
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

    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const name = page.getByLabel('Business name');
    await eventually(() => name.inputValue()).toBe('Nora Field');
    expect(await page.getByLabel('Email', { exact: false }).first().inputValue()).toBe(owner.email);

    const save = page.getByRole('button', { name: 'Save profile' });
    const refused = () => save.getAttribute('aria-disabled');
    await page.getByText('Your profile has not been saved yet.').waitFor();
    expect(await refused()).toBe(null);
    await name.fill('');
    await page.getByRole('textbox', { name: /^Email/ }).fill('not an address');
    await page.getByLabel(/^Website/).fill('not an address either');
    await save.click();
    await page.getByText('Business name is required', { exact: true }).waitFor();
    await page.getByText('Enter a valid email address', { exact: true }).waitFor();
    await page.getByText(/^Enter a full address/).waitFor();
    await untilFocused(name);
    // What keeps it from being saved is said at the button, and leads to its field.
    await page.getByText('Business name, Email and Website need attention.').waitFor();
    expect(await refused()).toBe('true');
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await untilFocused(page.getByRole('textbox', { name: /^Email/ }));

    await name.fill('Marram Studio');
    await page.getByRole('textbox', { name: /^Email/ }).fill('');
    const website = page.getByLabel(/^Website/);
    await website.fill('marram.example');
    await website.blur();
    expect(await website.inputValue()).toBe('https://marram.example');
    expect(await page.getByText(/^Enter a full address/).count()).toBe(0);
    await page.getByLabel(/^City/).fill('Portland');
    expect(await refused()).toBe(null);

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

    // The page beside the choice follows it, before anything is saved.
    const sheet = page.getByRole('img', { name: /^Sample invoice in the theme / });
    const before = await sheet.getAttribute('src');
    const following = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/invoices/preview') &&
        (answer.request().postData() ?? '').includes('#dc2626'),
    );
    await page.getByText('Creative Orange', { exact: true }).click();
    await page.getByText('Deep Red', { exact: true }).click();
    const drawn = (await (await following).json()) as { pages: { svg: string }[] };
    expect(drawn.pages[0]?.svg.toLowerCase()).toContain('#dc2626');
    await eventually(() => sheet.getAttribute('src')).not.toBe(before);
    expect(await sheet.getAttribute('alt')).toBe('Sample invoice in the theme Creative Orange');
    await save.click();
    await seeToast(page, 'Success', 'Business profile created successfully');
    await page.getByText('Everything is saved.').waitFor();
    expect(await refused()).toBe('true');
    await page.reload();
    await eventually(() => name.inputValue()).toBe('Marram Studio');
    const stored = await owner.call<Record<string, unknown>>('GET', '/api/business-profile');
    expect(stored).toMatchObject({
      businessName: 'Marram Studio',
      email: null,
      website: 'https://marram.example',
      city: 'Portland',
      preferredPaymentMethod: 'stripe',
      pdfTheme: 'creative',
      pdfPrimaryColor: '#dc2626',
      pdfAccentColor: '#ef4444',
    });
    expect(await red()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Preview PDF' }).click();
    await page.getByRole('dialog', { name: 'PDF preview' }).getByRole('img').first().waitFor();
  });
});

describe.each(screens([], ['desktop']))('on the %s', () => {
  test('a logo is refused for a reason, sent in a dialog, seen wherever the business is, and removed', async () => {
    const owner = await signUp(server, 'Marram Studio');
    const recipient = await owner.addCustomer();
    // What was issued keeps its look: the PDF of a draft follows the profile.
    const { id } = await owner.addInvoice(recipient.id, { status: 'draft' });
    const { page } = await visit({ url: server.url, cookie: owner.cookie });
    await page.goto('/business-profile');
    // What is typed meanwhile stays typed, and can be saved afterwards.
    await page.getByLabel(/^City/).fill('Portland');
    await page.getByRole('button', { name: 'Upload logo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload logo' });
    await dialog.getByText(/^Drop an image here/).waitFor();

    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.getByLabel('Logo file').setInputFiles({ name, mimeType, buffer });
    const said = async (words: string) => {
      await dialog.getByText(words, { exact: true }).waitFor();
    };
    const kinds = 'A logo must be a PNG, JPEG, WebP, GIF or AVIF picture';
    await choose('notes.pdf', 'application/pdf', Buffer.from('%PDF-1.4'));
    await said(`“notes.pdf” was not accepted. ${kinds}.`);
    await choose('mark.svg', 'image/svg+xml', Buffer.from('<svg/>'));
    await said(`“mark.svg” was not accepted. ${kinds}: save this drawing as a PNG.`);
    await choose('photo.heic', 'image/heic', Buffer.from('x'));
    await said(`“photo.heic” was not accepted. ${kinds}: send this picture as a JPEG.`);
    await choose('large.png', 'image/png', Buffer.alloc(5_242_881));
    await said('“large.png” was not accepted. A logo can be at most 5 MB.');
    await choose('empty.png', 'image/png', Buffer.alloc(0));
    await said('“empty.png” was not accepted. The file is empty.');
    await choose('page.png', 'image/png', Buffer.from('<script>alert(1)</script>'));
    await said(`“page.png” was not accepted. ${kinds}.`);
    await seeToast(page, 'Error', 'Failed to upload logo');
    await choose('huge.png', 'image/png', hugePng());
    await said(
      '“huge.png” was not accepted. This picture has too many pixels: send it in a smaller size.',
    );

    // Not the one that what was typed asked for.
    const followed = page.waitForResponse(
      async (answer) =>
        answer.url().endsWith('/invoices/preview') && (await answer.text()).includes('<image'),
    );
    // What may end by itself is tried again, each step of it.
    const steps = /\/api\/objects\/upload$|\/s3\/transfers\/|\/business-profiles\/logo$/;
    const refusals = [423, 429, 408];
    const asked: string[] = [];
    await page.route(steps, async (route) => {
      const step = new URL(route.request().url()).pathname.replace(/[0-9a-f]{32}/, '…');
      const first = !asked.includes(step);
      asked.push(step);
      if (first) await route.fulfill({ status: refusals.shift() ?? 409, json: {} });
      else await route.continue();
    });
    await choose('logo.webp', 'image/webp', await samplePicture('webp', 300));
    await seeToast(page, 'Success', 'Logo uploaded successfully');
    const eachTwice = ['/api/objects/upload', '/s3/transfers/incoming/logos/….png'];
    expect(asked).toEqual(
      [...eachTwice, '/api/business-profiles/logo'].flatMap((step) => [step, step]),
    );
    await page.unroute(steps);
    await eventually(() => dialog.count()).toBe(0);
    const drawn = (await (await followed).json()) as { pages: { svg: string }[] };
    expect(drawn.pages[0]?.svg).toContain('<image');
    const { logoUrl } = await owner.call<{ logoUrl: string }>('GET', '/api/business-profile');
    expect(logoUrl).toMatch(/^\/objects\/logos\/[0-9a-f]{32}\.png$/);
    const width = (picture: Locator) =>
      picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    const everywhere = (on: Page) => on.locator(`img[src="${logoUrl}"]`);
    // In the form and in the sidebar.
    await eventually(() => everywhere(page).count()).toBe(2);
    for (const picture of await everywhere(page).all()) {
      await eventually(() => width(picture)).toBe(300);
    }
    // The logo has made a newer version: what was typed before outlives a reload after it, too.
    await page.reload();
    await eventually(() => page.getByLabel(/^City/).inputValue()).toBe('Portland');
    await page.getByText('Restored what you had typed').waitFor();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await seeToast(page, 'Success', 'Business profile created successfully');
    expect(await owner.call('GET', '/api/business-profile')).toMatchObject({
      city: 'Portland',
      logoUrl,
    });

    // On the page that the customer sees, without a session, and in the PDF.
    const customer = await visit({ url: server.url });
    const { publicId } = await owner.addInvoice(recipient.id);
    await customer.page.goto(`/pay-invoice/${publicId}`);
    await eventually(() => width(everywhere(customer.page).first())).toBe(300);
    const pictures = async () => {
      const pdf = await fetch(`${server.url}/api/invoices/${id}/pdf`, {
        headers: { cookie: owner.cookie },
      });
      const bytes = Buffer.from(await pdf.arrayBuffer());
      return bytes.toString('latin1').split(/\/Subtype ?\/Image/).length - 1;
    };
    const withLogo = await pictures();

    await page.getByRole('button', { name: 'Remove logo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
    await seeToast(page, 'Success', 'Logo removed');
    await page.getByRole('button', { name: 'Upload logo' }).waitFor();
    await eventually(() => everywhere(page).count()).toBe(0);
    expect(await pictures()).toBeLessThan(withLogo);
    // What was issued with it shows it as before.
    await customer.page.reload();
    await eventually(() => width(everywhere(customer.page).first())).toBe(300);
  });
});

describe.each(screens([], ['phone']))('on the %s, with a name server of its own', (screen) => {
  let dns: DnsPeer;
  const env: Record<string, string> = {};
  beforeAll(async () => {
    dns = await openDnsPeer();
    env['DNS_RESOLVER'] = dns.address;
  });
  afterAll(() => dns.close());
  const { server: asking } = serverForFile({ env });

  test('a domain is verified by the record that the page shows', async () => {
    const owner = await signUp(asking, 'Nora Field');
    const { page } = await visit({ url: asking.url, screen, cookie: owner.cookie });
    await page.goto('/business-profile');
    const card = page.getByRole('region', { name: 'Sending' });
    await card.getByLabel('Your domain').fill('co.uk');
    await card.getByRole('button', { name: 'Show record' }).click();
    await card.getByText('Enter a domain that you own, such as example.com').waitFor();
    // Enter in this field saves no profile.
    await card.getByLabel('Your domain').fill('https://www.marram-studio.com/');
    await page.keyboard.press('Enter');
    await eventually(() => card.getByRole('textbox', { name: 'Record name' }).inputValue()).toBe(
      '_remit.marram-studio.com',
    );
    const value = await card.getByRole('textbox', { name: 'Record value' }).inputValue();
    dns.records.set('_remit.marram-studio.com', [value]);
    await card.getByRole('button', { name: 'Check now' }).click();
    await card.getByText('marram-studio.com is verified.').waitFor();
    await card.getByText('without a daily limit: your domain is verified.').waitFor();
  });
});
