import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256Hex } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('is that of RFC 8785, section 3.2.4', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    };
    expect(Buffer.from(canonicalJson(value)).toString('hex')).toBe(
      Buffer.from(
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
          '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
      ).toString('hex'),
    );
  });

  it('orders members by their UTF-16 code units (section 3.2.3)', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson(value)) as object).join('\n')).toBe(
      [
        // JSON.parse moves what looks like an index to the front, which the text does not.
        'One',
        'Carriage Return',
        'Control',
        'Latin Small Letter O With Diaeresis',
        'Euro Sign',
        'Emoji: Grinning Face',
        'Hebrew Letter Dalet With Dagesh',
      ].join('\n'),
    );
    expect(canonicalJson(value).slice(0, 33)).toBe('{"\\r":"Carriage Return","1":"One"');
  });

  // Appendix B.
  it.each([
    [-0, '0'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e23, '1e+23'],
    [999999999999999700000, '999999999999999700000'],
    [1e21, '1e+21'],
    [9.999999999999997e-7, '9.999999999999997e-7'],
    [0.000001, '0.000001'],
    [333333333.33333325, '333333333.33333325'],
    [-0.0000033333333333333333, '-0.0000033333333333333333'],
    [Number('1424953923781206.25'), '1424953923781206.2'],
  ])('writes %d as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([
    ['nothing', undefined],
    ['nothing inside', { a: undefined }],
    ['a gap', Object.assign([1], { 2: 3 })],
    ['no number', Number.NaN],
    ['an endless number', Number.POSITIVE_INFINITY],
    ['a large integer', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a function', () => 1],
    ['half a pair', 'a\ud83d'],
    ['half a pair as a name', { '\ude00': 1 }],
  ])('refuses %s', (_what, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('is the same for the same value, in whatever order it was made, and reads back as it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        const zero = (each: unknown) => (each === 0 ? 0 : each);
        expect(JSON.parse(text)).toEqual(
          JSON.parse(JSON.stringify(value), (_, each: unknown) => zero(each)),
        );
      }),
    );
  });

  it('is digested as UTF-8', () => {
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(sha256Hex(Buffer.alloc(32), 'é')).toBe(
      sha256Hex(Buffer.from('00'.repeat(32) + 'c3a9', 'hex')),
    );
  });
});
