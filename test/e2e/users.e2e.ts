import { beforeAll, describe, expect, test } from 'vitest';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../factories/businesses.ts';
import { browserForFile, eventually, screens } from './browser.ts';
import type { Owner } from './owner.ts';
import { signUp } from './owner.ts';
import { serverForFile } from './started-server.ts';

const ADMIN = 'admin@example.com';

const { server, query } = serverForFile({ env: { ADMIN_EMAIL: ADMIN }, postgres: true });
const { visit } = browserForFile();
let admin: Owner;
let owner: Owner;

const confirm = (confirmed: boolean) =>
  query('update users set email_verified = $1 where email = $2', [confirmed, ADMIN]);

beforeAll(async () => {
  owner = await signUp(server, 'Ada Quill');
  admin = await signUp(server, 'Nora Fell', ADMIN);
  await confirm(true);
  // So many that nobody counts them, all older than the two above.
  await query(
    `insert into users (email, name, first_name, last_name, created_at)
     select 'p' || n || '@crowd.example', 'Person ' || n, 'Person', 'Number ' || n,
       timestamptz '2026-03-02 12:00:00Z' - n * interval '1 hour'
     from generate_series(1, 1200) n`,
  );
  await query(
    `insert into users (email, name, first_name, last_name, profile_image_url, created_at)
     values
       ('zoe@kupfer.example', 'Zoë Kupfer', 'Zoë', 'Kupfer', '/icon-192.png',
        '2026-03-04 12:00:00Z'),
       ('jonas@kupfer.example', 'Jonas', 'Jonas', null, '/api/no-such-picture.png',
        '2026-03-03 12:00:00Z')`,
  );
  await query(BUSINESSES_OF_NEW_ACCOUNTS);
  await query(
    `update businesses b set trial_invoices_used = n.used, subscription_status = n.status,
       subscription_plan = n.plan
     from (values ('zoe@kupfer.example', 10, 'active', 'yearly'),
       ('jonas@kupfer.example', 3, 'canceled', null)) as n(email, used, status, plan)
       join users u on u.email = n.email join members m on m.account_id = u.id
     where b.id = m.business_id`,
  );
});

describe.each(screens(['desktop'], ['desktop']))('on the %s', (screen) => {
  test('the admin sees who has an account, reads on and finds one', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: admin.cookie });
    let answer = () => {};
    const held = new Promise<void>((release) => {
      answer = release;
    });
    await page.route(/\/api\/admin\/users\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Users').click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByText('Loading users...').first().waitFor({ state: 'attached' });
    answer();

    const figures = page.locator('dl[aria-label="Users in figures"]');
    await figures.getByText('1,204').waitFor();
    expect((await figures.innerText()).split('\n').filter(Boolean)).toEqual([
      'Total users',
      '1,204',
      '2 new in 30 days',
      'On free trial',
      '1,202',
      '99% of users',
      'Paid plans',
      '1',
      'less than 1% of users',
      'Canceled',
      '1',
      'less than 1% of users',
    ]);
    await page.getByText('1,204 users', { exact: true }).waitFor();
    const rows = page.locator('tbody tr');
    await eventually(() => rows.count()).toBe(60);
    const row = (email: string) =>
      rows.filter({ has: page.getByRole('link', { name: email, exact: true }) });
    const words = async (email: string) =>
      (await row(email).innerText()).split(/[\n\t]+/).map((text) => text.trim());
    expect(await words('zoe@kupfer.example')).toEqual(
      expect.arrayContaining(['Zoë Kupfer', 'zoe@kupfer.example', 'Active']),
    );
    expect(await row('zoe@kupfer.example').innerText()).toMatch(
      /10\/10\s+used[\s\S]*Yearly[\s\S]*Mar 04, 2026/,
    );
    // Without a last name the address tells who it is, as everywhere.
    expect(await row('jonas@kupfer.example').innerText()).toMatch(/^(J\s+)?jonas\s[\s\S]*Canceled/);
    await eventually(() =>
      row('zoe@kupfer.example')
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBe(192);
    await eventually(() => row('jonas@kupfer.example').locator('img').count()).toBe(0);

    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
    await eventually(async () => (await rows.count()) > 60).toBe(true);
    await row('p60@crowd.example').waitFor();

    const search = page.getByPlaceholder('Search users...');
    await search.fill('CROWD');
    await page.getByText('1,000+ users', { exact: true }).waitFor();
    await search.fill('kupfer');
    await page.getByText('2 users', { exact: true }).waitFor();
    await eventually(() => rows.count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?search=kupfer');
    await search.fill('nobody at all');
    await page.getByText('No users found matching your search.', { exact: true }).waitFor();
    await page.getByText('Clear search', { exact: true }).click();
    await eventually(() => rows.count()).toBe(60);
    await page.getByRole('link', { name: 'Background jobs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Background jobs' }).waitFor();
    const job = page.getByRole('row', { name: /Send email/ });
    await job.getByText('When due').waitFor();
  });
});

