import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { readSessionMark } from '../../../shared/accounts/session-mark.ts';
import { SESSION_RENEWAL_SECONDS, SESSION_SECONDS } from './session-cookie.ts';

describeOnDatabase("the mark of a browser's session", { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  const lines = (answer: { headers: Record<string, unknown> }) =>
    [answer.headers['set-cookie'] ?? []].flat() as string[];
  const line = (answer: { headers: Record<string, unknown> }, name: string) =>
    lines(answer).find((cookie) => cookie.startsWith(`${name}=`)) ?? '';

  test('comes and goes with the session, for pages to read, and is the account’s own', async () => {
    const ada = it.visitor();
    const made = await ada.signUp('ada@example.com', 'correct horse battery');
    const session = line(made, 'remit.session_token');
    const marked = line(made, 'remit.mark');
    expect(session).toMatch(/HttpOnly/i);
    expect(marked).not.toMatch(/HttpOnly/i);
    expect(marked).toContain(`Max-Age=${SESSION_SECONDS}`);
    expect(marked).toMatch(/Path=\/; .*SameSite=Lax/i);
    const mark = readSessionMark(marked.split(';')[0] ?? '');
    expect(mark).toMatch(/^[\w-]{22}$/);
    expect(mark).not.toContain((await ada.user()).json().id);

    const again = it.visitor();
    await again.signIn('ada@example.com', 'correct horse battery');
    expect(again.cookies.get('remit.mark')).toBe(mark);
    const eve = it.visitor();
    await eve.signUp('eve@example.com', 'eve is curious');
    expect(eve.cookies.get('remit.mark')).toMatch(/^[\w-]{22}$/);
    expect(eve.cookies.get('remit.mark')).not.toBe(mark);

    const out = await again.get('/api/logout');
    expect(line(out, 'remit.mark')).toMatch(/^remit\.mark=; Max-Age=0; Path=\//);
    expect([...again.cookies.keys()]).toEqual(['remit.browser']);
    expect(lines(await eve.post('/api/auth/sign-out')).join()).toMatch(/remit\.mark=;/);
    expect(eve.cookies.has('remit.mark')).toBe(false);
    // It lets nobody in.
    const thief = it.visitor();
    thief.cookies.set('remit.mark', mark ?? '');
    expect((await thief.user()).statusCode).toBe(401);
  });

  test('lives as long as the session when that is prolonged, and no call else sends it', async () => {
    const ada = it.visitor();
    await ada.signIn('ada@example.com', 'correct horse battery');
    const mark = ada.cookies.get('remit.mark');
    expect(lines(await ada.user())).toEqual([]);
    it.clock.advance(SESSION_RENEWAL_SECONDS + 60);
    const prolonged = await ada.user();
    expect(line(prolonged, 'remit.mark')).toBe(
      `remit.mark=${mark}; Max-Age=${SESSION_SECONDS}; Path=/; SameSite=Lax`,
    );
  });
});
