import { expect, test } from 'vitest';
import { localTimeAt } from './clock-in-zone.ts';
import { instantOfLocalTime, isLocalTime } from './local-time.ts';

test.each([
  ['UTC', '2026-11-30T09:00', '2026-11-30T09:00:00.000Z'],
  ['America/New_York', '2026-11-30T09:00', '2026-11-30T14:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-30T00:05', '2026-11-29T18:20:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-30T09:00', '2026-11-29T19:00:00.000Z'],
  // Put back at two: half past one comes twice.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  // Put forward at two: half past two is half past three.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
])('in %s, %s is %s', (timeZone, local, instant) => {
  expect(instantOfLocalTime(local, timeZone).toISOString()).toBe(instant);
});

test('an hour of each day and night of a year is the hour that it was made of', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  for (let hour = 0; hour < 8_760; hour += 7) {
    const instant = new Date(start + hour * 3_600_000);
    const local = localTimeAt(instant, 'Australia/Lord_Howe');
    expect(
      localTimeAt(instantOfLocalTime(local, 'Australia/Lord_Howe'), 'Australia/Lord_Howe'),
    ).toBe(local);
  }
});

test.each(['2026-02-30T09:00', '2026-11-30', '2026-11-30T24:00', '2026-11-30T09:60', 'soon'])(
  '%s is no time',
  (text) => expect(isLocalTime(text)).toBe(false),
);

test('a leap day has its times', () => expect(isLocalTime('2028-02-29T23:59')).toBe(true));
