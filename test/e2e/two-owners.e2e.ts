import { expect, test } from 'vitest';
import { browserForFile } from './browser.ts';
import { signUp } from './owner.ts';
import { pickCustomer } from './screen-words.ts';
import { serverForFile } from './started-server.ts';

const { server } = serverForFile();
const { visit } = browserForFile();

test("another owner's invoices are as if they did not exist", async () => {
  const [first, second] = [await signUp(server, 'Ada Quill'), await signUp(server, 'Ben Rook')];
  const customer = await first.addCustomer({ name: 'Secret Client' });
  await first.addItem({ name: 'Secret Service' });
  const invoice = await first.addInvoice(customer.id);

  const mine = await visit({ url: server.url, cookie: first.cookie });
  await mine.page.goto(`/invoices/${invoice.id}`);
  await mine.page
    .getByRole('img', { name: `Invoice ${invoice.invoiceNumber}, page 1 of 1` })
    .waitFor();
  expect((await mine.page.request.get(`/api/invoices/${invoice.id}/pdf`)).status()).toBe(200);
  // The plain number opens the public page for its owner alone.
  expect((await mine.page.request.get(`/api/public/invoice/${invoice.id}`)).status()).toBe(200);

  const { page } = await visit({ url: server.url, cookie: second.cookie });
  for (const path of [`/invoices/${invoice.id}`, `/invoices/${invoice.id}?edit=1`]) {
    await page.goto(path);
    await page
      .getByText(/could not be loaded|not found/i)
      .first()
      .waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Secret');
  }
  for (const path of [
    `/api/invoices/${invoice.id}`,
    `/api/invoices/${invoice.id}/pdf`,
    `/api/public/invoice/${invoice.id}`,
    `/api/public/invoice/${invoice.id}/pdf`,
    `/api/customers/${customer.id}`,
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
  await page.goto(`/pay-invoice/${invoice.id}`);
  await page.getByRole('heading', { level: 1, name: 'Invoice Not Found' }).waitFor();

  for (const path of ['/', '/invoices', '/customers', '/items']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path !== '/') await page.getByText(/^No .* found\.$/).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Secret');
  }
  await page.goto('/invoices?new=1');
  await page.getByLabel('Customer', { exact: true }).fill('Secret');
  await page.getByText('No customers found.').last().waitFor();
  await page.keyboard.press('Escape');

  // Both may use the same number, and each sees the own invoice under it.
  const own = await second.addCustomer({ name: 'Open Client' });
  await second.addInvoice(own.id, { invoiceNumber: invoice.invoiceNumber });
  await page.goto('/invoices');
  await page.getByRole('link', { name: invoice.invoiceNumber }).waitFor();
  expect(await page.locator('body').innerText()).toContain('Harbor & Pine Coffee');
  await page.goto('/invoices?new=1');
  await pickCustomer(page, 'Harbor');

  // The link that the first owner gives away works for everybody.
  await page.goto(`/pay-invoice/${invoice.publicId}`);
  await page.getByText('SENT', { exact: true }).waitFor();
});
