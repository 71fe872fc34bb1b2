import { expect, test } from 'vitest';
import { paypalTestKeys, stripeTestKeys } from './test-keys.ts';

test('a pair of test keys belongs together, and no two pairs are alike', () => {
  const pairs = Array.from({ length: 50 }, stripeTestKeys);
  for (const { stripePublishableKey, stripeSecretKey } of pairs) {
    expect(stripePublishableKey).toMatch(/^pk_test_[A-Za-z]{24}$/);
    expect(stripeSecretKey).toBe(`sk${stripePublishableKey.slice(2)}`);
  }
  expect(new Set(pairs.map((pair) => pair.stripeSecretKey)).size).toBe(50);
  const { paypalClientId, paypalClientSecret } = paypalTestKeys();
  expect(paypalClientId).toMatch(/^[A-Za-z]{24}$/);
  expect(paypalClientSecret).not.toBe(paypalClientId);
});
