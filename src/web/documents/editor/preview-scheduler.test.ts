import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPreviewScheduler } from './preview-scheduler.ts';

function bench() {
  const calls: { input: number; answer: (picture: string) => void; fail: () => void }[] = [];
  const shown: string[] = [];
  const failed: number[] = [];
  const busy: boolean[] = [];
  let underWay = 0;
  let most = 0;
  const scheduler = createPreviewScheduler<number, string>({
    draw: (input) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return new Promise<string>((resolve, reject) => {
        calls.push({
          input,
          answer: (picture) => {
            underWay -= 1;
            resolve(picture);
          },
          fail: () => {
            underWay -= 1;
            reject(new Error('no'));
          },
        });
      });
    },
    onPicture: (picture) => shown.push(picture),
    onError: (_error, input) => failed.push(input),
    onBusy: (now) => busy.push(now),
    timeoutMs: 1_000,
  });
  return { scheduler, calls, shown, failed, busy, most: () => most };
}

const turn = () => vi.advanceTimersByTimeAsync(0);

describe('createPreviewScheduler', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('asks at once', async () => {
    const { scheduler, calls } = bench();
    scheduler.request(1);
    await turn();
    expect(calls.map((call) => call.input)).toEqual([1]);
  });

  test('while one is under way only the newest waits', async () => {
    const { scheduler, calls, shown } = bench();
    for (const input of [1, 2, 3, 4]) scheduler.request(input);
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]!.answer('one');
    await turn();
    expect(calls.map((call) => call.input)).toEqual([1, 4]);
    calls[1]!.answer('four');
    await turn();
    expect(shown).toEqual(['one', 'four']);
  });

  test('a failure is told, and does not keep the next from being drawn', async () => {
    const { scheduler, calls, shown, failed, busy } = bench();
    scheduler.request(1);
    scheduler.request(2);
    await turn();
    calls[0]!.fail();
    await turn();
    calls[1]!.answer('two');
    await turn();
    expect(failed).toEqual([1]);
    expect(shown).toEqual(['two']);
    expect(busy.at(-1)).toBe(false);
  });

  test('one without an answer is given up, and its late answer dropped', async () => {
    const { scheduler, calls, shown, failed } = bench();
    scheduler.request(1);
    scheduler.request(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failed).toEqual([1]);
    expect(calls).toHaveLength(2);
    calls[1]!.answer('two');
    calls[0]!.answer('one, too late');
    await turn();
    expect(shown).toEqual(['two']);
  });

  test('after dispose nothing is asked and nothing told', async () => {
    const { scheduler, calls, shown } = bench();
    scheduler.request(1);
    await turn();
    scheduler.dispose();
    scheduler.request(2);
    calls[0]!.answer('one');
    await turn();
    expect(calls).toHaveLength(1);
    expect(shown).toEqual([]);
  });

  test('in any course of events: one at a time, in order, ending on the last', async () => {
    const step = fc.constantFrom('request', 'answer', 'fail');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { scheduler, calls, shown, failed, most } = bench();
        let asked = 0;
        let ended = 0;
        for (const what of [...steps, 'request', 'answer', 'answer']) {
          if (what === 'request') {
            asked += 1;
            scheduler.request(asked);
          } else if (calls[ended]) {
            const call = calls[ended]!;
            ended += 1;
            if (what === 'answer') call.answer(String(call.input));
            else call.fail();
          }
          await turn();
        }
        const order = [...shown.map(Number), ...failed];
        expect(most()).toBeLessThanOrEqual(1);
        expect(shown.map(Number)).toEqual(shown.map(Number).toSorted((x, y) => x - y));
        expect(Math.max(...order)).toBe(asked);
      }),
    );
  });
});
