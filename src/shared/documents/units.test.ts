import { describe, expect, it } from 'vitest';
import { formatUnit, isUnit, UNIT_NAMES, UNITS, unitCode } from './units.ts';

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
});
