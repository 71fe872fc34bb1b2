// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

const later = () => new Promise((done) => setTimeout(done));

test('what a field does as it is left waits for the press that left it, and for its click', async () => {
  const left = vi.fn();
  window.dispatchEvent(new Event('pointerdown'));
  afterPress(left);
  await later();
  expect(left).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pointerup'));
  expect(left).not.toHaveBeenCalled();
  await later();
  expect(left).toHaveBeenCalledOnce();
});

test('by the keyboard it is done at once', () => {
  const left = vi.fn();
  afterPress(left);
  expect(left).toHaveBeenCalledOnce();
});
