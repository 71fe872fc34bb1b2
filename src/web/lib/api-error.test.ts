import { describe, expect, test } from 'vitest';
import { ApiError, failure, hasCode, newerRecord, errorMessage, toApiError } from './api-error.ts';

const answer = (status: number, body: string, statusText = '') =>
  new Response(body, { status, statusText });

describe('ApiError', () => {
  test('says status, colon, body', async () => {
    const error = await toApiError(answer(403, '{"code":"FORBIDDEN","message":"No"}'));
    expect(error.message).toBe('403: {"code":"FORBIDDEN","message":"No"}');
    expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN', body: { message: 'No' } });
  });

  test('says the status text when the body is empty', async () => {
    expect((await toApiError(answer(502, '', 'Bad Gateway'))).message).toBe('502: Bad Gateway');
  });

  test('reads the words of an answer that carries only `error`', () => {
    const refused = new ApiError(400, '{"error":"Choose a plan"}');
    expect(errorMessage(refused, 'Failed')).toBe('Choose a plan');
    expect(failure('Failed to subscribe', refused)).toBe('Failed to subscribe. Choose a plan');
    expect(refused.code).toBeUndefined();
    // Words come before a title such as 'Bad Request'.
    expect(errorMessage(new ApiError(400, '{"error":"Bad Request","message":"Why"}'), 'F')).toBe(
      'Why',
    );
  });

  test('has fields only where each names its path and what is wrong', () => {
    const body = { message: 'No', fields: [null, 'x', { path: 'a' }, { path: 'b', message: 'c' }] };
    expect(new ApiError(400, JSON.stringify(body)).fields).toEqual([{ path: 'b', message: 'c' }]);
    expect(new ApiError(400, '{"message":"No","fields":"x"}').fields).toEqual([]);
  });

  test.each(['<html>', '"text"', 'null', '[]', '{"message":1}', '{"code":"X"}', '{"error":{}}'])(
    'has no body of ours in %s',
    (text) => {
      const error = new ApiError(500, text);
      expect(error.body).toBeUndefined();
      expect(error.fields).toEqual([]);
      expect(errorMessage(error, 'Failed')).toBe('Failed');
    },
  );
});

test('reason is the server’s words, or the fallback for what is no answer', () => {
  expect(errorMessage(new ApiError(409, '{"code":"IN_USE","message":"2 invoices"}'), 'F')).toBe(
    '2 invoices',
  );
  expect(errorMessage(new TypeError('fetch failed'), 'F')).toBe('F');
});

test('failure adds why to a refusal, and nothing to a fault', () => {
  const refused = new ApiError(409, '{"code":"IN_USE","message":"2 invoices refer to it."}');
  expect(failure('Failed to delete customer', refused)).toBe(
    'Failed to delete customer. 2 invoices refer to it.',
  );
  const fault = new ApiError(500, '{"code":"INTERNAL","message":"Something went wrong"}');
  expect(failure('Failed to delete customer', fault)).toBe('Failed to delete customer');
  expect(failure('Failed to delete customer', new Error('offline'))).toBe(
    'Failed to delete customer',
  );
});

test('the newer record comes with a stale save only', () => {
  const current = { id: 1, version: 3 };
  const stale = new ApiError(409, JSON.stringify({ code: 'STALE', message: 'Changed', current }));
  expect(newerRecord(stale)).toEqual(current);
  expect(hasCode(stale, 'STALE')).toBe(true);
  expect(
    newerRecord(new ApiError(409, JSON.stringify({ code: 'IN_USE', message: 'x', current }))),
  ).toBeUndefined();
  expect(newerRecord(new Error('x'))).toBeUndefined();
});
