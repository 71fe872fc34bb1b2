import { expect, it } from 'vitest';
import { formatMailFigures, formatShare, formatUserCount } from './user-labels.ts';

it('counts users, and says where it stopped counting', () => {
  expect(formatUserCount({ count: 0 })).toBe('0 users');
  expect(formatUserCount({ count: 1 })).toBe('1 user');
  expect(formatUserCount({ count: 104_512, more: false })).toBe('104,512 users');
  expect(formatUserCount({ count: 1_000, more: true })).toBe('1,000+ users');
});

it('rounds a share, but neither down to none nor up to all', () => {
  const stats = (totalUsers: number) => ({
    totalUsers,
    newUsers: 0,
    trialUsers: 0,
    activeUsers: 0,
    canceledUsers: 0,
  });
  expect(formatShare(0, stats(10))).toBe('');
  expect(formatShare(0, stats(0))).toBe('');
  expect(formatShare(1, stats(100_000))).toBe('less than 1% of users');
  expect(formatShare(61, stats(100))).toBe('61% of users');
  expect(formatShare(99_999, stats(100_000))).toBe('99% of users');
  expect(formatShare(3, stats(3))).toBe('100% of users');
});

it('tells what became of messages, with the rates of what went wrong', () => {
  const none = { sent: 0, newRecipients: 0, failed: 0, reported: 0 };
  const format = (mail: Partial<typeof none>, asked = 0) =>
    formatMailFigures({ mail: { ...none, ...mail }, blocks: { count: asked, asked } });
  expect(format({})).toEqual([]);
  expect(format({ sent: 4 })).toEqual(['4 sent']);
  expect(format({ sent: 1_997, newRecipients: 14, failed: 3, reported: 40 })).toEqual([
    '1,997 sent, 14 new',
    '3 failed (<1%)',
    '40 reported (2%)',
  ]);
  expect(format({ reported: 1 })).toEqual(['0 sent', '1 reported']);
  expect(format({}, 2)).toEqual(['0 sent', '2 to unblock']);
});
