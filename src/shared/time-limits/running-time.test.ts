import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterRunning, waitAtMost } from './running-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is reached after its time, and not when it was called off', () => {
  const reached = vi.fn();
  const calledOff = vi.fn();
  afterRunning(1_000, reached);
  const callOff = afterRunning(1_000, calledOff);
  vi.advanceTimersByTime(999);
  expect(reached).not.toHaveBeenCalled();
  callOff();
  vi.advanceTimersByTime(2);
  expect(reached).toHaveBeenCalledOnce();
  expect(calledOff).not.toHaveBeenCalled();
});

test('a pause of any length takes no more than a tenth of it', () => {
  const reached = vi.fn();
  afterRunning(1_000, reached);
  // However late a timer is, it comes once, and what it set going comes after it.
  for (let pauses = 0; pauses < 9; pauses += 1) vi.runOnlyPendingTimers();
  expect(reached).not.toHaveBeenCalled();
  vi.advanceTimersByTime(101);
  expect(reached).toHaveBeenCalledOnce();
});

test('an answer that stands behind the last timer is taken first', async () => {
  let give: (answer: string) => void = () => {};
  const waiting = new Promise<string>((resolve) => {
    give = resolve;
  });
  const answer = waitAtMost(1_000, waiting, () => 'late');
  vi.advanceTimersByTime(1_000);
  give('in time');
  vi.advanceTimersByTime(1);
  expect(await answer).toBe('in time');
});

test('what does not come is replaced, or refused', async () => {
  const never = new Promise<string>(() => {});
  const late = waitAtMost(1_000, never, () => 'late');
  const refused = waitAtMost(1_000, never, () => {
    throw new Error('too late');
  });
  const told = expect(refused).rejects.toThrow('too late');
  vi.advanceTimersByTime(1_001);
  expect(await late).toBe('late');
  await told;
  expect(vi.getTimerCount()).toBe(0);
});
