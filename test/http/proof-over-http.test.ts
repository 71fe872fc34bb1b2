import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SecurityEvent } from '../../src/shared/accounts/security-events.ts';
import type { BusinessProfile } from '../../src/shared/profile/profile.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp, PASSWORD } from './test-app.ts';

const REFUSED = { code: 'PROOF_REQUIRED', message: 'Confirm it is you to continue' };

describeOnDatabase('what needs a fresh proof of who it is', (db) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(db);
  });
  afterAll(() => app.close());

  const later = (minutes: number) => {
    app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
  };
  const save = async (owner: Caller, changes: object) => {
    const { body: profile } = await owner.call('GET', '/api/business-profile');
    const { id, businessName } = profile as BusinessProfile;
    return owner.call('PUT', `/api/business-profile/${id}`, { businessName, ...changes });
  };
  const confirm = async (owner: Caller) => {
    const body = { password: PASSWORD };
    expect((await owner.call('POST', '/api/auth/confirm-password', body)).status).toBe(200);
  };
  const keyEvents = async (owner: Caller) => {
    const { body } = await owner.call('GET', '/api/account/security-log');
    return (body as SecurityEvent[]).filter(({ type }) => type === 'payment_keys_changed');
  };
  const mailsTo = async (email: string) => {
    const folder = join(app.services.env.dataDir, 'outbox');
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return texts.filter((text) => text.includes(`To: ${email}`));
  };

  it('changing payment keys, and nothing else of the profile; its owner is told', async () => {
    const email = 'keys@example.com';
    const owner = await app.signUp(email);
    const keys = { paypalClientId: 'A'.repeat(20), paypalClientSecret: 'E'.repeat(20) };
    const made = await owner.call('POST', '/api/business-profile', { businessName: 'Marram' });
    expect(made.status).toBe(201);
    later(11);
    expect(await save(owner, keys)).toMatchObject({ status: 403, body: REFUSED });
    expect((await save(owner, { ...keys, paypalClientSecret: null })).status).toBe(403);
    expect((await save(owner, { stripeWebhookSecret: 'whsec_somebody' })).status).toBe(403);
    const again = { businessName: 'Again', ...keys };
    expect((await owner.call('POST', '/api/business-profile', again)).status).toBe(403);
    expect((await save(owner, { phone: '555 0100', paypalClientId: '' })).status).toBe(200);
    expect(await keyEvents(owner)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);

    await confirm(owner);
    expect((await save(owner, keys)).status).toBe(200);
    later(11);
    // The same keys once more, and what was masked, change nothing.
    expect((await save(owner, keys)).status).toBe(200);
    expect((await save(owner, { paypalClientSecret: null })).status).toBe(403);
    expect(await keyEvents(owner)).toHaveLength(1);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const [mail = ''] = await mailsTo(email);
    expect(mail).toContain('Subject: New payment keys in your Remit account');
    expect(mail).toContain('Restore your own keys');
    expect(mail).not.toContain('E'.repeat(8));
  });

  it('giving a payment back, before anything of it is looked at', async () => {
    const owner = await app.signUp();
    later(11);
    const refund = () => owner.call('POST', '/api/invoices/1/payments/1/refund', {});
    expect(await refund()).toMatchObject({ status: 403, body: REFUSED });
    await confirm(owner);
    expect((await refund()).status).toBe(404);
  });
});
