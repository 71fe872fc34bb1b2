import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { isSealedWithOtherKey } from '../../src/server/features/profile/index.ts';
import { prepareKeyChange } from '../../src/server/platform/secrets/change-key.ts';
import { readMasterKey } from '../../src/server/platform/secrets/master-key.ts';
import { createSeal } from '../../src/server/platform/secrets/seal.ts';
import { rotateKey } from '../../src/server/rotate-key.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { makeOwner } from '../factories/owner.ts';
import { openTestApp, PASSWORD } from '../http/test-app.ts';
import { bundleProgram } from '../programs/bundle-program.ts';
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

describe('npm run rotate-key', () => {
  let dataDir: string;
  const OWNERS = 40;
  const open = () => openDatabase({ dataDir, log: quietLog });

  beforeAll(async () => {
    dataDir = await createEmbeddedDataDir();
    const seal = createSeal(readMasterKey(undefined, dataDir));
    const db = await open();
    for (let count = 0; count < OWNERS; count += 1) {
      const businessId = await makeOwner(db);
      await db.pool.query(
        'update business_profiles set stripe_secret_key = $1 where business_id = $2',
        [seal.close(`sk_test_${businessId}`, `${businessId} stripeSecretKey`), businessId],
      );
    }
    await db.close();
    return () => rmSync(dataDir, { recursive: true, force: true });
  });

  async function command(env: Record<string, string> = {}) {
    const program = await bundleProgram('src/server/rotate-key.command.ts');
    const child = spawn(process.execPath, ['--liftoff-only', program], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    }
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, printed }));
    return { child, ended };
  }

  /** How many of the stored keys this one opens. */
  async function readable(master: Buffer): Promise<number> {
    const seal = createSeal(master);
    const db = await open();
    const { rows } = await db.pool.query<{ business_id: string; stripe_secret_key: string }>(
      'select business_id, stripe_secret_key from business_profiles',
    );
    await db.close();
    return rows.filter(
      ({ business_id: id, stripe_secret_key: sealed }) =>
        seal.open(sealed, `${id} stripeSecretKey`) === `sk_test_${id}`,
    ).length;
  }

  it('refuses beside a server, and goes on after it was killed', async () => {
    const file = (name: string) => join(dataDir, name);
    const before = readMasterKey(undefined, dataDir);
    const server = await open();
    const refused = await (await command()).ended;
    expect([refused.code, refused.printed]).toEqual([
      1,
      expect.stringMatching(
        /^\nThe key was not changed\.\nRemit is already running on .*Stop it first/,
      ),
    ]);
    expect(existsSync(file('secrets.key.next'))).toBe(false);
    await server.close();

    const killed = await command();
    await expect.poll(() => existsSync(file('secrets.key.next')), { interval: 1 }).toBe(true);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // Nothing starts on what is half changed, and nothing is half changed.
    expect(() => readMasterKey(undefined, dataDir)).toThrow(
      'A change of the key was interrupted. Run "npm run rotate-key" again, to its end, then start Remit.',
    );
    const { current, next } = prepareKeyChange(
      { secretsKey: undefined, newSecretsKey: undefined },
      dataDir,
    );
    expect(current).toEqual(before);
    const [old, fresh] = [await readable(current), await readable(next)];
    expect([
      [OWNERS, 0],
      [0, OWNERS],
    ]).toContainEqual([old, fresh]);

    const { code, printed } = await (await command()).ended;
    expect([code, printed]).toEqual([0, expect.stringContaining('everybody signs in again')]);
    expect(printed).toContain(`The old key lies in ${file('secrets.key.old')}`);
    expect(readMasterKey(undefined, dataDir)).toEqual(next);
    expect(await readable(next)).toBe(OWNERS);
    for (const name of ['secrets.key', 'secrets.key.old']) {
      expect(statSync(file(name)).mode & 0o777).toBe(0o600);
    }
    expect(existsSync(file('secrets.key.next'))).toBe(false);
  });

  it('takes settings in place of a key file, and says what is left to do', async () => {
    const [first, second] = ['first '.repeat(8), 'second '.repeat(8)];
    const asked = (secretsKey?: string, newSecretsKey?: string) =>
      prepareKeyChange({ secretsKey, newSecretsKey }, dataDir);
    expect(() => asked(first)).toThrow(
      'SECRETS_KEY is set: put the new key in SECRETS_KEY_NEW beside it, and run this again.',
    );
    expect(() => asked(first, first)).toThrow('SECRETS_KEY_NEW is the key that is in use already.');
    const { code, printed } = await (await command({ SECRETS_KEY_NEW: first })).ended;
    expect([code, printed]).toEqual([
      0,
      expect.stringContaining('Set SECRETS_KEY to what SECRETS_KEY_NEW holds now'),
    ]);
    expect(await readable(readMasterKey(first, dataDir))).toBe(OWNERS);
    const db = await open();
    const change = asked(first, second);
    await rotateKey(db, change, quietLog);
    await db.close();
    expect(change.finish()).toMatch(/^Set SECRETS_KEY to what SECRETS_KEY_NEW holds now/);
    expect(await readable(readMasterKey(second, dataDir))).toBe(OWNERS);
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
});
