import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FetchText } from '../../src/server/features/emails/index.ts';
import { readBounceMailbox } from '../../src/server/features/emails/index.ts';
import { readMailboxUrl } from '../../src/server/platform/env/mail-settings.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { ImapPeer } from './imap-peer.ts';
import { openImapPeer } from './imap-peer.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const SECRET = 'a secret of the mail provider';

describeOnDatabase('messages that come back', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let mailbox: ImapPeer;
  let owner: Caller;
  let stranger: Caller;
  /** Amazon's server of certificates. */
  let amazon: FetchText = () => Promise.reject(new Error('nobody asks there'));

  beforeAll(async () => {
    app = await openTestApp(db, {}, { fetchText: (url) => amazon(url) });
    peer = await openSmtpPeer();
    mailbox = await openImapPeer();
    owner = await app.signUp();
    stranger = await app.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active'`);
    await db.pool.query(`insert into mail_senders (business_id, proven_by, proven_at)
      select id, 'payment', now() from businesses on conflict do nothing`);
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
    await mailbox.close();
  });
  beforeEach(() => {
    app.services.mailer = peer.openMailer();
    app.services.env.mailWebhook = { provider: 'postmark', secret: SECRET };
    peer.be('accept');
  });

  let count = 0;
  /** An invoice that has gone out, to an address of its own. */
  const sent = async (input: object = {}, who = owner) => {
    count += 1;
    const to = `customer-${count}@example.com`;
    const customer = await who.call('POST', '/api/customers', aCustomer({ email: to }));
    const customerId = customer.body.id as number;
    const created = await who.call('POST', '/api/invoices', anInvoice(customerId));
    const path = `/api/invoices/${created.body.id as number}`;
    expect((await who.call('POST', `${path}/send-email`, input)).status).toBe(200);
    await app.services.jobs.drain();
    const { rows } = await db.pool.query<{ message_id: string }>(
      'select message_id from emails where business_id = $1 order by id desc limit 1',
      [who.businessId],
    );
    return { path, to, customerId, messageId: rows[0]?.message_id ?? '' };
  };
  const read = async (path: string) => (await owner.call('GET', path)).body as InvoiceDetail;
  const newest = async (path: string) => (await read(path)).emails[0] as Email;
  const news = async (who = owner) =>
    (
      (await who.call('GET', '/api/notifications?limit=5')).body as {
        title: string;
        message: string;
      }[]
    ).map(({ title, message }) => `${title}: ${message}`);
  const report = (
    messageId: string,
    to: string,
    values: { action?: string; status?: string } = {},
  ) => {
    const { action = 'failed', status = '5.1.1' } = values;
    return `From: MAILER-DAEMON@mx.example.com
To: billing@remit.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

This is the mail system.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; ${to}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <${to}>:
    Recipient address rejected

--b1
Content-Type: message/rfc822

From: billing@remit.example
Message-ID: <${messageId}@remit.example>
Subject: Invoice

Hello

--b1--
`;
  };
  const look = () =>
    readBounceMailbox({
      ...app.services,
      env: { ...app.services.env, bounceMailbox: readMailboxUrl(mailbox.url) },
    });

  describe('to a mailbox', () => {
    it('are shown where they stood as sent, and nothing goes there by itself', async () => {
      const { path, to, messageId } = await sent();
      await mailbox.deliver('From: marta@example.com\nSubject: A question\n\nWhen do you open?\n');
      await mailbox.deliver(report(messageId, to));
      expect(await look()).toBe(1);
      const invoice = await read(path);
      expect(invoice.emails[0]).toMatchObject({
        status: 'sent',
        bounce: {
          kind: 'hard',
          address: to,
          reason: `There is no such address (550 5.1.1 <${to}>: Recipient address rejected)`,
        },
      });
      expect(invoice.undelivered).toEqual({ kind: 'invoice', to, how: 'bounced' });
      expect(invoice.history[0]).toMatchObject({ type: 'email.bounced', data: { to } });
      expect((await news())[0]).toBe(
        `Email not delivered: ${invoice.invoiceNumber} did not reach ${to}. There is no such address (550 5.1.1 <${to}>: Recipient address rejected).`,
      );
      const list = (await owner.call('GET', '/api/invoices?limit=200')).body as InvoiceDetail[];
      expect(list.find(({ id }) => id === invoice.id)?.undelivered?.how).toBe('bounced');
      const address = await owner.call('GET', `/api/email-addresses/${encodeURIComponent(to)}`);
      expect(address.body).toMatchObject({ bouncedAt: app.time.now.toISOString() });
      expect((await owner.call('GET', `${path}/reminders`)).body.without).toBe('off');
      // The letter of a person stays unread, and is not looked at again; nor is the report.
      const flags = await mailbox.flags();
      expect(flags.slice(-2)).toEqual([['RemitLookedAt'], ['RemitLookedAt', '\\Seen']]);
      expect(await look()).toBe(0);
    });

    it('are noted once, however often they are told of', async () => {
      const { path, to, messageId } = await sent();
      for (let time = 0; time < 2; time += 1) {
        await mailbox.deliver(report(messageId, to.toUpperCase()));
        expect(await look()).toBe(1);
      }
      const { history } = await read(path);
      expect(history.filter(({ type }) => type === 'email.bounced')).toHaveLength(1);
    });

    it('leave what is delayed as sent, and say so', async () => {
      const { path, to, messageId } = await sent();
      await mailbox.deliver(report(messageId, to, { action: 'delayed', status: '4.4.1' }));
      expect(await look()).toBe(1);
      const invoice = await read(path);
      expect(invoice.emails[0]?.bounce?.kind).toBe('soft');
      expect(invoice.undelivered).toBeNull();
      await mailbox.deliver(report(messageId, to));
      expect(await look()).toBe(1);
      expect((await read(path)).undelivered?.how).toBe('bounced');
    });

    it('mark nothing that is not named by its own name, or went to another address', async () => {
      const { path, to, messageId } = await sent();
      await mailbox.deliver(report(messageId, 'somebody-else@example.com'));
      await mailbox.deliver(report('0'.repeat(32), to));
      await mailbox.deliver(report(messageId, to, { action: 'delivered', status: '2.0.0' }));
      await mailbox.deliver('Content-Type: multipart/report; boundary="x"\n\n--x\n');
      expect(await look()).toBe(3);
      expect(await newest(path)).toMatchObject({ status: 'sent', bounce: null });
    });
  });

  const tell = (body: unknown, headers: object = {}) =>
    app.visitor.call('POST', '/api/webhooks/email', JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`remit:${secret}`).toString('base64')}`,
  });
  const received = { status: 200, body: { received: true } };
  const refused = {
    status: 401,
    body: { message: 'This does not come from the mail provider that is set up' },
  };

  describe('to a provider that tells of them', () => {
    it('is nowhere to be told where none is set up', async () => {
      app.services.env.mailWebhook = undefined;
      expect((await tell({})).status).toBe(404);
    });

    it('by Postmark, which signs in', async () => {
      const { path, to, messageId } = await sent();
      const event = {
        RecordType: 'Bounce',
        Type: 'HardBounce',
        Email: to,
        Details: 'smtp;550 5.1.1 no such user',
        Metadata: { remit: messageId },
      };
      expect(await tell(event)).toMatchObject(refused);
      expect(await tell(event, basic('a guess'))).toMatchObject(refused);
      expect((await newest(path)).bounce).toBeNull();
      expect(await tell(event, basic(SECRET))).toMatchObject(received);
      expect(await tell(event, basic(SECRET))).toMatchObject(received);
      expect((await newest(path)).bounce).toMatchObject({ kind: 'hard', address: to });
      const complaint = { RecordType: 'SpamComplaint', Email: to, Metadata: { remit: messageId } };
      const other = await sent();
      const about = { ...complaint, Email: other.to, Metadata: { remit: other.messageId } };
      expect(await tell(about, basic(SECRET))).toMatchObject(received);
      expect((await newest(other.path)).bounce?.kind).toBe('complaint');
      expect((await news())[0]).toMatch(
        /^Email marked as spam: customer-\d+@example.com marked INV-/,
      );
      for (const broken of ['', '[]', '{"RecordType":7}', 'null']) {
        const answer = await app.visitor.call('POST', '/api/webhooks/email', broken, {
          'content-type': 'application/json',
          ...basic(SECRET),
        });
        expect(answer.status, broken).toBe(broken === '' ? 400 : 200);
      }
    });

    it('by Mailgun, which signs time and token', async () => {
      app.services.env.mailWebhook = { provider: 'mailgun', secret: SECRET };
      const { path, to, messageId } = await sent();
      let count = 0;
      const sign = (seconds: number, secret = SECRET) => {
        const timestamp = String(seconds);
        count += 1;
        const token = `e0${count}`;
        const signature = createHmac('sha256', secret)
          .update(timestamp + token)
          .digest('hex');
        return { timestamp, token, signature };
      };
      const now = Math.floor(app.time.now.getTime() / 1_000);
      const event = (signature: object, severity = 'permanent') => ({
        signature,
        'event-data': {
          event: 'failed',
          severity,
          recipient: to,
          message: { headers: { 'message-id': `${messageId}@remit.example` } },
          'delivery-status': { message: '550 5.2.2 over quota' },
        },
      });
      expect(await tell(event(sign(now, 'another secret entirely')))).toMatchObject(refused);
      expect(await tell(event(sign(now - 3_600)))).toMatchObject(refused);
      expect(await tell(event(sign(now), 'temporary'))).toMatchObject(received);
      expect((await newest(path)).bounce?.kind).toBe('soft');
      expect(await tell(event(sign(now)))).toMatchObject(received);
      expect((await newest(path)).bounce).toMatchObject({
        kind: 'hard',
        reason: 'The mailbox is full (550 5.2.2 over quota)',
      });
      // What was signed once tells nothing else, however time and token are put together.
      const other = await sent();
      const used = sign(now);
      const { timestamp, token, signature } = used;
      expect(await tell(event(used))).toMatchObject(received);
      const about = (signed: object) => {
        const { 'event-data': data } = event(signed);
        const message = { headers: { 'message-id': `${other.messageId}@remit.example` } };
        return { signature: signed, 'event-data': { ...data, recipient: other.to, message } };
      };
      const split = { timestamp: `${timestamp}e0`, token: token.slice(2), signature };
      for (const signed of [used, split, { ...used, signature: signature.toUpperCase() }]) {
        expect(await tell(about(signed))).toMatchObject(received);
        expect((await newest(other.path)).bounce).toBeNull();
      }
      expect(await tell(about(sign(now)))).toMatchObject(received);
      expect((await newest(other.path)).bounce?.kind).toBe('hard');
    });

    it('by Amazon, once its certificate can be read', async () => {
      const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
      app.services.env.mailWebhook = { provider: 'ses', secret: topic };
      const { path, to, messageId } = await sent();
      const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      const message = JSON.stringify({
        notificationType: 'Bounce',
        mail: { headers: [{ name: 'Message-ID', value: `<${messageId}@remit.example>` }] },
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: to, status: '5.1.1', diagnosticCode: '550 unknown' }],
        },
      });
      const fields = {
        Message: message,
        MessageId: 'm-1',
        Timestamp: '2026-11-20T12:00:00.000Z',
        TopicArn: topic,
        Type: 'Notification',
      };
      const text = Object.entries(fields).map(([name, value]) => `${name}\n${value}\n`);
      const signature = createSign('RSA-SHA256').update(text.join(''));
      const event = {
        ...fields,
        SignatureVersion: '2',
        SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/of-returned-emails.pem',
        Signature: signature.sign(keys.privateKey, 'base64'),
      };
      amazon = () => Promise.reject(new TypeError('fetch failed'));
      expect(await tell(event)).toMatchObject({
        status: 503,
        body: {
          code: 'BUSY',
          message: 'The provider cannot be reached right now. Send it again.',
        },
      });
      const certificate = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
      amazon = () => Promise.resolve(certificate);
      expect(await tell(event)).toMatchObject(received);
      expect((await newest(path)).bounce?.kind).toBe('hard');
    });

    it('by SendGrid, which signs time and body', async () => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const secret = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
      app.services.env.mailWebhook = { provider: 'sendgrid', secret };
      const { path, to, messageId } = await sent();
      const event = [
        { event: 'delivered', email: to },
        {
          event: 'bounce',
          type: 'bounce',
          email: to,
          reason: '550 5.1.1 unknown',
          status: '5.1.1',
          'smtp-id': `<${messageId}@remit.example>`,
        },
      ];
      const timestamp = String(Math.floor(app.time.now.getTime() / 1_000));
      const signature = createSign('sha256')
        .update(timestamp + JSON.stringify(event))
        .sign(privateKey, 'base64');
      const headers = {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature,
      };
      expect(await tell([...event, {}], headers)).toMatchObject(refused);
      expect(await tell(event)).toMatchObject(refused);
      expect(await tell(event, headers)).toMatchObject(received);
      expect((await newest(path)).bounce?.reason).toBe(
        'There is no such address (550 5.1.1 unknown)',
      );
    });
  });

  it('are of one business alone', async () => {
    const { to, messageId } = await sent({}, stranger);
    const event = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      Email: to,
      Metadata: { remit: messageId },
    };
    expect(await tell(event, basic(SECRET))).toMatchObject(received);
    const state = async (who: Caller) =>
      (await who.call('GET', `/api/email-addresses/${encodeURIComponent(to)}`)).body
        .bouncedAt as unknown;
    expect(await state(owner)).toBeNull();
    expect(await state(stranger)).not.toBeNull();
    // Whoever writes there by name all the same is believed; so is who allows it.
    const allow = `/api/email-addresses/${encodeURIComponent(to)}`;
    expect((await owner.call('POST', allow, {})).status).toBe(200);
    expect(await state(stranger)).not.toBeNull();
    expect((await stranger.call('POST', allow, {})).body.bouncedAt).toBeNull();
  });

  describe('that nobody wants', () => {
    const statement = async (customerId: number) => {
      const answer = await owner.call('POST', `/api/customers/${customerId}/send-statement`, {});
      await app.services.jobs.drain();
      return answer;
    };

    it('can be unsubscribed from by one press, and looking changes nothing', async () => {
      const { customerId, to } = await sent();
      expect((await statement(customerId)).status).toBe(200);
      const message = await peer.read(-1);
      const header = (key: string) => message.headers.find((one) => one.key === key)?.value ?? '';
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const [, link = ''] =
        /^<http:\/\/localhost:3000(\/unsubscribe\/[\w-]+)>$/.exec(header('list-unsubscribe')) ?? [];
      const state = async () =>
        (await owner.call('GET', `/api/email-addresses/${encodeURIComponent(to)}`)).body
          .unsubscribedAt as unknown;
      expect((await app.visitor.call('GET', link)).raw.toString()).toContain('You can stop both');
      expect(await state()).toBeNull();
      expect((await app.visitor.call('POST', `${link}x`, '')).status).toBe(404);
      for (let time = 0; time < 2; time += 1) {
        const pressed = await app.visitor.call('POST', link, 'List-Unsubscribe=One-Click', {
          'content-type': 'application/x-www-form-urlencoded',
        });
        expect(pressed.status).toBe(200);
        expect(pressed.raw.toString()).toContain('no longer emails reminders');
      }
      expect(await state()).not.toBeNull();
      const told = (await news()).filter((line) => line.startsWith(`Unsubscribed: ${to}`));
      expect(told).toEqual([
        `Unsubscribed: ${to} wants no reminders and no statements by email. Invoices are still sent.`,
      ]);
      expect(await statement(customerId)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'customerEmail' }] },
      });
      // A link to report is none to unsubscribe, nor the other way round.
      expect((await app.visitor.call('GET', link.replace('unsubscribe', 'report'))).status).toBe(
        404,
      );
      await owner.call('POST', `/api/email-addresses/${encodeURIComponent(to)}`, {});
      expect((await statement(customerId)).status).toBe(200);
    });

    it('is not offered where an invoice is sent', async () => {
      await sent();
      const message = await peer.read(-1);
      expect(message.headers.some(({ key }) => key.startsWith('list-unsubscribe'))).toBe(false);
    });
  });
});
