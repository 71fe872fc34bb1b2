import { expect, test } from 'vitest';
import { isAppleDevice } from './install-offer.ts';

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', 5, true],
  ['an iPad that says it is a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, false],
])('%s is told apart', (_what, userAgent, maxTouchPoints, expected) => {
  expect(isAppleDevice({ userAgent, maxTouchPoints })).toBe(expected);
});
