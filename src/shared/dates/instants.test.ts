import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utcInstant } from './instants.ts';

it('writes what the database writes of an instant as answers have it', () => {
  const cases = [
    ['2026-11-23 07:45:46+00', '2026-11-23T07:45:46.000Z'],
    ['2026-11-23 07:45:46.1+00', '2026-11-23T07:45:46.100Z'],
    ['2026-11-23 07:45:46.123999+00', '2026-11-23T07:45:46.123Z'],
    ['2026-11-23 07:45:46.12+05:30', '2026-11-23T02:15:46.120Z'],
    ['2026-11-23T07:45:46.123456+00:00', '2026-11-23T07:45:46.123Z'],
  ] as const;
  for (const [stored, answered] of cases) expect(utcInstant(stored)).toBe(answered);
  expect(utcInstant(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
});

it('writes each instant of the database as a Date would', () => {
  const day = { min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(day), (instant) => {
      const iso = instant.toISOString();
      const stored = `${iso.replace('T', ' ').replace(/\.?0*Z$/, '')}+00`;
      expect(utcInstant(stored)).toBe(iso);
    }),
  );
});
