import { LinkifyIt } from 'linkify-it';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { findLostEmails } from '../../src/server/features/emails/find-lost-emails.job.ts';
import { TryLater } from '../../src/server/platform/jobs/job-queue.ts';
import type { AdminUser } from '../../src/shared/admin/users.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { DnsPeer } from './dns-peer.ts';
import { openDnsPeer } from './dns-peer.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const ADMIN = 'admin@example.com';

describeOnDatabase(
  'what is believed of an account that writes to people',
  { owned: true },
  (db) => {
    let app: TestApp;
    let peer: SmtpPeer;
    let dns: DnsPeer;
    let admin: Caller;
    let owner: Caller;
    let customerId: number;

    beforeAll(async () => {
      dns = await openDnsPeer();
      peer = await openSmtpPeer();
      app = await openTestApp(db, {
        ADMIN_EMAIL: ADMIN,
        DNS_RESOLVER: dns.address,
        MAIL_NEW_RECIPIENTS_PER_DAY: '1',
      });
      admin = await app.signUp(ADMIN);
      await db.pool.query('update users set email_verified = true');
    });
    afterAll(async () => {
      await app.close();
      await peer.close();
      await dns.close();
    });
    beforeEach(async () => {
      app.services.mailer = peer.openMailer();
      peer.accepted.length = 0;
      app.time.now = new Date(app.time.now.getTime() + 60_000);
      owner = await app.signUp();
      await db.pool.query(`update businesses set subscription_status = 'active'`);
      const customer = aCustomer({ email: 'marta@example.com' });
      customerId = (await owner.call('POST', '/api/customers', customer)).body.id as number;
    });

    const drain = () => app.services.jobs.drain();
    const created = async (values: object = {}) => {
      const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId, values));
      expect(answer.status).toBe(201);
      return answer.body as InvoiceDetail;
    };
    const read = async (id: number) =>
      (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
    const send = (id: number, body: object = {}) =>
      owner.call('POST', `/api/invoices/${id}/send-email`, body);
    const listed = async () => {
      const users = (await admin.call('GET', '/api/admin/users')).body as AdminUser[];
      return users.find(({ id }) => id === owner.userId);
    };
    const name = (businessName: string) =>
      db.pool.query('update business_profiles set business_name = $2 where business_id = $1', [
        owner.businessId,
        businessName,
      ]);
    const links = (text: string) =>
      new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true })
        .match(text)
        ?.map(({ url }) => url) ?? [];

    it('its words hold no link but to our own pages until it is proven, in text and HTML', async () => {
      await name('Quill.example Studio');
      const invoice = await created({
        notes: 'Pay at https://evil.example/notes',
        poNumber: 'a.com',
      });
      const words = { subject: 'See evil.com', message: 'Go to www.evil.com or pay@evil.com.' };
      await send(invoice.id, words);
      await drain();
      const message = await peer.read(0);
      expect(message.from?.name).toBe('Quill[.]example Studio');
      expect(message.subject).toBe('See evil[.]com');
      const hrefs = [...(message.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
      const html = (message.html ?? '')
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<[^>]*>/g, ' ');
      const found = [...hrefs, ...links(message.text ?? ''), ...links(html)];
      expect(found.length).toBeGreaterThanOrEqual(5);
      // An address that stands alone leads to no page, and stays whole.
      for (const link of found) {
        expect(link).toMatch(/^(http:\/\/localhost:3000\/|mailto:[^/?]+$)/);
      }
      expect(message.text).toContain('Go to www[.]evil[.]com or pay@evil.com.');
      await db.pool.query(
        `update mail_senders set proven_by = 'payment', proven_at = now() where business_id = $1`,
        [owner.businessId],
      );
      await send(invoice.id, { ...words, customerEmail: 'other@example.com' });
      await drain();
      const trusted = await peer.read(1);
      expect(trusted.subject).toBe('See evil.com');
      expect(trusted.text).toContain('Go to www.evil.com or pay@evil.com.');
    });

    it('has no name that could be taken for the platform, but for the admin', async () => {
      const { body: profile } = await owner.call('GET', '/api/business-profile');
      const save = (caller: Caller, businessName: string, version: number) =>
        caller.call('POST', '/api/business-profile', { businessName, version });
      expect(await save(owner, 'Rеmit Support', profile.version)).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION',
          fields: [
            {
              path: 'businessName',
              message:
                'This name could be taken for Remit, its support or a payment provider. Use the name of your business.',
            },
          ],
        },
      });
      // One that was stored before names were judged does not stand before a message either.
      await name('Remit Security');
      const invoice = await created();
      await send(invoice.id);
      await drain();
      expect((await peer.read(0)).from?.name).toBe('A business using Remit');
      const own = (await admin.call('GET', '/api/business-profile')).body as { version: number };
      expect((await save(admin, 'Remit', own.version)).status).toBeLessThan(300);
    });

    it('proves itself by a DNS record of its domain, and what waited goes', async () => {
      const first = await created();
      await send(first.id);
      const second = await created();
      await send(second.id, { customerEmail: 'new@example.com' });
      await drain();
      expect(peer.accepted).toHaveLength(1);
      const check = () => owner.call('POST', '/api/sender/domain/check');
      expect(await check()).toMatchObject({
        status: 404,
        body: { message: 'Enter your domain first.' },
      });
      const set = (domain: string) => owner.call('PUT', '/api/sender/domain', { domain });
      for (const wrong of ['', 'co.uk', 'localhost', '10.0.0.1', 'quill.internal']) {
        expect((await set(wrong)).status).toBe(400);
      }
      const domain = `quill-${owner.businessId.slice(0, 8)}.com`;
      const { body: named } = await set(`https://www.${domain.toUpperCase()}/about`);
      expect(named.domain).toMatchObject({
        name: domain,
        recordName: `_remit.${domain}`,
        recordValue: expect.stringMatching(/^remit-verification=[0-9a-f]{32}$/),
        verifiedAt: null,
      });
      expect((await check()).body).toMatchObject({
        found: false,
        detail: `There is no TXT record at _remit.${domain} yet. New records can take an hour to be seen.`,
      });
      expect(await check()).toMatchObject({ status: 429, body: { retryAfter: 5 } });
      const later = () => {
        app.time.now = new Date(app.time.now.getTime() + 5_000);
      };
      later();
      dns.records.set(`_remit.${domain}`, ['v=spf1 -all']);
      expect((await check()).body.detail).toContain('says “v=spf1 -all” instead');
      later();
      dns.broken = true;
      expect(await check()).toMatchObject({ status: 503, body: { code: 'BUSY' } });
      dns.broken = false;
      later();
      dns.records.set(`_remit.${domain}`, ['v=spf1 -all', named.domain.recordValue as string]);
      expect((await check()).body).toMatchObject({
        found: true,
        detail: null,
        sender: { provenBy: 'domain', newRecipientsPerDay: null },
      });
      await drain();
      expect(peer.accepted).toHaveLength(2);
      expect(await read(second.id)).toMatchObject({ emails: [{ status: 'sent', waitsFor: null }] });
      expect((await set('other.com')).body).toMatchObject({
        code: 'CONFLICT',
        message: `${domain} is already verified.`,
      });
      // It stands for this account alone, whoever else shows a record of it.
      const other = await app.signUp();
      const { body: again } = await other.call('PUT', '/api/sender/domain', { domain });
      dns.records.set(`_remit.${domain}`, [again.domain.recordValue as string]);
      expect(await other.call('POST', '/api/sender/domain/check')).toMatchObject({
        status: 409,
        body: { message: `${domain} is already verified for another account.` },
      });
    });

    it('is reported by a button and not by a look, once, and blocked for that address', async () => {
      const invoice = await created();
      await send(invoice.id);
      await drain();
      const [, url = ''] = /Report it: (\S+)/.exec((await peer.read(0)).text ?? '') ?? [];
      const path = new URL(url).pathname;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const visit = (method: string, to = path) =>
        method === 'POST' ? app.visitor.call(method, to, '', form) : app.visitor.call(method, to);
      for (let n = 0; n < 3; n += 1) {
        expect((await visit('GET')).body).toContain('Report this message');
      }
      expect((await listed())?.mail.reported).toBe(0);
      const both = await Promise.all([visit('POST'), visit('POST')]);
      for (const { status, body } of both) {
        expect(status).toBe(200);
        expect(body).toContain('Message reported');
      }
      expect((await listed())?.mail).toEqual({ sent: 1, newRecipients: 1, failed: 0, reported: 1 });
      await send(invoice.id, { message: 'Once more' });
      await visit('POST', `${path}/block`);
      expect((await visit('POST', `${path}/block`)).body).toContain('Sender blocked');
      await drain();
      expect(peer.accepted).toHaveLength(1);
      const [given] = (await read(invoice.id)).emails;
      expect(given).toMatchObject({
        status: 'failed',
        lastError: 'This recipient has blocked messages from your business.',
      });
      // While the block stands nothing is sent there, and that is said at once.
      expect((await owner.call('POST', `/api/emails/${given?.id}/retry`, {})).status).toBe(409);
      expect(await send(invoice.id, { message: 'And again' })).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'customerEmail', message: expect.stringMatching(/blocked/) }] },
      });
      const elsewhere = { customerEmail: 'wren@example.com', sendAt: '2027-01-31T09:00' };
      expect((await send(invoice.id, elsewhere)).status).toBe(200);
      // Its owner cannot lift that, but ask for it; the admin can.
      const address = '/api/email-addresses/marta%40example.com';
      const { blockedAt } = (await owner.call('POST', address, {})).body;
      expect(blockedAt).not.toBeNull();
      const asked = await owner.call('POST', `${address}/ask`, {});
      expect(asked.body).toMatchObject({ blockedAt, unblockAskedAt: expect.any(String) });
      expect((await owner.call('POST', `${address}/ask`, {})).body).toEqual(asked.body);
      const block = {
        address: 'marta@example.com',
        blockedAt,
        askedAt: asked.body.unblockAskedAt as string,
      };
      expect((await owner.call('GET', '/api/sender')).body.blocks).toEqual([block]);
      const user = await listed();
      expect(user?.blocks).toEqual({ count: 1, asked: 1 });
      const ofUser = `/api/admin/users/${user?.id}`;
      expect((await admin.call('GET', `${ofUser}/blocks`)).body).toEqual({ blocks: [block] });
      const lift = (who: Caller) => who.call('POST', `${ofUser}/lift-block`, block);
      expect((await lift(owner)).status).toBe(403);
      expect((await owner.call('GET', `${ofUser}/blocks`)).status).toBe(403);
      const lifted = await Promise.all([lift(admin), lift(admin)]);
      for (const { body } of lifted) expect(body).toMatchObject({ blocks: { count: 0, asked: 0 } });
      expect((await owner.call('POST', `${address}/ask`, {})).status).toBe(409);
      const news = (await owner.call('GET', '/api/notifications')).body as unknown as {
        title: string;
      }[];
      expect(news.map(({ title }) => title)).toEqual([
        'Address unblocked',
        'Email failed',
        'Emails blocked',
      ]);
      await send(invoice.id, { message: 'Welcome back' });
      await drain();
      expect(peer.accepted).toHaveLength(2);
      // A link with another signature, of another message, or of nothing leads nowhere.
      const [, , token = ''] = path.split('/');
      const forged = `/report/${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
      for (const wrong of [forged, '/report/nonsense', `/report/${'A'.repeat(54)}`]) {
        const answer = await visit('POST', wrong);
        expect(answer.status).toBe(404);
        expect(answer.body).toContain('This link does not lead to a message.');
      }
      // A page of another site cannot press the button.
      const foreign = { origin: 'https://evil.example' };
      expect((await app.visitor.call('POST', path, '', foreign)).status).toBe(403);
    });

    it('a message on its way goes once, though the account is suspended and reinstated meanwhile', async () => {
      const { mailer } = app.services;
      let again: Promise<unknown> | undefined;
      app.services.mailer = {
        ...mailer,
        async send(message) {
          const { rows } = await db.pool.query<{ id: string }>(
            'select id from emails where business_id = $1',
            [owner.businessId],
          );
          const address = `/api/admin/users/${owner.userId}`;
          for (const verb of ['suspend', 'reinstate']) {
            expect((await admin.call('POST', `${address}/${verb}`, {})).status).toBe(200);
          }
          const email = { businessId: owner.businessId, emailId: Number(rows[0]?.id) };
          again ??= deliverEmail(app.services, email).catch((error: unknown) => error);
          await again;
          return mailer.send(message);
        },
      };
      const invoice = await created({ status: 'sent' });
      await drain();
      expect(await again).toBeInstanceOf(TryLater);
      expect(peer.accepted).toHaveLength(1);
      expect((await read(invoice.id)).emails).toMatchObject([{ status: 'sent', attempts: 1 }]);
    });

    it('is suspended by the admin: it reads, changes nothing, and its pages are closed', async () => {
      const invoice = await created({ status: 'sent' });
      await drain();
      const waits = await created();
      await send(waits.id, { customerEmail: 'waits@example.com' });
      const estimate = await owner.call(
        'POST',
        '/api/estimates',
        anEstimate(customerId, { status: 'sent' }),
      );
      const address = `/api/admin/users/${owner.userId}`;
      const stranger = await app.signUp();
      expect((await stranger.call('POST', `${address}/suspend`, {})).status).toBe(403);
      expect((await app.visitor.call('POST', `${address}/suspend`, {})).status).toBe(401);
      expect(
        await admin.call('POST', `/api/admin/users/${admin.userId}/suspend`, {}),
      ).toMatchObject({
        status: 409,
        body: { message: 'The account that administers cannot be suspended.' },
      });
      const suspend = (reason?: string) => admin.call('POST', `${address}/suspend`, { reason });
      const done = await Promise.all([
        suspend('Reported by customers'),
        suspend('Reported by customers'),
      ]);
      for (const { status, body } of done) {
        expect(status).toBe(200);
        expect(body).toMatchObject({
          suspendedAt: app.time.now.toISOString(),
          suspensionReason: 'Reported by customers',
        });
      }
      expect((await owner.call('GET', '/api/auth/user')).body.suspension).toEqual({
        since: app.time.now.toISOString(),
        reason: 'Reported by customers',
      });
      expect((await read(waits.id)).emails[0]).toMatchObject({
        status: 'queued',
        waitsFor: 'reinstatement',
        lastError:
          'Waits: this account is suspended. The message is sent when the account is reinstated.',
      });
      const refused: [string, string, unknown][] = [
        ['POST', '/api/customers', aCustomer()],
        ['POST', '/api/invoices', anInvoice(customerId)],
        ['POST', `/api/invoices/${invoice.id}/send-email`, {}],
        ['POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' }],
        ['DELETE', `/api/invoices/${invoice.id}`, undefined],
        ['PUT', '/api/sender/domain', { domain: 'quill.com' }],
        ['GET', '/s3/params?filename=a.png&type=image/png', undefined],
      ];
      for (const [method, path, body] of refused) {
        expect(await owner.call(method, path, body)).toMatchObject({
          status: 403,
          body: {
            code: 'SUSPENDED',
            message:
              'This account is suspended: everything can be read, but nothing can be changed or sent.',
          },
        });
      }
      expect((await owner.call('GET', `/api/invoices/${invoice.id}/pdf`)).status).toBe(200);
      const preview = { lineItems: [], pages: [1] };
      expect((await owner.call('POST', '/api/invoices/preview', preview)).status).toBe(200);
      const pages = [
        `/api/public/invoice/${invoice.publicId}`,
        `/api/public/invoice/${invoice.publicId}/pdf`,
        `/api/public/estimate/${estimate.body.publicId}`,
      ];
      for (const page of pages) {
        expect(await app.visitor.call('GET', page)).toMatchObject({
          status: 410,
          body: { code: 'NOT_AVAILABLE' },
        });
        expect((await owner.call('GET', page)).status).toBe(200);
      }
      const pay = `/api/invoices/${invoice.publicId}/create-payment`;
      expect((await app.visitor.call('POST', pay, {})).status).toBe(410);
      // The customer who came back from paying still learns how it stands.
      const back = await app.visitor.call(
        'POST',
        `/api/invoices/${invoice.publicId}/mark-paid`,
        {},
      );
      expect(back).toMatchObject({ status: 200, body: { state: 'unpaid' } });
      // Nothing of it is taken up as lost, and nothing goes.
      app.time.now = new Date(app.time.now.getTime() + 25 * 3_600_000);
      expect(await findLostEmails(app.services)).toBe(0);
      await drain();
      expect(peer.accepted).toHaveLength(1);

      const reinstate = () => admin.call('POST', `${address}/reinstate`, {});
      const [again] = await Promise.all([reinstate(), reinstate()]);
      expect(again?.body).toMatchObject({ suspendedAt: null, suspensionReason: null });
      await drain();
      expect(await read(waits.id)).toMatchObject({ status: 'sent', emails: [{ status: 'sent' }] });
      for (const page of pages) expect((await app.visitor.call('GET', page)).status).toBe(200);
      expect((await owner.call('POST', '/api/customers', aCustomer())).status).toBe(201);
      const nobody = '/api/admin/users/00000000-0000-4000-8000-000000000000/suspend';
      expect((await admin.call('POST', nobody, {})).status).toBe(404);
    });
  },
);
