import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import type { EmailDetail } from '../../src/shared/emails/email.contract.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const TO = 'marta@example.com';
const PLANNED = '2026-11-25T09:00';
const refusal = (status: number, message: string) => ({ status, body: { message } });

describeOnDatabase('messages that are planned for a time', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let stranger: Caller;
  let customerId: number;
  let start: Date;

  beforeAll(async () => {
    app = await openTestApp(db);
    await app.listen();
    peer = await openSmtpPeer();
    owner = await app.signUp();
    stranger = await app.signUp();
    const customer = await owner.call('POST', '/api/customers', aCustomer({ email: TO }));
    customerId = customer.body.id as number;
    await db.pool.query(`update businesses set subscription_status = 'active'`);
    await db.pool.query(`insert into mail_senders (business_id, proven_by, proven_at)
      select id, 'payment', now() from businesses on conflict do nothing`);
    start = app.time.now;
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(() => {
    app.time.now = start;
    app.services.mailer = peer.openMailer();
    peer.be('accept');
    peer.accepted.length = 0;
  });

  const create = async (values: object = {}): Promise<InvoiceDetail> => {
    const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body as InvoiceDetail;
  };
  const read = async ({ id }: Pick<InvoiceDetail, 'id'>) =>
    (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
  const send = ({ id }: Pick<InvoiceDetail, 'id'>, input: object = {}) =>
    owner.call('POST', `/api/invoices/${id}/send-email`, input);
  const plan = async (invoice: InvoiceDetail, input: object = {}): Promise<Email> => {
    const answer = await send(invoice, { sendAt: PLANNED, ...input });
    expect(answer.status).toBe(200);
    return answer.body.emails[0] as Email;
  };
  const move = ({ id }: Pick<Email, 'id'>, sendAt: unknown, who = owner) =>
    who.call('POST', `/api/emails/${id}/schedule`, { sendAt });
  const withdraw = ({ id }: Pick<Email, 'id'>) =>
    owner.call('POST', `/api/emails/${id}/withdraw`, {});
  const attempt = ({ id: emailId }: Pick<Email, 'id'>) =>
    deliverEmail(app.services, { businessId: owner.businessId, emailId });
  const at = (instant: string) => {
    app.time.now = new Date(instant);
  };

  describe('move to another', () => {
    it('go then and not before, whether that is later or earlier', async () => {
      const invoice = await create();
      const email = await plan(invoice);
      const listed = async () => {
        const { body } = await owner.call('GET', '/api/invoices?limit=5');
        return body.find(({ id }: InvoiceDetail) => id === invoice.id).undelivered;
      };
      expect(await listed()).toMatchObject({ how: 'scheduled' });
      const later = await move(email, '2026-11-27T08:30');
      expect(await listed()).toMatchObject({ how: 'scheduled', at: '2026-11-27T08:30:00.000Z' });
      expect(later).toMatchObject({
        status: 200,
        body: { waitsFor: 'schedule', nextAttemptAt: '2026-11-27T08:30:00.000Z' },
      });
      expect((await read(invoice)).history[0]).toMatchObject({
        type: 'email.moved',
        data: { kind: 'invoice', at: '2026-11-27T08:30' },
      });
      at('2026-11-25T09:00:01Z');
      await expect(attempt(email)).rejects.toMatchObject({ name: 'TryLater' });
      expect((await read(invoice)).status).toBe('draft');
      expect((await move(email, '2026-11-26T07:00')).status).toBe(200);
      at('2026-11-26T07:00:01Z');
      expect(await attempt(email)).toBe(1);
      expect(await attempt(email)).toBe(0);
      expect(peer.accepted).toHaveLength(1);
      expect(await read(invoice)).toMatchObject({ status: 'sent', emails: [{ status: 'sent' }] });
      expect(await listed()).toBeNull();
    });

    it('are taken up by a job of their own where that is earlier', async () => {
      const invoice = await create();
      const email = await plan(invoice);
      await move(email, '2026-11-20T13:00');
      const { rows } = await db.pool.query<{ start_after: Date }>(
        `select start_after from pgboss.job where name = 'send email'
         and data ->> 'emailId' = $1 order by start_after`,
        [String(email.id)],
      );
      expect(rows).toHaveLength(2);
      // To the same again, or later, the jobs that there are do.
      await move(email, '2026-11-20T13:00');
      await move(email, '2026-11-24T13:00');
      const after = await db.pool.query(
        `select from pgboss.job where name = 'send email' and data ->> 'emailId' = $1`,
        [String(email.id)],
      );
      expect(after.rowCount).toBe(2);
    });

    it('by the clock where the business is', async () => {
      const setZone = (timeZone: string) =>
        db.pool.query('update business_profiles set time_zone = $1 where business_id = $2', [
          timeZone,
          owner.businessId,
        ]);
      const email = await plan(await create());
      await setZone('America/New_York');
      expect((await move(email, '2026-11-26T09:00')).body.nextAttemptAt).toBe(
        '2026-11-26T14:00:00.000Z',
      );
      await setZone('UTC');
    });

    it.each([
      ['2026-11-20T11:59', 'Choose a time that is still to come'],
      ['2028-01-01T09:00', 'Choose a time within the next year'],
      ['2026-02-30T09:00', 'Send at must be a date and time, such as 2026-01-31T09:00'],
    ])('are refused at %s', async (sendAt, message) => {
      const email = await plan(await create());
      expect(await move(email, sendAt)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'sendAt', message }] },
      });
    });

    it('are nobody else’s to move', async () => {
      const email = await plan(await create());
      expect((await move(email, '2026-11-26T09:00', stranger)).status).toBe(404);
      expect((await move({ id: 999_999 }, '2026-11-26T09:00')).status).toBe(404);
    });

    it('do not, once they are sent, on their way, taken back, failed, or not planned at all', async () => {
      const invoice = await create();
      const email = await plan(invoice);
      const other = await plan(await create());
      at('2026-11-25T09:00:01Z');
      expect(await attempt(email)).toBe(1);
      expect(await move(email, '2026-11-27T09:00')).toMatchObject(
        refusal(409, 'The email has already been sent.'),
      );
      peer.be('later');
      await expect(attempt(other)).rejects.toMatchObject({ name: 'TryLater' });
      expect(await move(other, '2026-11-27T09:00')).toMatchObject(
        refusal(409, 'The email is already on its way.'),
      );
      at('2026-11-20T12:00:00Z');
      const taken = await plan(await create());
      await withdraw(taken);
      expect(await move(taken, '2026-11-27T09:00')).toMatchObject(
        refusal(409, 'The email was not sent. It was withdrawn before it went out.'),
      );
      const waiting = await create();
      await send(waiting);
      const [queued] = (await read(waiting)).emails;
      expect(await move(queued as Email, '2026-11-27T09:00')).toMatchObject(
        refusal(409, 'Only a scheduled email can be moved.'),
      );
      await withdraw(queued as Email);
    });

    it('do not, once there is no point in them', async () => {
      const invoice = await create({ status: 'sent' });
      const email = await plan(invoice);
      await owner.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
      expect(await move(email, '2026-11-27T09:00')).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_PAID' },
      });
      const created = await owner.call('POST', '/api/estimates', anEstimate(customerId));
      const path = `/api/estimates/${created.body.id as number}`;
      const sent = await owner.call('POST', `${path}/send-email`, { sendAt: PLANNED });
      await db.pool.query(`update estimates set status = 'accepted' where id = $1`, [
        created.body.id,
      ]);
      expect((await move(sent.body.emails[0] as Email, '2026-11-27T09:00')).status).toBe(409);
      const deleted = await create();
      const lost = await plan(deleted);
      await owner.call('DELETE', `/api/invoices/${deleted.id}`);
      expect((await move(lost, '2026-11-27T09:00')).status).toBe(404);
    });

    it('do not become the same message twice', async () => {
      const invoice = await create();
      const first = await plan(invoice);
      await plan(invoice, { sendAt: '2026-11-26T09:00' });
      expect(await move(first, '2026-11-26T09:00')).toMatchObject(
        refusal(409, 'The same message is already waiting to be sent.'),
      );
      const statement = async (sendAt: string) =>
        (await owner.call('POST', `/api/customers/${customerId}/send-statement`, { sendAt }))
          .body as Email;
      const one = await statement(PLANNED);
      await statement('2026-11-26T09:00');
      expect(await move(one, '2026-11-26T09:00')).toMatchObject(
        refusal(409, 'The same message is already waiting to be sent.'),
      );
      expect((await move(one, '2026-11-27T09:00')).status).toBe(200);
    });

    it('have one outcome where they are sent at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        at('2026-11-20T12:00:00Z');
        const invoice = await create();
        const email = await plan(invoice);
        at('2026-11-25T09:00:01Z');
        peer.accepted.length = 0;
        const [sent, moved] = await Promise.allSettled([
          attempt(email),
          move(email, '2026-11-27T09:00'),
        ]);
        const status = moved.status === 'fulfilled' ? moved.value.status : 0;
        const [newest] = (await read(invoice)).emails;
        if (status === 200) {
          expect(sent.status).toBe('rejected');
          expect(peer.accepted).toHaveLength(0);
          expect(newest).toMatchObject({
            waitsFor: 'schedule',
            nextAttemptAt: '2026-11-27T09:00:00.000Z',
          });
        } else {
          expect(status).toBe(409);
          expect(sent).toMatchObject({ status: 'fulfilled', value: 1 });
          expect(newest).toMatchObject({ status: 'sent' });
        }
      }
    });
  });

  it('are written again with the files, copies and words that they had', async () => {
    const content = Buffer.from('Thirty days');
    const started = await owner.call('POST', '/api/email-files', {
      fileName: 'Terms.txt',
      size: content.length,
    });
    const { key, uploadURL } = started.body as { key: string; uploadURL: string };
    await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(content) });
    await owner.call('PUT', '/api/email-files', { key });
    const invoice = await create();
    const words = { subject: 'As agreed', message: 'Hello', cc: ['anna@example.com'] };
    const email = await plan(invoice, { ...words, files: [key] });
    await withdraw(email);
    const detail = await owner.call('GET', `/api/emails/${email.id}`);
    const { files, cc, subject, message } = detail.body as EmailDetail;
    expect(files).toEqual([{ key, fileName: 'Terms.txt', size: content.length }]);
    const again = await send(invoice, {
      cc,
      subject,
      message,
      files: files.map((file) => file.key),
    });
    expect(again.status).toBe(200);
    await app.services.jobs.drain();
    const sent = await peer.read(-1);
    expect(sent.subject).toBe('As agreed');
    expect(sent.attachments.map(({ filename }) => filename)).toContain('Terms.txt');
    expect((await stranger.call('GET', `/api/emails/${email.id}`)).status).toBe(404);
    const theirs = await stranger.call('POST', '/api/customers', aCustomer({ email: TO }));
    const foreign = await stranger.call(
      'POST',
      '/api/invoices',
      anInvoice(theirs.body.id as number),
    );
    const stolen = await stranger.call(
      'POST',
      `/api/invoices/${foreign.body.id as number}/send-email`,
      { files: [key] },
    );
    expect(stolen).toMatchObject({
      status: 400,
      body: {
        fields: [
          { path: 'files', message: 'An attached file is not there any more. Attach it again.' },
        ],
      },
    });
  });

  it('are found by the customer whose account they are about', async () => {
    const customer = await owner.call('POST', '/api/customers', aCustomer({ email: TO }));
    const id = customer.body.id as number;
    await owner.call('POST', `/api/customers/${id}/send-statement`, { sendAt: PLANNED });
    const list = (who: Caller, query: string) => who.call('GET', `/api/emails?${query}`);
    expect((await list(owner, `customerId=${id}`)).body).toMatchObject([{ kind: 'statement' }]);
    expect((await list(stranger, `customerId=${id}`)).body).toEqual([]);
    expect(await list(owner, 'customerId=x')).toMatchObject({
      status: 400,
      body: {
        fields: [{ path: 'customerId', message: 'customerId must be the number of a customer' }],
      },
    });
  });
});
