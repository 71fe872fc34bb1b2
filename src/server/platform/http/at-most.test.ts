import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { atMost, atMostForEach, oneAfterAnother } from './at-most.ts';

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

describe('one after another', () => {
  const inTurnWith = (patienceMs: number, waitMs = 60_000) =>
    oneAfterAnother({ patienceMs, waitMs }, () => new Error('waited'));
  const lasting = (log: string[], name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await new Promise((go) => setTimeout(go, ms));
    log.push(`${name} ends`);
    return name;
  };

  it('what has one name runs in the order in which it was asked for, also after a failure', async () => {
    const inTurn = inTurnWith(5_000);
    const log: string[] = [];
    const fails = async () => {
      await Promise.resolve();
      throw new Error('refused');
    };
    const results = await Promise.allSettled([
      inTurn('a', lasting(log, '1', 20)),
      inTurn('a', fails),
      inTurn('a', lasting(log, '2', 1)),
      inTurn('b', lasting(log, 'other', 1)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(log).toEqual(['1 begins', 'other begins', 'other ends', '1 ends', '2 begins', '2 ends']);
    expect(await inTurn('a', lasting(log, '3', 1))).toBe('3');
  });

  it('nobody waits for longer than the patience', async () => {
    const inTurn = inTurnWith(10);
    const log: string[] = [];
    let release = () => {};
    const held = inTurn('a', () => new Promise<void>((go) => (release = go)));
    await inTurn('a', lasting(log, 'second', 1));
    expect(log).toEqual(['second begins', 'second ends']);
    release();
    await held;
  });

  it('what hangs gives way to the next one alone, not to all that wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const inTurn = inTurnWith(1_000);
    const { begun, work, end } = workshop();
    const all = ['1', '2', '3', '4'].map((name) => inTurn('a', work(name)));
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['1', '2']);
    end('2');
    expect(await all[1]).toBe('2');
    await settled();
    expect(begun).toEqual(['1', '2', '3']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['1', '2', '3', '4']);
    for (const name of ['1', '3', '4']) end(name);
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
  });

  it('who has waited long is refused, and who comes later still has a turn', async () => {
    const inTurn = inTurnWith(60_000, 20);
    const { begun, work, end } = workshop();
    const [first, ...others] = ['1', '2', '3'].map((name) => inTurn('a', work(name)));
    const outcomes = await Promise.allSettled(others);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const late = inTurn('a', work('late'));
    await settled();
    expect(begun).toEqual(['1']);
    end('1');
    await first;
    await settled();
    expect(begun).toEqual(['1', 'late']);
    end('late');
    expect(await late).toBe('late');
  });
});
