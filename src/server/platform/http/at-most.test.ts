import { expect, it } from 'vitest';
import { atMost, atMostForEach } from './at-most.ts';

/** Pieces of work that note when they begin, and end when they are told to. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}
const settled = () => new Promise((go) => setImmediate(go));

it('one for each: nobody waits for the many of another, and a failure holds nobody up', async () => {
  const { begun, work, end } = workshop();
  const turn = atMostForEach(1);
  const first = turn('a', work('a1'));
  const second = turn('a', work('a2'));
  const other = turn('b', work('b1'));
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  end('a1', new Error('damaged'));
  await expect(first).rejects.toThrow('damaged');
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  const third = turn('a', work('a3'));
  await settled();
  expect(begun).toHaveLength(3);
  for (const name of ['a2', 'b1']) end(name);
  expect([await second, await other]).toEqual(['a2', 'b1']);
  await settled();
  end('a3');
  expect(await third).toBe('a3');
});

it('at most so many run at once', async () => {
  const { begun, work, end } = workshop();
  const turn = atMost(2);
  const all = ['1', '2', '3'].map((name) => turn(work(name)));
  await settled();
  expect(begun).toEqual(['1', '2']);
  end('2');
  await settled();
  expect(begun).toEqual(['1', '2', '3']);
  for (const name of ['1', '3']) end(name);
  expect(await Promise.all(all)).toEqual(['1', '2', '3']);
});
