import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSessionMark } from '../../src/shared/accounts/session-mark.ts';
import type { FirstAnswers } from '../../src/shared/pages/first-answers.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const HOSTILE = '</script><script>alert(1)</script><!-- & \u2028\u2029 "Quill"';
const PAGE = '<!doctype html><head><title>Remit</title></head><body><div id="root"></div></body>';
/** The calls whose answers a page brings, by their names. */
const FRAME = {
  'account.user': '/api/auth/user',
  'account.installation': '/api/installation',
  'profile.get': '/api/business-profile',
  'invoices.summary': '/api/invoices/summary',
  'notifications.unreadCount': '/api/notifications/unread-count',
};
const DASHBOARD = { ...FRAME, 'dashboard.get': '/api/dashboard' };

const ELEMENT = /<script type="application\/json" id="first-answers">([\s\S]*?)<\/script>/;
const readElement = (html: string): FirstAnswers | undefined => {
  const [, json] = ELEMENT.exec(html) ?? [];
  return json === undefined ? undefined : (JSON.parse(json) as FirstAnswers);
};

describeOnDatabase('what a page brings along', { owned: true }, (db) => {
  let test: TestApp;
  let owner: Caller;
  let other: Caller;
  let webDir: string;

  const firstAnswers = async (caller: Caller, path: string, headers: object = {}) => {
    const answer = await caller.call('GET', path, undefined, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    return readElement(answer.body);
  };

  beforeAll(async () => {
    webDir = await mkdtemp(join(tmpdir(), 'remit-web-'));
    for (const name of ['app', 'pay', 'landing'])
      await writeFile(join(webDir, `${name}.html`), PAGE);
    await writeFile(join(webDir, 'page-files.json'), '{"dashboard-page":["assets/dashboard.js"]}');
    test = await openTestApp(db, { ADMIN_EMAIL: 'admin@example.com' }, { webDir });
    owner = await test.signUp();
    other = await test.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active'`);
    await saveProfile(owner, { businessName: HOSTILE });
    await saveProfile(other, { businessName: 'The Other House' });
    for (const caller of [owner, other]) {
      const customer = await caller.call('POST', '/api/customers', aCustomer());
      const values = anInvoice(customer.body.id, { status: 'sent' });
      expect((await caller.call('POST', '/api/invoices', values)).status).toBe(201);
    }
  });
  afterAll(async () => {
    await test.close();
    await rm(webDir, { recursive: true });
  });

  it.each([
    ['/', DASHBOARD],
    ['/dashboard', DASHBOARD],
    ['/invoices', FRAME],
    ['/customers/1?tab=statement', FRAME],
  ])('%s has the answers of the calls themselves', async (path, calls) => {
    const first = await firstAnswers(owner, path);
    const answers = await Promise.all(
      Object.entries(calls).map(async ([name, address]) => {
        const { status, body } = await owner.call('GET', address);
        expect(status).toBe(200);
        return [name, body] as const;
      }),
    );
    expect(first?.answers).toEqual(Object.fromEntries(answers));
    expect(first?.mark).toBe(readSessionMark(decodeURIComponent(owner.cookie)));
  });

  it('is data whatever a business is called, and never ends its element', async () => {
    const { body } = await owner.call('GET', '/');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body.match(/<\/script/g)).toHaveLength(1);
    expect(body).not.toMatch(/<!--|[\u2028\u2029]/);
    expect(readElement(body)?.answers['profile.get']).toMatchObject({ businessName: HOSTILE });
    expect(body.endsWith('</script></body>')).toBe(true);
  });

  it('is the account’s own, and nobody else’s', async () => {
    const [mine, theirs] = await Promise.all([owner.call('GET', '/'), other.call('GET', '/')]);
    expect(readElement(theirs.body)?.answers['profile.get']).toMatchObject({
      businessName: 'The Other House',
    });
    expect(mine.body).not.toContain('The Other House');
    expect(theirs.body).not.toContain('alert(1)');
    expect(readElement(mine.body)?.mark).not.toBe(readElement(theirs.body)?.mark);
  });

  it('is nothing for who is signed out, and on pages that are not there', async () => {
    for (const path of ['/', '/dashboard', '/invoices', '/sign-in']) {
      expect(await firstAnswers(test.visitor, path), path).toBeUndefined();
    }
    const forged = {
      cookie: owner.cookie.replace(/session_token=[^;]{8}/, 'session_token=AAAAAAAA'),
    };
    expect(await firstAnswers(test.visitor, '/dashboard', forged)).toBeUndefined();
    const missing = await owner.call('GET', '/nowhere');
    expect([missing.status, readElement(missing.body)]).toEqual([404, undefined]);
    const head = await owner.call('HEAD', '/');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it('tells a suspended owner so, and one whose address is not confirmed', async () => {
    const admin = await test.signUp('admin@example.com');
    await db.pool.query('update users set email_verified = true where id = $1', [admin.userId]);
    const address = `/api/admin/users/${other.userId}`;
    await admin.call('POST', `${address}/suspend`, { reason: 'Reported' });
    const first = await firstAnswers(other, '/');
    await admin.call('POST', `${address}/reinstate`, {});
    expect(first?.answers['account.user']).toMatchObject({ suspension: { reason: 'Reported' } });
    expect(first?.answers['dashboard.get']).toBeDefined();
    const fresh = await test.signUp();
    expect((await firstAnswers(fresh, '/'))?.answers['account.user']).toMatchObject({
      isAdmin: false,
      suspension: null,
    });
  });

  it('comes compressed, and in the head is what to fetch meanwhile', async () => {
    const plain = (await owner.call('GET', '/')).body;
    expect(plain).toContain('href="/assets/dashboard.js"></head>');
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await owner.call('GET', '/', undefined, { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(readElement(unpack(answer.raw).toString())?.answers).toEqual(
        readElement(plain)?.answers,
      );
    }
  });

  it('is left out where it cannot be read, and the page comes all the same', async () => {
    const { pool } = db;
    await pool.query('alter table users rename to users_away');
    try {
      const answer = await owner.call('GET', '/invoices');
      expect([answer.status, answer.body]).toEqual([200, PAGE]);
    } finally {
      await pool.query('alter table users_away rename to users');
    }
    expect(await firstAnswers(owner, '/invoices')).toBeDefined();
    await pool.query('alter table notifications rename to notifications_away');
    try {
      const first = await firstAnswers(owner, '/invoices');
      expect(Object.keys(first?.answers ?? {})).toEqual(
        expect.arrayContaining(['account.user', 'profile.get']),
      );
      expect(first?.answers).not.toHaveProperty(['notifications.unreadCount']);
    } finally {
      await pool.query('alter table notifications_away rename to notifications');
    }
  });

  describe('a customer’s page', () => {
    const PRELOAD = /<link rel="preload" as="fetch" crossorigin href="([^"]+)"><\/head>/;
    it('names its call, which counts as a view once it is made', async () => {
      const [invoice] = (await owner.call('GET', '/api/invoices')).body;
      const viewed = async () =>
        (await db.pool.query(`select 1 from events where type = 'invoice.viewed'`)).rows.length;
      const { publicId } = invoice;
      const page = await test.visitor.call('GET', `/pay-invoice/${publicId}`);
      expect(page.body).not.toContain(HOSTILE.slice(0, 8 + 1));
      expect(await viewed()).toBe(0);
      const [, address = ''] = PRELOAD.exec(page.body) ?? [];
      expect(address).toBe(`/api/public/invoice/${publicId}`);
      expect((await test.visitor.call('GET', address)).status).toBe(200);
      await vi.waitFor(async () => expect(await viewed()).toBe(1));
    });

    it.each([
      ['/view-estimate/a%20b', '/api/public/estimate/a%20b'],
      ['/view-credit-note/7', '/api/public/credit-note/7'],
      ['/payment-success?invoice=4f0c&token=1', '/api/public/invoice/4f0c'],
      ['/payment-success', undefined],
      ['/payment-success?invoice=1&invoice=2', undefined],
      ['/pay-invoice/%22%3E%3Cscript%3E', '/api/public/invoice/%22%3E%3Cscript%3E'],
    ])('%s fetches %s with its program', async (path, address) => {
      const { status, body } = await test.visitor.call('GET', path);
      expect(status).toBe(200);
      expect(PRELOAD.exec(body)?.[1]).toBe(address);
      expect(body).not.toContain('<script');
    });
  });
});
