import { expect, test } from 'vitest';
import { isEmailAddress, toAsciiAddress } from './email-address.ts';

test.each([
  ['info@bücher.example', 'info@xn--bcher-kva.example'],
  ['info@BÜCHER.example', 'info@xn--bcher-kva.example'],
  ['a+b@straße.example', 'a+b@xn--strae-oqa.example'],
  ['post@почта.рф', 'post@xn--80a1acny.xn--p1ai'],
  ['info@books.example', 'info@books.example'],
  ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
  ['post@XN--80a1acny.xn--p1ai', 'post@XN--80a1acny.xn--p1ai'],
  [`${'a'.repeat(64)}@books.example`, `${'a'.repeat(64)}@books.example`],
  [`info@${'b'.repeat(63)}.example`, `info@${'b'.repeat(63)}.example`],
])('%s is the address %s', (address, ascii) => {
  expect(toAsciiAddress(address)).toBe(ascii);
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  '',
  'info',
  'info@',
  '@bücher.example',
  'info@bücher',
  'info@büch er.example',
  'info@bücher.example/x',
  'info@bücher.example:25',
  'info@a@bücher.example',
  'info@-ü-.example ',
  'info@bücher..example',
  'ïnfo@books.example',
  'info@bücher.example\r\nBcc: x@y.example',
  `info@${'ü'.repeat(64)}.example`,
  `info@${'b'.repeat(64)}.example`,
  `${'a'.repeat(65)}@books.example`,
  `${'a'.repeat(65)}@bücher.example`,
  `info@${'b.'.repeat(125)}example`,
  'a@xn--a.example',
  'a@xn--.example',
])('%j is none', (address) => expect(isEmailAddress(address)).toBe(false));
