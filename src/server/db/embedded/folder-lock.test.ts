import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleProgram } from '../../../../test/programs/bundle-program.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

const program = fileURLToPath(new URL('../../../../test/faults/hold-lock.ts', import.meta.url));

let folder: string;
let children: ChildProcess[] = [];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'remit-lock-')), 'database.lock');
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await rm(join(folder, '..'), { recursive: true, force: true });
});

/** Another process that tries to take the lock and keeps it. */
async function rival(where = folder): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, [await bundleProgram(program), where], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [answer] = await once(createInterface(child.stdout), 'line');
  return { child, answer: answer as string };
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const take = () => lockFolder(folder, (pid) => `held by ${pid}`);

describe('lockFolder', () => {
  test('refuses a second process, and the same process, and names the holder', async () => {
    const lock = await take();
    expect((await rival()).answer).toBe(`refused: held by ${process.pid}`);
    await expect(take()).rejects.toThrow(new FolderInUseError(`held by ${process.pid}`));
    lock.release();
    expect((await rival()).answer).toBe('held');
  });

  test('is free at once when its holder was killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { child, answer } = await rival();
      expect(answer).toBe('held');
      await expect(take()).rejects.toThrow(`held by ${child.pid}`);
      await killed(child);
    }
    (await take()).release();
    // What the killed ones left behind does not pile up.
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('is not taken from a holder that is stopped and does not answer', async () => {
    const { child } = await rival();
    child.kill('SIGSTOP');
    await expect(take()).rejects.toThrow(`held by ${child.pid}`);
  });

  test('is taken although the number of the dead holder belongs to a living process', async () => {
    const { child } = await rival();
    await killed(child);
    const [claim] = readdirSync(folder).filter((name) => name.startsWith('claim-'));
    const socket = readdirSync(folder).find((name) => name.endsWith('.sock'));
    const alive = {
      pid: process.ppid,
      socket,
      bootId: null,
      pidNamespace: null,
      processStart: null,
    };
    writeFileSync(join(folder, claim as string), JSON.stringify(alive));
    (await take()).release();
  });

  test('is taken when a power cut has left half a claim', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'claim-4'), '{"pid":');
    (await take()).release();
    expect(readdirSync(folder)).toEqual(['claim-5']);
  });

  test('goes to exactly one of many that race, over a dead holder and over none', async () => {
    for (let round = 0; round < 2; round += 1) {
      const rivals = await Promise.all(Array.from({ length: 6 }, () => rival()));
      const holders = rivals.filter(({ answer }) => answer === 'held');
      expect(holders).toHaveLength(1);
      const pid = holders[0]?.child.pid;
      const losers = rivals.filter(({ answer }) => answer === `refused: held by ${pid}`);
      expect(losers).toHaveLength(5);
      await Promise.all(rivals.map(({ child }) => killed(child)));
    }
  });

  test('goes to exactly one within a process too, hundreds of times', async () => {
    for (let round = 0; round < 100; round += 1) {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, take));
      const held = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(held).toHaveLength(1);
      held[0]?.value.release();
    }
  });

  test('works in a folder whose name is longer than the address of a socket may be', async () => {
    const long = join(folder, ...Array.from({ length: 6 }, (_, n) => `${n}`.repeat(30)));
    const { child, answer } = await rival(long);
    expect(answer).toBe('held');
    await expect(lockFolder(long, (pid) => `held by ${pid}`)).rejects.toThrow(`${child.pid}`);
    await killed(child);
    (await lockFolder(long, String)).release();
    expect(readdirSync(long)).toHaveLength(1);
  });
});
