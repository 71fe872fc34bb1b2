import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { expect, it } from 'vitest';
import { withoutLinks, withoutLinksIn, withoutLinksOrAddresses } from './without-links.ts';

/** A finder of links as mail programs have it, at its most eager. */
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true });
finder.add('tel:', {
  validate: (text, at) => /^\+?[\d-]{3,}/.exec(text.slice(at))?.[0].length ?? 0,
});

it.each([
  ['See https://evil.example.com/a?b=c.d', 'See evil[.]example[.]com/a?b=c.d'],
  ['www.evil.com or evil.com', 'www[.]evil[.]com or evil[.]com'],
  ['HTTP://EVIL.COM', 'EVIL[.]COM'],
  ['pay@evil.com/login', 'pay@evil[.]com/login'],
  ['pay@evil.com?next=a', 'pay@evil[.]com?next=a'],
  ['pay@evil.com:8080', 'pay@evil[.]com: 8080'],
  ['pay@evil.com,evil.com', 'pay@evil[.]com,evil[.]com'],
  ['pay@evil.com\u200b/login', 'pay@evil[.]com\u200b/login'],
  ['https://pay@evil.com', 'pay@evil[.]com'],
  ['https://pay:pay@evil.com', 'pay: pay@evil[.]com'],
  ['//pay@evil.com', '/ /pay@evil[.]com'],
  ['evil.com/a@b.example', 'evil[.]com/a@b[.]example'],
  ['evil.com?a@b.example', 'evil[.]com?a@b[.]example'],
  ['www.evil.com@b.example', 'www[.]evil[.]com@b[.]example'],
  ['a@www.evil.com', 'a@www[.]evil[.]com'],
  ['a@b@evil.com', 'a@b@evil[.]com'],
  ['10.0.0.1@b.example', '10[.]0[.]0[.]1@b[.]example'],
  ['a@10.0.0.1', 'a@10[.]0[.]0[.]1'],
  ['pay@evil。com', 'pay@evil[.]com'],
  ['mailto:pay@evil.com', 'mailto: pay@evil[.]com'],
  ['ftp://evil.com //evil.com', 'ftp: / /evil[.]com / /evil[.]com'],
  ['hthttps://tps://evil.com', 'hthttps: / /tps: / /evil[.]com'],
  ['http://10.0.0.1/x', '10[.]0[.]0[.]1/x'],
  ['tel:+4930123456', 'tel: +4930123456'],
  ['例え。テスト and ｅｖｉｌ．ｃｏｍ', '例え[.]テスト and ｅｖｉｌ[.]ｃｏｍ'],
  ['evil.xn--p1ai', 'evil[.]xn--p1ai'],
])('leaves nothing to press in %s', (text, neutral) => {
  expect(withoutLinks(text)).toBe(neutral);
  expect(finder.test(withoutLinks(text))).toBe(false);
});

it.each([
  'Hello Marta,\n\nPlease find attached invoice INV-2026-0001 for $1,234.50, due on Dec 20, 2026.',
  'See you at 12:30. Thank you, e.g. for 1.5 hours.',
  'Ratio 3:1, No.5',
])('leaves %j as it is', (text) => {
  expect(withoutLinks(text)).toBe(text);
});

it.each([
  'info@bücher.example',
  'Write to first.last+a@x.co.uk, or (e@x.example).',
  '<a@b.example> "c@d.example"\ne@xn--bcher-kva.example',
])('leaves an address that stands alone whole, but not in a sender’s name: %j', (text) => {
  expect(withoutLinks(text)).toBe(text);
  expect(finder.test(withoutLinksOrAddresses(text))).toBe(false);
});

it('takes no longer for hostile texts', () => {
  const hostile = ['a.', 'a@a.', 'a@', '(', 'a@b.cc)', 'a@b.cc)))/', '\u0301'];
  const started = performance.now();
  for (const part of hostile) withoutLinks(part.repeat(40_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('leaves no link in whatever is made of what links are made of', () => {
  const part = fc.constantFrom(
    ...'http https : / // :// . 。 @ www evil com evil.com www.evil.com p@evil.com ( ) , xn-- 1 10.0.0.1 - _ [.] é mailto: a co.uk'.split(
      ' ',
    ),
    ' ',
    '\n',
    '\u200b',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
      const text = parts.join('');
      const found = finder.match(withoutLinks(text)) ?? [];
      expect(found.filter(({ schema }) => schema !== 'mailto:')).toEqual([]);
      expect(finder.test(withoutLinksOrAddresses(text))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

it('reaches every text within, but for what is to be kept', () => {
  const value = { a: 'x.com', b: ['y.com', 3], c: { url: 'https://z.com', d: null } };
  expect(withoutLinksIn(value, new Set(['url']))).toEqual({
    a: 'x[.]com',
    b: ['y[.]com', 3],
    c: { url: 'https://z.com', d: null },
  });
});
