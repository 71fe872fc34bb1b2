import { expect, it } from 'vitest';
import { strangersTurns } from './strangers-turns.ts';

const settled = () => new Promise((go) => setImmediate(go));

/** Turns whose time is told by hand: each piece takes 100 ms, and rests end when they are ended. */
function workshop() {
  const begun: string[] = [];
  const rests: { ms: number; end: () => void }[] = [];
  const ends = new Map<string, () => void>();
  const told: number[] = [];
  const turn = strangersTurns({
    measure: () => () => 100,
    rest: (ms) => new Promise<void>((end) => rests.push({ ms, end })),
  });
  const ask = (key: string, name: string) =>
    turn(
      key,
      () =>
        new Promise<string>((go) => {
          begun.push(name);
          ends.set(name, () => go(name));
        }),
      (ms) => told.push(ms),
    );
  const finish = async (name: string) => {
    ends.get(name)?.();
    await settled();
    rests.pop()?.end();
    await settled();
  };
  return { begun, rests, told, ask, ends, finish };
}

it('runs one piece of work at a time, round by who asks, and rests after each', async () => {
  const { begun, rests, told, ask, ends, finish } = workshop();
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(name.charAt(0), name));
  await settled();
  expect(begun).toEqual(['a1']);
  ends.get('a1')?.();
  await settled();
  expect(told).toEqual([100]);
  expect(rests.map(({ ms }) => ms)).toEqual([300]);
  // Nobody has a turn while it rests.
  expect(begun).toEqual(['a1']);
  await finish('a1');
  await finish('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await finish('b1');
  await finish('a3');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  const later = ask('c', 'c1');
  await settled();
  await finish('c1');
  expect(await later).toBe('c1');
});

it('refuses the newest of the longest line where too many wait, and serves all others', async () => {
  const { begun, ask, finish } = workshop();
  const first = ask('a', 'a0');
  const many = Array.from({ length: 64 }, (_, index) => ask('a', `a${index + 1}`));
  const outcome = Promise.allSettled(many);
  const other = ask('b', 'b1');
  await settled();
  await finish('a0');
  await finish('a1');
  await finish('b1');
  expect(await Promise.all([first, other])).toEqual(['a0', 'b1']);
  for (let index = 2; index < 64; index += 1) await finish(`a${index}`);
  const refused = (await outcome).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'TOO_MANY_REQUESTS' } }]);
  expect(begun).not.toContain('a64');
});

it('goes on where as many wait as may, each for somebody else', async () => {
  const turn = strangersTurns({ measure: () => () => 1, rest: async () => {} });
  const work = (key: number) => turn(`k${key}`, settled, () => {});
  const outcomes = await Promise.allSettled(Array.from({ length: 70 }, (_, key) => work(key)));
  const refused = outcomes.flatMap(({ status }, key) => (status === 'rejected' ? [key] : []));
  // One works, 64 wait, and whoever comes then is refused.
  expect(refused).toEqual([65, 66, 67, 68, 69]);
  await expect(work(70)).resolves.toBeUndefined();
});

it('goes on after a piece of work that failed', async () => {
  const turn = strangersTurns({ measure: () => () => 1, rest: async () => {} });
  const told = () => {};
  await expect(turn('a', () => Promise.reject(new Error('gone')), told)).rejects.toThrow('gone');
  expect(await turn('a', async () => 'served', told)).toBe('served');
});
