import { afterEach, expect, it } from 'vitest';
import { ApiError, failure, Unreachable } from './api-error.ts';
import { askServer } from './ask-server.ts';
import { isReachable, reportReachable } from './connection.ts';

afterEach(() => reportReachable());

const asked = (answer: () => Response, init: RequestInit = {}) =>
  askServer('/api/reports/export', init, async () => answer()).catch((error: unknown) => error);

it('gives an answer that is OK, and finds the server again by it', async () => {
  await asked(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(isReachable()).toBe(false);
  expect(await ((await asked(() => new Response('a,b'))) as Response).text()).toBe('a,b');
  expect(isReachable()).toBe(true);
});

it('tells nothing came from what was refused', async () => {
  const refused = await asked(
    () => new Response('{"message":"Too long a range"}', { status: 400 }),
  );
  expect(refused).toBeInstanceOf(ApiError);
  expect(isReachable()).toBe(true);
  const lost = await asked(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(lost).toBeInstanceOf(Unreachable);
  expect(failure('The report could not be exported', lost)).toContain('cannot be reached');
  // A gateway's word that nobody is there.
  reportReachable();
  await asked(() => new Response('Bad gateway', { status: 502 }));
  expect(isReachable()).toBe(false);
});

it('does not take a question that was given up for a lost connection', async () => {
  const signal = AbortSignal.abort();
  const error = await asked(
    () => {
      throw signal.reason;
    },
    { signal },
  );
  expect(error).toBe(signal.reason);
  expect(isReachable()).toBe(true);
});
