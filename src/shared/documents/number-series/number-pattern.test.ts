import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../search/fold.ts';
import type { SeriesReset } from './number-pattern.ts';
import {
  countReader,
  deduceReset,
  findPatternFault,
  formatNumber,
  nextNumbers,
  periodOfSeries,
  SERIES_RESETS,
} from './number-pattern.ts';

describe('a pattern', () => {
  it.each([
    ['{SEQ}', '2026-03-04', 1, 7, '7'],
    ['RE-{YYYY}-{SEQ:4}', '2026-03-04', 1, 7, 'RE-2026-0007'],
    ['{YY}{MM}/{SEQ:3}', '2026-03-04', 1, 12, '2603/012'],
    ['{SEQ:1}', '2026-03-04', 1, 7, '7'],
    ['{SEQ:2}', '2026-03-04', 1, 1234, '1234'],
    ['{SEQ:9}', '2026-03-04', 1, 1, '000000001'],
    // A year that begins in April is named by where it begins.
    ['{YYYY}-{SEQ}', '2027-03-31', 4, 1, '2026-1'],
    ['{YYYY}-{SEQ}', '2027-04-01', 4, 1, '2027-1'],
    ['{YY}-{SEQ}', '2000-01-15', 7, 1, '99-1'],
    ['FACTURE № {SEQ:2} é', '2026-01-01', 1, 3, 'FACTURE № 03 é'],
  ])(
    '%s of %s with years from month %i gives %i as %s',
    (pattern, date, yearStartMonth, n, number) => {
      expect(formatNumber({ pattern, yearStartMonth }, date, n)).toBe(number);
    },
  );

  it.each<[string, SeriesReset, string | undefined]>([
    ['RE-{SEQ}', 'never', undefined],
    ['RE-{YYYY}-{SEQ:4}', 'year', undefined],
    ['RE-{YY}-{SEQ}', 'year', undefined],
    ['{MM}{YYYY}{SEQ}', 'month', undefined],
    ['{MM}{YYYY}{SEQ}', 'year', undefined],
    ['RE-{YYYY}', 'never', 'The pattern needs a counter: add {SEQ}, or {SEQ:4} for 0001'],
    ['RE', 'never', 'The pattern needs a counter: add {SEQ}, or {SEQ:4} for 0001'],
    ['{SEQ}{SEQ:4}', 'never', 'The pattern has two counters: keep only one {SEQ}'],
    [
      'RE-{SEQ}',
      'year',
      'A counter that restarts each year would repeat numbers: add {YYYY} or {YY}',
    ],
    [
      'RE-{MM}-{SEQ}',
      'year',
      'A counter that restarts each year would repeat numbers: add {YYYY} or {YY}',
    ],
    [
      'RE-{YYYY}-{SEQ}',
      'month',
      'A counter that restarts each month would repeat numbers: add {MM} and {YYYY} or {YY}',
    ],
    [
      'RE-{MM}-{SEQ}',
      'month',
      'A counter that restarts each month would repeat numbers: add {MM} and {YYYY} or {YY}',
    ],
    ['{DD}-{SEQ}', 'never', '{DD} is not known: use {YYYY}, {YY}, {MM}, {SEQ} or {SEQ:4}'],
    ['{seq}', 'never', '{seq} is not known: use {YYYY}, {YY}, {MM}, {SEQ} or {SEQ:4}'],
    ['{SEQ', 'never', 'Braces do not match: use {YYYY}, {YY}, {MM}, {SEQ} or {SEQ:4}'],
    ['SEQ}-{SEQ}', 'never', 'Braces do not match: use {YYYY}, {YY}, {MM}, {SEQ} or {SEQ:4}'],
    ['{SEQ}-}', 'never', 'Braces do not match: use {YYYY}, {YY}, {MM}, {SEQ} or {SEQ:4}'],
    ['{SEQ:0}', 'never', 'The counter has 1 to 9 digits, such as {SEQ:4}'],
    ['{SEQ:10}', 'never', 'The counter has 1 to 9 digits, such as {SEQ:4}'],
    [
      `${'x'.repeat(51)}{SEQ}`,
      'never',
      'Numbers of this pattern would have more than 60 characters',
    ],
  ])('%s, anew each %s: %s', (pattern, reset, fault) => {
    expect(findPatternFault(pattern, reset)).toBe(fault);
  });

  it.each<[string, SeriesReset]>([
    ['{SEQ}', 'never'],
    ['{MM}-{SEQ}', 'never'],
    ['{YYYY}-{SEQ}', 'year'],
    ['{YY}{MM}-{SEQ}', 'month'],
    ['{', 'never'],
  ])('%s says that its counter begins anew: %s', (pattern, reset) => {
    expect(deduceReset(pattern)).toBe(reset);
  });
});

