import { describe, expect, test } from 'vitest';
import { mailAddress, telAddress } from './contact-addresses.ts';
import { initials } from './initials.ts';

describe('initials', () => {
  test.each([
    ['Otis Bayard Piano Tuning', 'OB'],
    ['remit', 'R'],
    ['  & Sons', 'S'],
    ['株式会社 山田', '株山'],
    ['𝒜 pair', '𝒜P'],
    ['—', '•'],
  ])('%s → %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

test('addresses for mail and phone', () => {
  expect(telAddress('(207) 555-0148')).toBe('tel:2075550148');
  expect(telAddress('+49 (0)30 1234-5')).toBe('tel:+4903012345');
  expect(mailAddress('isla@marram.example', 'Invoice INV 1&2')).toBe(
    'mailto:isla@marram.example?subject=Invoice%20INV%201%262',
  );
  expect(mailAddress('a?bcc=x@y.example', 'Invoice 1')).toBe(
    'mailto:a%3Fbcc%3Dx@y.example?subject=Invoice%201',
  );
});
