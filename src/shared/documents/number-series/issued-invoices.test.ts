import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NATIONAL_RULES, nationalRule } from './issued-invoices.ts';

it.each([
  ['Germany', 'Germany'],
  ['  deutschland ', 'Germany'],
  ['AT', 'Austria'],
  ['España', 'Spain'],
  ['United States', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the rule of %j is that of %s', (country, expected) => {
  expect(nationalRule(country)?.country).toBe(expected);
});

it('each rule stands in the guide, with its source', () => {
  const guide = readFileSync('docs/issued-invoices.md', 'utf8');
  for (const { country, source } of NATIONAL_RULES) {
    expect(guide).toContain(`| ${country} |`);
    expect(guide).toContain(source);
  }
});
