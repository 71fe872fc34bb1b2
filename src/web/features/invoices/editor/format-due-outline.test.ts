import { describe, expect, it } from 'vitest';
import { formatDueOutline } from './format-due-outline.ts';

describe('formatDueOutline', () => {
  const words = (endDate: string, more = {}) =>
    formatDueOutline(
      { issueDate: '2026-11-06', endDate, status: 'sent', installments: [], ...more },
      '2026-11-21',
    );

  it('counts from today, not from the day of issue', () => {
    expect(words('2026-11-21')).toBe('due today');
    expect(words('2026-11-22')).toBe('due in 1 day');
    expect(words('2026-12-21')).toBe('due in 30 days');
  });

  it('names the day once it is over', () => {
    expect(words('2026-11-20')).toBe('was due Nov 20, 2026');
  });

  it('tells a slip of the hand, and nothing about half a date', () => {
    expect(words('2026-11-05')).toBe('due before it is issued');
    expect(words('2026-11-')).toBeUndefined();
    expect(words('2026-12-21', { issueDate: '' })).toBeUndefined();
  });

  it('tells of a plan when its first part is due', () => {
    const issueDate = '2026-11-21';
    const part = { key: '1', share: '50%', days: '', dueDate: '' };
    const last = { ...part, when: 'afterIssue', days: '30' };
    const plan = (first: object) => ({ issueDate, installments: [{ ...part, ...first }, last] });
    expect(words('2026-12-21', plan({ when: 'issue' }))).toBe('first part due today');
    expect(words('2026-12-21', plan({ when: 'date', dueDate: '2026-11-22' }))).toBe(
      'first part due in 1 day',
    );
    expect(words('2026-12-21', plan({ when: 'date', dueDate: '2026-12' }))).toBe('due in 30 days');
  });

  it('says nothing of a paid invoice', () => {
    expect(words('2026-12-21', { status: 'paid' })).toBeUndefined();
  });
});
