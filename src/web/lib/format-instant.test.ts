import { describe, expect, it } from 'vitest';
import { formatAgo, formatInstant, formatMoment, shortDate } from './format-instant.ts';

const NOW = new Date('2026-11-20T23:30:00Z');
const NEW_YORK = 'America/New_York';

describe('when something happened', () => {
  it.each([
    ['2026-11-20T23:29:30Z', 'just now'],
    // A clock that runs behind the server's.
    ['2026-11-20T23:31:00Z', 'just now'],
    ['2026-11-20T23:29:00Z', '1 minute ago'],
    ['2026-11-20T23:06:00Z', '24 minutes ago'],
    ['2026-11-20T22:30:00Z', 'today at 5:30 PM'],
    ['2026-11-20T14:12:00Z', 'today at 9:12 AM'],
    // Still the 19th in New York.
    ['2026-11-20T03:00:00Z', 'yesterday'],
    ['2026-11-19T04:59:00Z', 'Nov 18'],
    ['2026-01-03T18:00:00Z', 'Jan 3'],
    ['2025-11-20T18:00:00Z', 'Nov 20, 2025'],
  ])('says %s as %s', (instant, words) => expect(formatAgo(instant, NOW, NEW_YORK)).toBe(words));

  it('says minutes over midnight', () =>
    expect(formatAgo('2026-11-20T04:50:00Z', new Date('2026-11-20T05:10:00Z'), NEW_YORK)).toBe(
      '20 minutes ago',
    ));

  it.each([
    ['2026-11-20T23:29:30Z', 'Just now'],
    ['2026-11-20T23:06:00Z', '24 min ago'],
    ['2026-11-20T14:12:00Z', '9:12 AM'],
    ['2026-11-20T03:00:00Z', 'Yesterday'],
    ['2026-11-13T18:00:00Z', 'Nov 13'],
  ])('says %s in short as %s', (instant, words) =>
    expect(formatMoment(instant, NOW, NEW_YORK)).toBe(words),
  );

  it('knows the whole instant in a zone', () =>
    expect(formatInstant('2026-10-08T21:18:00Z', NEW_YORK)).toBe('Oct 08, 2026, 5:18 PM'));

  it('leaves out the year that it is', () => {
    expect(shortDate('2026-11-03', '2026-11-20')).toBe('Nov 3');
    expect(shortDate('2027-01-10', '2026-11-20')).toBe('Jan 10, 2027');
  });
});
