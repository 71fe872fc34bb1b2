import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountsApp, accountsApp } from '../../../../test/accounts/accounts-app.ts';
import { describeOnEachDatabase } from '../../../../test/database/describe-on-each-database.ts';

describeOnEachDatabase('signing up', (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  test('makes an account, and a session at once', async () => {
    const ada = it.visitor();
    const answer = await ada.signUp('Ada@Example.com ');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['set-cookie']).toMatch(
      /^remit\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const user = await ada.user();
    expect(user.statusCode).toBe(200);
    expect(user.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: null,
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
      trialInvoicesUsed: 0,
      isAdmin: false,
    });
    expect((await ada.get('/api/user/status')).json()).toEqual({
      trialInvoicesUsed: 0,
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
    });
  });
});
