import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal(randomBytes(32));

it('opens what it closed, at the same place', () => {
  for (const secret of ['sk_test_1234', '', 'ключ 🔑', 'x'.repeat(5_000)]) {
    const sealed = seal.close(secret, 'ada stripe');
    expect(sealed).toMatch(/^v1\.[A-Za-z0-9+/=]+$/);
    if (secret) expect(sealed).not.toContain(secret);
    expect(seal.open(sealed, 'ada stripe')).toBe(secret);
  }
});

it('gives another ciphertext each time', () => {
  const made = new Set(Array.from({ length: 50 }, () => seal.close('sk_test_1234', 'ada')));
  expect(made.size).toBe(50);
});

it('opens nothing that was moved, altered, cut, or closed with another key', () => {
  const sealed = seal.close('sk_test_1234', 'ada stripe');
  expect(seal.open(sealed, 'eve stripe')).toBeUndefined();
  expect(createSeal(randomBytes(32)).open(sealed, 'ada stripe')).toBeUndefined();
  const bytes = Buffer.from(sealed.slice(3), 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(seal.open(`v1.${altered.toString('base64')}`, 'ada stripe')).toBeUndefined();
  }
  for (const other of [
    '',
    'v1.',
    'v1.AAAA',
    'sk_test_1234',
    sealed.slice(3),
    sealed.slice(0, 30),
  ]) {
    expect(seal.open(other, 'ada stripe')).toBeUndefined();
  }
});
