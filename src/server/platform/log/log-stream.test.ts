import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLogStream } from './log-stream.ts';

const LINE = `${'x'.repeat(999)}\n`;

function open(path: string, flags: string | number): number {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'remit-log-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('writes all lines in their order, and at the end what waits', async () => {
  const path = join(folder(), 'log');
  const stream = openLogStream(open(path, 'a'), () => {});
  const lines = Array.from({ length: 500 }, (_, i) => `${i} ${LINE}`);
  for (const line of lines.slice(0, 400)) stream.write(line);
  await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(lines.slice(0, 400).join('')));
  // The first is on its way by then, and the others are written at once.
  for (const line of lines.slice(400)) stream.write(line);
  stream.end();
  await vi.waitFor(() =>
    expect(readFileSync(path, 'utf8').split('\n').toSorted()).toEqual(
      lines.join('').split('\n').toSorted(),
    ),
  );
});

test('goes on where the disk is full, also at the end', async () => {
  const lost = vi.fn();
  const stream = openLogStream(open('/dev/full', 'w'), lost);
  for (let i = 0; i < 5_000; i += 1) stream.write(LINE);
  await new Promise((resolve) => setTimeout(resolve, 500));
  stream.write(LINE);
  stream.end();
  expect(lost).not.toHaveBeenCalled();
});

test('keeps what a slow reader does not take, counts what is too much, and tells it', async () => {
  const path = join(folder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const fd = open(path, constants.O_RDWR | constants.O_NONBLOCK);
  const stream = openLogStream(fd, (lines) => stream.write(`${lines} lost\n`));
  for (let i = 0; i < 3_000; i += 1) stream.write(`${String(i).padStart(6)}${LINE.slice(6)}`);
  let read = '';
  const chunk = Buffer.alloc(65_536);
  await vi.waitFor(
    () => {
      try {
        for (;;) read += chunk.toString('utf8', 0, readSync(fd, chunk));
      } catch (error) {
        expect(error).toMatchObject({ code: 'EAGAIN' });
      }
      expect(read).toMatch(/lost\n$/);
    },
    { timeout: 20_000, interval: 20 },
  );
  const lines = read.split('\n').slice(0, -1);
  const told = Number(/^(\d+) lost$/.exec(lines.at(-1) ?? '')?.[1]);
  expect(lines.length - 1 + told).toBe(3_000);
  expect(told).toBeGreaterThan(1_900);
  const numbers = lines.slice(0, -1).map((line) => Number(line.slice(0, 6)));
  expect(numbers).toEqual(numbers.map((_, place) => place));
  stream.end();
});

test('ends with its reader', async () => {
  const path = join(folder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stream = openLogStream(open(path, constants.O_WRONLY | constants.O_NONBLOCK), () => {});
  closeSync(reader);
  for (let i = 0; i < 100; i += 1) stream.write(LINE);
  await new Promise((resolve) => setTimeout(resolve, 50));
  stream.write(LINE);
  expect(() => stream.end()).not.toThrow();
});
