import { describe, expect, it } from 'vitest';
import type { EstimateEventType } from '../../../shared/estimates/estimate.contract.ts';
import { expiryLabel, expiryOutline, formatExpiryDate } from './format-expiry-date.ts';

describe('formatExpiryDate', () => {
  const words = (status: Parameters<typeof formatExpiryDate>[0]['status'], expiryDate: string) =>
    formatExpiryDate({ status, expiryDate, history: [] }, '2026-11-20', 'UTC');

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
    expect(words('accepted', '2026-11-01').words).toBe('Accepted.');
    expect(words('rejected', '2026-11-01').words).toBe(
      'Rejected. It was valid until Nov 01, 2026.',
    );
    const on = (status: 'accepted' | 'rejected', type: EstimateEventType, timeZone: string) => {
      const createdAt = '2026-11-21T03:00:00.000Z';
      const history = [{ id: 2, type, data: {}, createdAt }];
      const estimate = { status, expiryDate: '2026-12-20', history };
      return formatExpiryDate(estimate, '2026-11-25', timeZone).words;
    };
    expect(on('accepted', 'estimate.accepted', 'UTC')).toBe('Accepted on Nov 21, 2026.');
    expect(on('accepted', 'estimate.converted', 'America/New_York')).toBe(
      'Accepted on Nov 20, 2026.',
    );
    expect(on('rejected', 'estimate.rejected', 'UTC')).toBe(
      'Rejected on Nov 21, 2026. It would have been valid until Dec 20, 2026.',
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

describe('expiryLabel', () => {
  it.each([
    ['sent', '2026-11-20', 'Expires'],
    ['draft', '2026-11-19', 'Expired'],
    ['expired', '2026-11-21', 'Expired'],
    ['accepted', '2026-11-20', 'Valid until'],
    ['accepted', '2026-11-19', 'Was valid until'],
    ['rejected', '2026-11-19', 'Was valid until'],
  ] as const)('of one %s, whose last day is %s: %s', (status, expiryDate, label) => {
    expect(expiryLabel({ status, expiryDate }, '2026-11-20')).toBe(label);
  });
});
