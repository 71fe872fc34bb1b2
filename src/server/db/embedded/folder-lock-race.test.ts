import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { connect as connectType } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const beforeKnock = vi.hoisted(() => ({ run: () => {} }));

vi.mock('node:net', async (importOriginal) => {
  const net = await importOriginal<{ connect: typeof connectType }>();
  const connect = (address: string) => {
    beforeKnock.run();
    return net.connect(address);
  };
  return { ...net, connect };
});

test('whoever was overtaken by two others between looking and claiming does not get the lock', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remit-lock-'));
  const claim = (number: number) => join(folder, `claim-${number}`);
  const living = await lockFolder(folder, String);
  const livingClaim = readFileSync(claim(1), 'utf8');
  writeFileSync(
    claim(1),
    JSON.stringify({
      pid: 1,
      socket: 'gone.sock',
      bootId: null,
      pidNamespace: null,
      processStart: null,
    }),
  );
  // While it asks whether the holder of claim 1 lives: one takes claim 2 and dies, another takes
  // claim 3 and clears away what is older. Claim 2 is free again, but worth nothing.
  beforeKnock.run = () => {
    beforeKnock.run = () => {};
    writeFileSync(claim(3), livingClaim);
    unlinkSync(claim(1));
  };
  await expect(lockFolder(folder, (pid) => `held by ${pid}`)).rejects.toThrow(
    `held by ${process.pid}`,
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('claim-'))).toEqual(['claim-3']);
  living.release();
  await rm(folder, { recursive: true, force: true });
});
