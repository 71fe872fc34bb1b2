import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

describeOnDatabase('background jobs over HTTP', { owned: true }, (db) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(db, { ADMIN_EMAIL: 'admin@example.com' });
    app.services.jobs.repeat({ name: 'tidy up', everySeconds: 300, work: async () => 3 });
  });
  afterAll(() => app.close());

  it('are shown to the admin alone', async () => {
    const refusal = {
      status: 403,
      body: { code: 'FORBIDDEN', message: "You don't have permission to access this page." },
    };
    const path = '/api/admin/jobs';
    expect((await app.visitor.call('GET', path)).status).toBe(401);
    const owner = await app.signUp();
    expect(await owner.call('GET', path)).toMatchObject(refusal);
    const admin = await app.signUp('admin@example.com');
    // Anybody may sign up with that address: only the proof of it counts.
    expect(await admin.call('GET', path)).toMatchObject(refusal);
    await db.pool.query(`update users set email_verified = true where email = $1`, [
      'admin@example.com',
    ]);
    const customer = await owner.call(
      'POST',
      '/api/customers',
      aCustomer({ email: 'marta@example.com' }),
    );
    await owner.call(
      'POST',
      '/api/invoices',
      anInvoice(customer.body.id as number, { status: 'sent' }),
    );
    const none = { waiting: 0, retrying: 0, active: 0, failed: 0, completed: 0 };
    const never = { lastRunAt: null, lastDurationMs: null, lastCount: null, lastError: null };
    expect((await admin.call('GET', path)).body).toEqual({
      queues: [
        {
          name: 'send email',
          everySeconds: null,
          ...none,
          waiting: 1,
          ...never,
          lastErrorAt: null,
        },
        { name: 'mail portal links', everySeconds: null, ...none, ...never, lastErrorAt: null },
        { name: 'recheck checkouts', everySeconds: null, ...none, ...never, lastErrorAt: null },
        { name: 'tidy up', everySeconds: 300, ...none, ...never, lastErrorAt: null },
      ],
    });
    await app.services.jobs.drain();
    const after = await admin.call('GET', path);
    expect(after.body.queues[0]).toMatchObject({ waiting: 0, completed: 1, lastCount: 1 });
    expect(after.body.queues[0].lastDurationMs).toBeGreaterThanOrEqual(0);
    // In the outbox, the owner can read what the message said.
    const [email] = (await owner.call('GET', '/api/emails')).body;
    const detail = await owner.call('GET', `/api/emails/${email.id}`);
    expect(detail.body).toMatchObject({ status: 'sent', kind: 'invoice' });
    expect(detail.body.text).toContain('Please find attached invoice');
    expect(detail.body.html).toContain('</html>');
  });
});