describe.each(screens([], ['desktop']))('refusals and suspension, on the %s', (screen) => {
  test('everybody else is refused, and so is an admin who is none any more', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: owner.cookie });
    await page.goto('/users');
    const refusal = async () => {
      await page.getByRole('heading', { name: 'Access Denied', exact: true }).waitFor();
      await page.getByText("You don't have permission to access this page.").waitFor();
    };
    await refusal();
    await page.goto('/jobs');
    await refusal();
    await page.goto('/users');
    await refusal();
    expect(await page.getByRole('button', { name: 'Send the message again' }).count()).toBe(0);
    const side = page.getByRole('navigation', { name: 'Main' });
    await side.getByText('Business Profile').waitFor();
    expect(await side.getByText('Users').count()).toBe(0);

    const demoted = await visit({ url: server.url, screen, cookie: admin.cookie });
    await demoted.page.goto('/customers');
    const entry = demoted.page.getByRole('navigation', { name: 'Main' }).getByText('Users');
    await entry.waitFor();
    await confirm(false);
    try {
      await entry.click();
      await demoted.page.getByRole('heading', { name: 'Access Denied', exact: true }).waitFor();
      // Who becomes the admin by confirming an address is told so, and nobody else.
      await demoted.page.reload();
      await demoted.page.getByText(`once your address ${ADMIN} is confirmed`).waitFor();
      await demoted.page.getByText('a file in the outbox folder of its data folder').waitFor();
      await demoted.page.getByRole('button', { name: 'Send the message again' }).click();
      await demoted.page.getByText('Message sent', { exact: true }).waitFor();
    } finally {
      await confirm(true);
    }
  });

  test('what could not be loaded says so, and is tried again', async () => {
    const { page } = await visit({ url: server.url, screen, cookie: admin.cookie });
    let refused = true;
    await page.route(/\/api\/admin\/(users\?|user-stats)/, (route) =>
      refused
        ? route.fulfill({ status: 429, json: { code: 'RATE_LIMITED', message: 'Not just now.' } })
        : route.continue(),
    );
    await page.goto('/users');
    const list = page.getByRole('alert').filter({ hasText: 'Users could not be loaded' });
    const stats = page.getByRole('alert').filter({ hasText: 'The figures could not be loaded' });
    await list.getByText('Not just now.').waitFor();
    await stats.getByText('Not just now.').waitFor();
    refused = false;
    await list.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('zoe@kupfer.example').waitFor();
    await stats.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1,204 users', { exact: true }).waitFor();
  });

  test('the admin suspends an account, which then reads only, and reinstates it', async () => {
    const customer = await owner.addCustomer();
    const { publicId } = await owner.addInvoice(customer.id);
    await query(
      `insert into mail_days (business_id, day, sent, new_recipients, failed, reported)
       select business_id, current_date, 120, 14, 3, 2
       from members join users on users.id = account_id where email = $1`,
      [owner.email],
    );
    const { page } = await visit({ url: server.url, screen, cookie: admin.cookie });
    await page.goto('/users');
    const row = page
      .locator('tbody tr')
      .filter({ has: page.getByRole('link', { name: owner.email, exact: true }) });
    await row.getByText('120 sent, 14 new').waitFor();
    await row.getByText('3 failed (2%), 2 reported (2%)').waitFor();
    await row.getByRole('button', { name: 'Suspend Ada Quill' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Ada Quill?' });
    await dialog.getByLabel('Reason').fill('Reported by two customers');
    await dialog.getByRole('button', { name: 'Suspend account' }).click();
    await row.getByText('Suspended', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('Trial');
    // Whoever administers has no such button for themselves.
    expect(await page.getByRole('button', { name: 'Suspend Nora Fell' }).count()).toBe(0);

    const read = await visit({ url: server.url, screen, cookie: owner.cookie });
    await read.page.goto('/customers');
    await read.page.getByText('This account is suspended.').waitFor();
    await read.page.getByText('Reason: Reported by two customers').waitFor();
    await read.page.getByText(customer.name).first().waitFor();
    const refused = owner.call('POST', '/api/customers', { name: 'Somebody' });
    await expect(refused).rejects.toThrow('403');
    const visitor = await visit({ url: server.url, screen });
    await visitor.page.goto(`/pay-invoice/${publicId}`);
    await visitor.page.getByRole('heading', { name: 'Invoice Not Available' }).waitFor();

    await row.getByRole('button', { name: 'Reinstate Ada Quill' }).click();
    await page.getByRole('button', { name: 'Reinstate account' }).click();
    await row.getByRole('button', { name: 'Suspend Ada Quill' }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('Garden plan').first().waitFor();
    await read.page.reload();
    await read.page.getByText(customer.name).first().waitFor();
    expect(await read.page.getByText('This account is suspended.').count()).toBe(0);
  });
});
