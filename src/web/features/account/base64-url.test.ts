import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64-url.ts';

test('what is written is read back, in letters that an address can carry', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = toBase64Url(Uint8Array.from(bytes).buffer);
      expect(text).toMatch(/^[\w-]*$/);
      expect([...fromBase64Url(text)]).toEqual([...bytes]);
    }),
  );
});

test('the alphabet of base64url, without padding', () => {
  expect(toBase64Url(Uint8Array.from([0xfb, 0xff, 0xfe, 0x01]).buffer)).toBe('-__-AQ');
});
