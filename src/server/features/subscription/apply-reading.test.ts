import { expect, it } from 'vitest';
import { accountStatus, nextCheck } from './apply-reading.ts';

it('says what an account may do by what its subscription is', () => {
  const expected = {
    active: ['active', 'active', 'active'],
    trialing: ['active', 'active', 'active'],
    past_due: ['active', 'active', 'active'],
    canceled: ['trial', 'canceled', 'canceled'],
    unpaid: ['trial', 'canceled', 'canceled'],
    paused: ['trial', 'canceled', 'canceled'],
    incomplete: ['trial', 'active', 'canceled'],
    incomplete_expired: ['trial', 'active', 'canceled'],
    // A word that the provider may come to use means no right and takes none away.
    something_new: ['trial', 'active', 'canceled'],
  };
  for (const [status, after] of Object.entries(expected)) {
    const found = (['trial', 'active', 'canceled'] as const).map((before) =>
      accountStatus(before, status),
    );
    expect([status, found]).toEqual([status, after]);
  }
});

it('asks again when something can have changed', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const minutes = (status: string, end: string | null) => {
    const at = nextCheck({ status, currentPeriodEnd: end === null ? null : new Date(end) }, now);
    return at && (at.getTime() - now.getTime()) / 60_000;
  };
  expect(minutes('incomplete', '2026-12-20T12:00:00Z')).toBe(10);
  expect(minutes('active', '2026-12-20T12:00:00Z')).toBe(24 * 60);
  expect(minutes('active', '2026-11-20T14:00:00Z')).toBe(121);
  expect(minutes('active', '2026-11-20T11:00:00Z')).toBe(15);
  expect(minutes('past_due', '2026-12-20T12:00:00Z')).toBe(24 * 60);
  expect(minutes('active', null)).toBe(24 * 60);
  expect(minutes('canceled', '2026-12-20T12:00:00Z')).toBeNull();
  expect(minutes('incomplete_expired', null)).toBeNull();
});
