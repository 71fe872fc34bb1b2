import { describe, expect, it } from 'vitest';
import { formatUnit, isUnit, readUnit, UNIT_NAMES, UNITS, unitCode } from './units.ts';

describe('units', () => {
  it.each([
    ['hour', '1.00', 'hour'],
    ['hour', '7.25', 'hours'],
    ['hour', '0.00', 'hours'],
    ['hour', null, 'hours'],
    ['kilogram', '2.00', 'kg'],
    ['flat rate', '3.00', 'flat rate'],
    ['KMQ', '2.00', 'KMQ'],
  ])('%s beside %s is %s', (unit, quantity, text) => expect(formatUnit(unit, quantity)).toBe(text));

  it.each([
    ['hour', 'HUR'],
    ['piece', 'H87'],
    ['flat rate', 'LS'],
    ['KMQ', 'KMQ'],
    [null, 'C62'],
  ])('%s is %s in an e-invoice', (unit, code) => expect(unitCode(unit)).toBe(code));

  it('have codes of their own that are codes of the recommendation', () => {
    const codes = UNIT_NAMES.map((name) => UNITS[name].code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => isUnit(code))).toBe(true);
  });

  it.each(['hour', 'square metre', 'KGM', 'D68', 'XPK', 'EA', 'MTR'])('take %s', (text) =>
    expect(isUnit(text)).toBe(true),
  );
  it.each(['', 'Hour', 'hours ', 'kgm', 'A', 'ABCD', 'toString', '__proto__', 'a b'])(
    'refuse "%s"',
    (text) => expect(isUnit(text)).toBe(false),
  );

  it.each([
    ['hour', 'h hr hrs Hours HOUR hrs.'],
    ['day', 'd D days'],
    ['piece', 'pc pcs Pieces copies units'],
    ['minute', 'min mins MIN'],
    ['week', 'wk wks'],
    ['month', 'mo'],
    ['year', 'yr yrs'],
    ['kilometre', 'km kms kilometers'],
    ['kilogram', 'kg KG kilograms'],
    ['square metre', 'm² m2 M2 sqm'],
    ['kilowatt hour', 'kwh'],
  ])('are read as %s: %s', (name, written) => {
    for (const text of written.split(' ')) expect(readUnit(` ${text} `)).toBe(name);
  });

  it('are themselves in each form of their own, and codes stay codes', () => {
    for (const name of UNIT_NAMES) {
      const { one, many } = UNITS[name];
      expect([name, one, many, `${name}s`].map(readUnit)).toEqual([name, name, name, name]);
    }
    expect(['KGM', 'kgm', 'KMQ', 'EA', 'LS'].map(readUnit)).toEqual([
      'KGM',
      'KGM',
      'KMQ',
      'EA',
      'LS',
    ]);
    expect(['xyz', 'toString', 'crate'].map(readUnit)).toEqual(['xyz', 'toString', 'crate']);
  });
});
