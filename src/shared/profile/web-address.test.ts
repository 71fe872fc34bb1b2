import { expect, it } from 'vitest';
import { completeWebAddress } from './web-address.ts';

it.each([
  ['garten.example', 'https://garten.example'],
  [' www.garten.example/plans?of=2026 ', 'https://www.garten.example/plans?of=2026'],
  ['garten.example:8443', 'https://garten.example:8443'],
])('completes %j', (typed, whole) => expect(completeWebAddress(typed)).toBe(whole));

it.each([
  '',
  'garten',
  'not an address',
  'http://garten.example',
  'https://garten.example',
  'ftp://garten.example',
  'mailto:zoe@garten.example',
  'zoe@garten.example',
])('leaves %j as it was typed', (typed) => expect(completeWebAddress(typed)).toBe(typed));
