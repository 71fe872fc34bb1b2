import { expect, it } from 'vitest';
import type { Asker } from './drawing-queue.ts';
import { drawnPdfs } from './drawn-pdfs.ts';
import { PdfError } from './pdf-error.ts';

const visitor: Asker = { rank: 'visitor', key: '192.0.2.1' };
const owner: Asker = { rank: 'owner', key: 'ada' };

/** Drawings that end when they are told to. */
function workshop() {
  const begun: { asker: () => Asker; signal: AbortSignal; end: (bytes: number) => void }[] = [];
  const draw = (asker: () => Asker, signal: AbortSignal) =>
    new Promise<Buffer>((resolve, reject) => {
      begun.push({ asker, signal, end: (bytes) => resolve(Buffer.alloc(bytes)) });
      signal.addEventListener('abort', () => reject(new PdfError('cancelled', 'given up')));
    });
  return { begun, draw };
}

it('draws once for all who ask at once, and for those who ask later', async () => {
  const pdfs = drawnPdfs(1_000);
  const { begun, draw } = workshop();
  const asking = Array.from({ length: 20 }, () => pdfs.get('a', visitor, draw));
  begun[0]?.end(10);
  const drawn = await Promise.all(asking);
  expect(new Set(drawn).size).toBe(1);
  expect(await pdfs.get('a', owner, draw)).toBe(drawn[0]);
  expect(begun).toHaveLength(1);
});

it('draws for the first in rank of those who wait', async () => {
  const pdfs = drawnPdfs(1_000);
  const { begun, draw } = workshop();
  const leaving = new AbortController();
  const first = pdfs.get('a', visitor, draw);
  expect(begun[0]?.asker()).toEqual(visitor);
  const second = pdfs.get('a', owner, draw, leaving.signal);
  expect(begun[0]?.asker()).toEqual(owner);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ reason: 'cancelled' });
  expect(begun[0]?.asker()).toEqual(visitor);
  expect(begun[0]?.signal.aborted).toBe(false);
  begun[0]?.end(10);
  expect((await first).length).toBe(10);
});

it('gives up what nobody wants any more, and draws it for whoever comes in that moment', async () => {
  const pdfs = drawnPdfs(1_000);
  const { begun, draw } = workshop();
  const leaving = new AbortController();
  const left = pdfs.get('a', visitor, draw, leaving.signal);
  leaving.abort();
  const late = pdfs.get('a', visitor, draw);
  await expect(left).rejects.toMatchObject({ reason: 'cancelled' });
  await expect.poll(() => begun.length).toBe(2);
  expect(begun[0]?.signal.aborted).toBe(true);
  begun[1]?.end(10);
  expect((await late).length).toBe(10);
});

it('keeps so many bytes, of those that were asked for last', async () => {
  const pdfs = drawnPdfs(100);
  let drawings = 0;
  const drawnAnew = async (name: string, bytes = 25) => {
    const before = drawings;
    await pdfs.get(name, visitor, async () => {
      drawings += 1;
      return Buffer.alloc(bytes);
    });
    return drawings > before;
  };
  for (const name of ['a', 'b', 'c', 'd']) expect(await drawnAnew(name)).toBe(true);
  expect(await drawnAnew('a')).toBe(false);
  expect(await drawnAnew('e')).toBe(true);
  expect(await drawnAnew('a')).toBe(false);
  expect(await drawnAnew('b')).toBe(true);
  // What is as large as many others would drive them all out.
  for (const again of [1, 2]) expect([again, await drawnAnew('large', 26)]).toEqual([again, true]);
});

it('does not keep a failure', async () => {
  const pdfs = drawnPdfs(1_000);
  const failing = async () => {
    throw new PdfError('timeout', 'took too long');
  };
  await expect(pdfs.get('a', visitor, failing)).rejects.toMatchObject({ reason: 'timeout' });
  expect((await pdfs.get('a', visitor, async () => Buffer.alloc(3))).length).toBe(3);
});