describe('the period of an issue date', () => {
  it.each<[SeriesReset, number, string, string]>([
    ['never', 1, '2026-12-31', ''],
    ['year', 1, '2026-12-31', '2026'],
    ['year', 1, '2027-01-01', '2027'],
    ['year', 4, '2027-03-31', '2026'],
    ['year', 4, '2027-04-01', '2027'],
    ['year', 12, '2026-11-30', '2025'],
    ['year', 12, '2026-12-01', '2026'],
    ['month', 1, '2026-01-31', '2026-01'],
    ['month', 4, '2027-01-01', '2027-01'],
  ])('anew each %s, years from month %i: %s is of %j', (reset, yearStartMonth, date, period) => {
    expect(periodOfSeries({ reset, yearStartMonth }, date)).toBe(period);
  });
});

it('shows the next three numbers of a day', () => {
  const series = { pattern: 'RE-{YYYY}-{SEQ:2}', reset: 'year', yearStartMonth: 1 } as const;
  expect(nextNumbers(series, '2026-03-04', 98)).toEqual([
    'RE-2026-99',
    'RE-2026-100',
    'RE-2026-101',
  ]);
});

describe('of a number that was typed', () => {
  const read = (pattern: string, key: string, date = '2026-03-04') =>
    countReader(
      { pattern, reset: deduceReset(pattern), yearStartMonth: 1 },
      date,
      foldCase,
    )(foldCase(key));
  it.each([
    ['RE-{YYYY}-{SEQ:4}', 'RE-2026-0057', 57],
    ['RE-{YYYY}-{SEQ:4}', 're-2026-12345', 12_345],
    ['RE-{YYYY}-{SEQ:4}', 'RE-2025-0057', undefined],
    ['RE-{YYYY}-{SEQ:4}', 'RE-2026-57', undefined],
    ['RE-{YYYY}-{SEQ:4}', 'RE-2026-00057', undefined],
    ['RE-{YYYY}-{SEQ:4}', 'RE-2026-', undefined],
    ['No {SEQ} A', 'no 7 a', 7],
    ['{SEQ}', '9999999999', 9_999_999_999],
    ['{SEQ}', '99999999999', undefined],
    ['{SEQ}', '1-2', undefined],
  ])('%s would give %s as %s', (pattern, number, count) => {
    expect(read(pattern, number)).toBe(count);
  });
});

it('gives no number twice, whatever the pattern, the dates and the counts', () => {
  const text = fc.stringMatching(/^[A-Z0-9/. -]{0,4}$/);
  const pattern = fc
    .tuple(
      fc.shuffledSubarray(['{YYYY}', '{YY}', '{MM}'], { maxLength: 3 }),
      fc.constantFrom('{SEQ}', '{SEQ:3}'),
      fc.nat(3),
      fc.array(text, { minLength: 4, maxLength: 4 }),
    )
    .map(([tokens, counter, at, texts]) =>
      tokens
        .toSpliced(Math.min(at, tokens.length), 0, counter)
        .map((token, index) => `${texts[index] ?? ''}${token}`)
        .join(''),
    );
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2031-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      pattern,
      fc.constantFrom(...SERIES_RESETS),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.tuple(day, fc.integer({ min: 1, max: 1_200 })), { minLength: 2, maxLength: 60 }),
      (given, reset, yearStartMonth, documents) => {
        fc.pre(findPatternFault(given, reset) === undefined);
        const series = { pattern: given, reset, yearStartMonth };
        const places = new Map<string, string>();
        for (const [date, count] of documents) {
          const number = formatNumber(series, date, count);
          const place = `${periodOfSeries(series, date)} ${count}`;
          // One place may have two numbers here, for a month or year that the period does not tell apart.
          expect(places.get(number) ?? place).toBe(place);
          places.set(number, place);
          expect(countReader(series, date, foldCase)(foldCase(number))).toBe(count);
        }
      },
    ),
    { numRuns: 400 },
  );
});
