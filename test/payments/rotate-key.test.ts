import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { isSealedWithOtherKey } from '../../src/server/features/profile/index.ts';
import { createSeal } from '../../src/server/platform/secrets/seal.ts';
import { rotateKey } from '../../src/server/rotate-key.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openTestApp, PASSWORD } from '../http/test-app.ts';
import { openPaymentWorld } from './payment-world.ts';

/** Every sealed value that the database holds, whatever its table. */
async function sealedValues(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ sealed: string }>(
    `select unnest(array[stripe_publishable_key, stripe_secret_key, paypal_client_id,
       paypal_client_secret]) as sealed from business_profiles
     union all select secret from webhook_endpoints
     union all select sealed from retired_payment_keys`,
  );
  return rows.map(({ sealed }) => sealed).filter(Boolean);
}

describeOnDatabase('a change of the key', { owned: true }, (db) => {
  it('leaves everything that was sealed readable, and nobody signed in', async () => {
    const world = await openPaymentWorld(db);
    const email = 'ada@example.com';
    const ada = await world.business(['stripe', 'paypal']);
    await db.pool.query('update users set email = $1 where id = $2', [email, ada.userId]);
    await world.business();
    // Two undecided checkouts: one with the keys that stand, one with keys that were replaced.
    const [early, late] = [await ada.invoice(), await ada.invoice()];
    const earlyUrl = await ada.link(early, 'stripe');
    const mark = randomBytes(12).toString('hex');
    await ada.profile({
      stripePublishableKey: `pk_test_${mark}`,
      stripeSecretKey: `sk_test_${mark}`,
    });
    const lateUrl = await ada.link(late, 'stripe');
    const profile = (await ada.call('GET', '/api/business-profile')).body;
    const before = await sealedValues(db);
    expect(before.length).toBeGreaterThanOrEqual(4 + 2 + 2 + 1);

    const current = world.test.services.masterKey;
    const change = { current, next: randomBytes(32), finish: () => '' };
    if (db.kind === 'postgresql') {
      await expect(rotateKey(db, change, quietLog)).rejects.toThrow(
        /^Remit is running on this database \(\d+ instances\)\. Stop them first\.$/,
      );
      expect(await sealedValues(db)).toEqual(before);
    }
    await world.test.close();
    if (db.kind === 'postgresql') {
      const servers = `select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'remit live'`;
      await expect.poll(async () => (await db.pool.query(servers)).rowCount).toBe(0);
    }

    const count = { resealed: before.length, done: 0, unreadable: 0 };
    expect(await rotateKey(db, change, quietLog)).toMatchObject(count);
    const after = await sealedValues(db);
    expect(after).toHaveLength(before.length);
    expect(after.filter((sealed) => before.includes(sealed))).toEqual([]);
    // Again, as after being killed between the database and the key file.
    const again = { resealed: 0, done: before.length, unreadable: 0, sessions: 0 };
    expect(await rotateKey(db, change, quietLog)).toEqual(again);
    expect(await sealedValues(db)).toEqual(after);
    // With keys that fit nothing, nothing is touched.
    const foreign = { ...change, current: randomBytes(32), next: randomBytes(32) };
    expect(await rotateKey(db, foreign, quietLog)).toMatchObject({
      resealed: 0,
      unreadable: before.length,
    });
    expect(await sealedValues(db)).toEqual(after);
    expect(await isSealedWithOtherKey(db.orm, createSeal(current))).toBe(true);
    expect(await isSealedWithOtherKey(db.orm, createSeal(change.next))).toBe(false);

    const { url } = world.sandbox;
    const env = { STRIPE_API_BASE: url, PAYPAL_API_BASE: url };
    const test = await openTestApp(db, env, { masterKey: change.next });
    onTestFinished(async () => {
      await test.close();
      await world.sandbox.close();
    });
    const withCookie = (cookie: string, path: string) =>
      test.visitor.call('GET', path, undefined, { cookie });
    expect((await withCookie(ada.cookie, '/api/business-profile')).status).toBe(401);
    const signedIn = await test.visitor.call('POST', '/api/auth/sign-in/email', {
      email,
      password: PASSWORD,
    });
    expect(signedIn.status).toBe(200);
    const cookie = String(signedIn.headers['set-cookie'])
      .split(/,(?=[^;]+=)/)
      .map((line) => line.split(';')[0])
      .join('; ');
    expect((await withCookie(cookie, '/api/business-profile')).body).toEqual({
      ...profile,
      // This instance listens elsewhere.
      stripeWebhookUrl: expect.any(String),
    });
    // Money that was on its way is found, in the account that stands and in the one before it.
    for (const [invoice, address] of [
      [early, earlyUrl],
      [late, lateUrl],
    ] as const) {
      await world.payByCard(address);
      const settled = await test.visitor.call(
        'POST',
        `/api/invoices/${invoice.publicId}/mark-paid`,
        {},
      );
      expect(settled.body.state).toBe('paid');
    }
  });
});

it('knows everything that is sealed', () => {
  const root = 'src/server/features';
  const sealing = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !/\.test\.ts$|reseal-keys\.ts$/.test(name) &&
      /\bseal\.close\(/.test(readFileSync(join(root, name), 'utf8')),
  );
  // What seals something new has its place in `resealPaymentKeys`, and here.
  expect(sealing.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual([
    'profile/credentials.ts',
    'profile/retired-keys.ts',
    'profile/webhook-endpoint.store.ts',
  ]);
});
