import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const json = () =>
  new Response('[]', { status: 200, headers: { 'content-type': 'application/json' } });

/** The modules as a page loads them, in a browser whose cookies a test sets. */
async function openPage(cookie: string) {
  const page = { cookie, visibilityState: 'visible', addEventListener: () => undefined };
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.resetModules();
  const { createApi } = await import('./api.ts');
  const mark = await import('./account-mark.ts');
  const send = vi.fn(async (_request: unknown): Promise<Response> => json());
  const gone: (string | undefined)[] = [];
  mark.watchAccount((next) => gone.push(next));
  const api = createApi('https://remit.example', send);
  return { page, api, mark, send, gone };
}

/** Whether a promise has settled once everything that is due has run. */
function settles(promise: Promise<unknown>): Promise<boolean> {
  const due = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 0));
  return Promise.race([promise.then(() => true), due]);
}

describe('a page and the session that its browser holds', () => {
  beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('call as long as they are of one account', async () => {
    const { api, mark, send, gone } = await openPage('a=b; remit.mark=ada; c=d');
    expect(mark.accountMark()).toBe('ada');
    await api.customers.list({});
    await api.customers.list({});
    expect(send).toHaveBeenCalledTimes(2);
    expect(gone).toEqual([]);
    expect(mark.mayKeep('ada')).toBe(true);
    expect(mark.mayKeep('eve')).toBe(false);
  });

  test.each([
    ['another account has signed in', 'remit.mark=eve', 'eve'],
    ['the session has ended', 'other=1', undefined],
    ['the mark was emptied', 'remit.mark=', undefined],
  ])('send nothing more once %s', async (_what, cookie, next) => {
    const { api, mark, page, send, gone } = await openPage('remit.mark=ada');
    page.cookie = cookie;
    expect(await settles(api.customers.create({ name: 'Typed by Ada' }))).toBe(false);
    expect(send).not.toHaveBeenCalled();
    expect(gone).toEqual([next]);
    expect(mark.mayKeep('ada')).toBe(false);
  });

  test('use no answer that came when the other was there already', async () => {
    const { api, page, send, gone } = await openPage('remit.mark=ada');
    send.mockImplementationOnce(async () => {
      page.cookie = 'remit.mark=eve';
      return json();
    });
    expect(await settles(api.customers.list({}))).toBe(false);
    expect(gone).toEqual(['eve']);
  });

  test('leave the mark of another account alone when their own session ends', async () => {
    const { mark, page } = await openPage('remit.mark=ada');
    page.cookie = 'remit.mark=eve';
    mark.dropAccountMark();
    expect(page.cookie).toBe('remit.mark=eve');
    const own = await openPage('remit.mark=ada');
    own.mark.dropAccountMark();
    expect(own.page.cookie).toMatch(/^remit\.mark=; Max-Age=0/);
  });
});
