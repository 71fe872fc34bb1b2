import { describe, expect, it } from 'vitest';
import { expiryOutline, timeWords } from './expiry-words.ts';

describe('timeWords', () => {
  const words = (status: Parameters<typeof timeWords>[0]['status'], expiryDate: string) =>
    timeWords({ status, expiryDate }, '2026-11-20');

  it('counts the days that are left, and those that are over', () => {
    expect(words('sent', '2026-12-20').words).toBe('Expires Dec 20, 2026, in 30 days.');
    expect(words('draft', '2026-11-21').words).toBe(
      'Not sent yet. Expires Nov 21, 2026, tomorrow.',
    );
    expect(words('sent', '2026-11-20').words).toBe('Expires Nov 20, 2026, today.');
    expect(words('expired', '2026-11-19')).toEqual({
      words: 'Expired Nov 19, 2026, ',
      late: '1 day ago.',
    });
  });

  it('says what was answered instead, where there was an answer', () => {
    expect(words('accepted', '2026-11-01').words).toBe('Accepted by the customer.');
    expect(words('rejected', '2026-11-01').words).toBe(
      'Rejected. It was valid until Nov 01, 2026.',
    );
  });
});

describe('expiryOutline', () => {
  const outline = (endDate: string, status = 'draft') =>
    expiryOutline({ issueDate: '2026-11-15', endDate, status }, '2026-11-20');

  it('tells when it expires, and a slip of the hand', () => {
    expect(outline('2026-12-20')).toBe('expires in 30 days');
    expect(outline('2026-11-21')).toBe('expires in 1 day');
    expect(outline('2026-11-20')).toBe('expires today');
    expect(outline('2026-11-19')).toBe('expired Nov 19, 2026');
    expect(outline('2026-11-14')).toBe('expires before it is issued');
  });

  it('says nothing of half a date, nor once it was answered', () => {
    expect(outline('2026-12-')).toBeUndefined();
    expect(outline('2026-12-20', 'accepted')).toBeUndefined();
  });
});
