import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { prepareKeyChange } from '../../src/server/platform/secrets/change-key.ts';
import { readMasterKey } from '../../src/server/platform/secrets/master-key.ts';
import { createSeal } from '../../src/server/platform/secrets/seal.ts';
import { rotateKey } from '../../src/server/rotate-key.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { makeOwner } from '../factories/owner.ts';
import { bundleProgram } from '../programs/bundle-program.ts';

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
});
