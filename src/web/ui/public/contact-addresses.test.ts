import { expect, test } from 'vitest';
import { mailAddress, telAddress } from './contact-addresses.ts';

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
