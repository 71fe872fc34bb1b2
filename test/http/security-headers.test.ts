import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('what every answer says to browsers', (db) => {
  let test: TestApp;
  let owner: Caller;
  beforeAll(async () => {
    test = await openTestApp(db);
    owner = await test.signUp();
  });
  afterAll(() => test.close());

  it('pages, calls, refusals and what is not there have the same protection', async () => {
    const answers = await Promise.all([
      owner.call('GET', '/api/account/sessions'),
      owner.call('GET', '/api/invoices/1/pdf'),
      owner.call('POST', '/api/customers', {}),
      test.visitor.call('GET', '/api/invoices'),
      test.visitor.call('GET', '/api/docs'),
      test.visitor.call('GET', '/api/nothing'),
      test.visitor.call('GET', '/objects/receipts/nothing.pdf'),
      test.visitor.call('GET', '/healthz'),
      test.visitor.call('GET', '/.git/config'),
      test.visitor.call('DELETE', '/'),
    ]);
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "script-src 'self'",
        ]),
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
      expect(headers['content-type']).toMatch(/; charset=utf-8$/);
      // No page of another origin may read an answer.
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('what belongs to an account is kept by no cache', async () => {
    for (const path of ['/api/account/sessions', '/api/invoices', '/api/profile', '/api/search']) {
      expect((await owner.call('GET', path)).headers['cache-control'], path).toBe('no-store');
    }
  });

  it('lists no folder, shows no source control, and sends no request back', async () => {
    for (const path of ['/assets/', '/objects/', '/objects/receipts/', '/.git/config', '/.env']) {
      expect((await test.visitor.call('GET', path)).status, path).toBe(404);
    }
    for (const path of ['/', '/api/invoices']) {
      const traced = await test.visitor.call('TRACE', path, undefined, { 'x-mine': 'a secret' });
      expect(traced.status).toBe(404);
      expect(JSON.stringify([traced.body, traced.headers])).not.toContain('a secret');
    }
  });
});
