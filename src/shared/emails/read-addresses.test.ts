import { expect, test } from 'vitest';
import { readAddress, readAddresses } from './read-addresses.ts';

test.each([
  ['', []],
  ['a@b.example', ['a@b.example']],
  [
    'a@b.example;c@d.example, e@f.example  g@h.example',
    'a@b.example c@d.example e@f.example g@h.example'.split(' '),
  ],
  ['a@b.example\r\nc@d.example\n', ['a@b.example', 'c@d.example']],
  ['Marta Harbor <a@b.example>; <c@d.example>', ['a@b.example', 'c@d.example']],
  ['"Harbor, Marta" <a@b.example>', ['a@b.example']],
  ['x@y.example Marta<a@b.example>', ['x@y.example', 'a@b.example']],
  // What is no address is left for the check.
  ['Marta', ['Marta']],
  ['a@b.example; oops', ['a@b.example', 'oops']],
])('%j holds %j', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses);
});

test('the one address of a text', () => {
  expect(readAddress(' Marta <a@b.example> ')).toBe('a@b.example');
  expect(readAddress('a@b.example, c@d.example')).toBe('');
  expect(readAddress('')).toBe('');
});
