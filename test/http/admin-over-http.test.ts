import { afterAll, beforeAll, expect, it } from 'vitest';
import { listUsers } from '../../src/server/features/admin/user.store.ts';
import { encodeCursor } from '../../src/server/platform/lists/cursor.ts';
import type { AdminUser } from '../../src/shared/admin/users.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../factories/businesses.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const ADMIN = 'admin@example.com';
const LIST = '/api/admin/users';
const COUNT = '/api/admin/users/count';
const STATS = '/api/admin/user-stats';
/** On the test application's calendar it is Nov 20, 2026. */
const LONG_AGO = '2026-10-21T11:59:59.999Z';
const JUST_WITHIN = '2026-10-21T12:00:00.000Z';

describeOnDatabase('users over HTTP', { owned: true }, (db) => {
  let app: TestApp;
  let admin: Caller;
  let owner: Caller;

  /** Rows as accounts are, without a way to sign in. */
  const addUsers = async (
    users: { email: string; name?: string; status?: string; createdAt: string }[],
  ) => {
    const emailsOf = users.map(({ email }) => email);
    await db.pool.query(
      `insert into users (email, name, created_at)
       select * from unnest($1::text[], $2::text[], $3::timestamptz[])`,
      [emailsOf, users.map(({ name = '' }) => name), users.map(({ createdAt }) => createdAt)],
    );
    await db.pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    await db.pool.query(
      `update businesses b set subscription_status = n.status
       from unnest($1::text[], $2::text[]) as n(email, status)
         join users u on u.email = n.email join members m on m.account_id = u.id
       where b.id = m.business_id`,
      [emailsOf, users.map(({ status = 'trial' }) => status)],
    );
  };
  const read = async (query = ''): Promise<AdminUser[]> => {
    const { status, body } = await admin.call('GET', LIST + query);
    expect(status).toBe(200);
    return body as AdminUser[];
  };
  const emails = async (search: string) =>
    (await read(`?search=${encodeURIComponent(search)}`)).map(({ email }) => email);

  beforeAll(async () => {
    app = await openTestApp(db, { ADMIN_EMAIL: ADMIN });
    owner = await app.signUp('owner@example.com');
    admin = await app.signUp(ADMIN);
  });
  afterAll(() => app.close());

  it('are for the admin alone, whose address has been confirmed', async () => {
    const refusal = {
      code: 'FORBIDDEN',
      message: "You don't have permission to access this page.",
    };
    for (const path of [LIST, COUNT, STATS]) {
      expect((await app.visitor.call('GET', path)).status).toBe(401);
      for (const caller of [owner, admin]) {
        expect(await caller.call('GET', path)).toMatchObject({ status: 403, body: refusal });
      }
    }
    await db.pool.query('update users set email_verified = true where email = $1', [ADMIN]);
    for (const path of [LIST, COUNT, STATS]) {
      expect((await admin.call('GET', path)).status).toBe(200);
      expect((await owner.call('GET', path)).status).toBe(403);
    }
  });

  it('are listed whole, newest first, with what the admin needs and no more', async () => {
    await db.pool.query(
      `update users set created_at = '2026-11-19T08:30:00Z',
         profile_image_url = 'https://pictures.example/ada.png' where id = $1`,
      [owner.userId],
    );
    await db.pool.query(
      `update businesses set trial_invoices_used = 4, stripe_customer_id = 'cus_1' where id = $1`,
      [owner.businessId],
    );
    await db.pool.query(`update users set created_at = '2026-11-18T08:30:00Z' where id = $1`, [
      admin.userId,
    ]);
    await db.pool.query(
      `update businesses set subscription_status = 'active', subscription_plan = 'yearly'
       where id = $1`,
      [admin.businessId],
    );
    const user = {
      firstName: 'Ada',
      lastName: 'Quill',
      profileImageUrl: null,
      suspendedAt: null,
      suspensionReason: null,
      mail: { sent: 0, newRecipients: 0, failed: 0, reported: 0 },
      blocks: { count: 0, asked: 0 },
    };
    expect(await read()).toEqual([
      {
        ...user,
        id: owner.userId,
        email: 'owner@example.com',
        profileImageUrl: 'https://pictures.example/ada.png',
        trialInvoicesUsed: 4,
        subscriptionStatus: 'trial',
        subscriptionPlan: null,
        createdAt: '2026-11-19T08:30:00.000Z',
      },
      {
        ...user,
        id: admin.userId,
        email: ADMIN,
        trialInvoicesUsed: 0,
        subscriptionStatus: 'active',
        subscriptionPlan: 'yearly',
        createdAt: '2026-11-18T08:30:00.000Z',
      },
    ]);
  });

  it('are counted: all, by status, and the new ones of 30 days', async () => {
    await addUsers([
      { email: 'old@example.com', status: 'canceled', createdAt: LONG_AGO },
      { email: 'edge@example.com', status: 'active', createdAt: JUST_WITHIN },
    ]);
    expect((await admin.call('GET', STATS)).body).toEqual({
      totalUsers: 4,
      newUsers: 3,
      trialUsers: 1,
      activeUsers: 2,
      canceledUsers: 1,
    });
  });

  it('are found by parts of address and name, in any case and order', async () => {
    await addUsers([
      { email: 'z.arger@kupfer.example', name: 'Zoë ÄRGER', createdAt: '2026-11-01T00:00:00Z' },
      { email: '100%_sure@kupfer.example', name: 'Jonas Birk', createdAt: '2026-11-02T00:00:00Z' },
    ]);
    const both = ['100%_sure@kupfer.example', 'z.arger@kupfer.example'];
    expect(await emails('KUPFER')).toEqual(both);
    expect(await emails('ärger zoë')).toEqual(both.slice(1));
    // Names as macOS writes them: the accent is a sign of its own, however it is typed.
    await addUsers([
      { email: 'nfd@zinn.example', name: 'Rene\u0301e Zinn', createdAt: '2026-11-03T00:00:00Z' },
    ]);
    expect(await emails('Ren\u00e9e zinn')).toEqual(['nfd@zinn.example']);
    expect(await emails('RENE\u0301E')).toEqual(['nfd@zinn.example']);
    await db.pool.query(
      `with gone as (
         delete from users u using members m where m.account_id = u.id and email = 'nfd@zinn.example'
         returning m.business_id)
       delete from businesses where id = (select business_id from gone)`,
    );
    expect(await emails('birk KUPFER.ex')).toEqual(both.slice(0, 1));
    // Signs of a pattern are text here.
    expect(await emails('%')).toEqual(both.slice(0, 1));
    expect(await emails('_')).toEqual(both.slice(0, 1));
    expect(await emails('kupfer birch')).toEqual([]);
    expect(await emails('  ')).toHaveLength(6);
    expect((await admin.call('GET', `${COUNT}?search=kupfer`)).body).toEqual({
      count: 2,
      more: false,
    });
  });

  it('are read page by page, each once, though many were made in one instant', async () => {
    const instant = '2026-11-10T10:10:10.123Z';
    await addUsers(
      Array.from({ length: 17 }, (_, n) => ({
        email: `twin-${n}@example.com`,
        createdAt: instant,
      })),
    );
    const whole = await read();
    expect(whole).toHaveLength(23);
    const paged: AdminUser[] = [];
    let cursor: string | undefined;
    do {
      const from: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body, headers } = await admin.call('GET', `${LIST}?limit=5${from}`);
      expect(body.length).toBeLessThanOrEqual(5);
      paged.push(...(body as AdminUser[]));
      cursor = headers['x-next-cursor'] as string | undefined;
    } while (cursor !== undefined && paged.length < 100);
    expect(paged).toEqual(whole);
  });

  it('refuse a cursor that no page has given', async () => {
    const id = owner.userId;
    const raw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of [
      'nonsense',
      raw(null),
      raw({ key: 1 }),
      encodeCursor({ key: '2026-11-10T10:10:10.123Z', id: 12 }),
      encodeCursor({ key: '2026-02-31T10:10:10.123Z', id }),
      encodeCursor({ key: '0000-01-01T00:00:00.000Z', id }),
      encodeCursor({ key: 'yesterday', id }),
      encodeCursor({ key: '2026-11-10T10:10:10.123Z', id: `${id}'` }),
    ]) {
      const { status } = await admin.call('GET', `${LIST}?limit=5&cursor=${cursor}`);
      expect(status, cursor).toBe(400);
    }
    expect((await admin.call('GET', `${LIST}?limit=0`)).status).toBe(400);
  });

  it('are as quick to list and find among many', async () => {
    await db.pool.query(
      `insert into users (email, name, created_at)
       select md5(n::text) || '@many.example', 'Person ' || n, timestamptz '2026-11-10 10:00:00Z' - n * interval '1 minute'
       from generate_series(1, 3000) n`,
    );
    await db.pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    await db.pool.query('vacuum analyze users, members, businesses');
    const plan = async (query: Parameters<typeof listUsers>[1]) => {
      const { sql, params } = listUsers(db.orm, query).toSQL();
      const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const after = { key: '2026-11-10T10:10:10.123Z', id: owner.userId };
    expect(await plan({ limit: 60, after })).toMatch(
      /Limit[^]*?\n +-> +Index Scan using users_created on users.*\n +Index Cond: \(created_at <=/,
    );
    for (const search of ['c4ca42', 'm\u00fcller']) {
      expect(await plan({ limit: 60, search })).toContain('Bitmap Index Scan on users_search');
    }
    // The whole list is put together of pages: everyone once, in the same order.
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from users order by created_at desc, id',
    );
    expect((await read()).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));

    // Of more than a thousand it is not worth knowing how many.
    const many = await admin.call('GET', `${COUNT}?search=many.example`);
    expect(many.body).toEqual({ count: 1_000, more: true });
    expect((await admin.call('GET', STATS)).body).toMatchObject({ totalUsers: 3_023 });
    expect(await read('?limit=60&search=many.example')).toHaveLength(60);
  });
});
