import { expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { dateToday } from './date-today.ts';

const refused = (path: string) => {
  const fields = [{ path, message: 'The issue date must not be before Nov 21, 2026' }];
  return new ApiError(400, JSON.stringify({ code: 'VALIDATION', message: 'Refused', fields }));
};

test('a draft that is too old for its series is dated today and issued by one press', async () => {
  const draft = { version: 3, issueDate: '2026-11-20', dueDate: '2026-12-20' };
  const save = vi.fn(() => Promise.resolve());
  const issue = vi.fn(() => Promise.resolve());
  const how = { today: '2026-11-23', read: () => Promise.resolve(draft), save, issue };
  expect(dateToday(refused('dueDate'), how)).toBeUndefined();
  expect(dateToday(new Error('offline'), how)).toBeUndefined();
  dateToday(refused('issueDate'), how)?.onClick();
  await vi.waitFor(() => expect(issue).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledWith({
    version: 3,
    issueDate: '2026-11-23',
    dueDate: '2026-12-23',
  });
});
