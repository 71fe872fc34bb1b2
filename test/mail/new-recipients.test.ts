import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { releaseEmails } from '../../src/server/features/emails/release-emails.ts';
import { proveSender } from '../../src/server/features/senders/index.ts';
import type { Mailer } from '../../src/server/platform/mail/mailer.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { Sender } from '../../src/shared/senders/sender.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const ADMIN = 'admin@example.com';
const HOUR = 3_600_000;
const WORDS =
  'Waits: new accounts can email 2 new recipients a day, until you have been paid online once or have verified a domain.';

describeOnDatabase('messages to people that an account never wrote to', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let admin: Caller;
  let outbox: Mailer;

  beforeAll(async () => {
    app = await openTestApp(db, { MAIL_NEW_RECIPIENTS_PER_DAY: '2', ADMIN_EMAIL: ADMIN });
    outbox = app.services.mailer;
    peer = await openSmtpPeer();
    admin = await app.signUp(ADMIN);
    await db.pool.query('update users set email_verified = true');
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });

  interface Sending {
    owner: Caller;
    /** Sends an invoice to this address, and returns its number. */
    send: (to: string) => Promise<number>;
    state: (id: number) => Promise<Email>;
  }

  const sending = async (owner: Caller): Promise<Sending> => {
    await db.pool.query(`update businesses set subscription_status = 'active'`);
    const customer = await owner.call('POST', '/api/customers', aCustomer());
    return {
      owner,
      async send(to) {
        const invoice = await owner.call('POST', '/api/invoices', anInvoice(customer.body.id));
        const { id } = invoice.body as InvoiceDetail;
        const body = { customerEmail: to };
        const sent = await owner.call('POST', `/api/invoices/${id}/send-email`, body);
        expect(sent.status).toBe(200);
        return id;
      },
      async state(id) {
        const answer = await owner.call('GET', `/api/invoices/${id}`);
        const [email] = (answer.body as InvoiceDetail).emails;
        if (!email) throw new Error('no message');
        return email;
      },
    };
  };
  const anOwner = async () => sending(await app.signUp());
  const standing = async ({ owner }: Sending, to = ''): Promise<Sender> =>
    (await owner.call('GET', `/api/sender${to && `?to=${encodeURIComponent(to)}`}`)).body as Sender;
  const drain = () => app.services.jobs.drain();
  const recipients = async () =>
    Promise.all(peer.accepted.map(async (_, place) => (await peer.read(place)).to?.[0]?.address));

  beforeEach(() => {
    // Accounts keep the outbox, so that owners need not verify their addresses first.
    app.services.mailer = peer.openMailer();
    peer.be('accept');
    peer.accepted.length = 0;
  });

  it('wait once the day’s number is used up, say so, and go when there is room again', async () => {
    const one = await anOwner();
    await one.send('a@example.com');
    await drain();
    app.time.now = new Date(app.time.now.getTime() + HOUR);
    await one.send('b@example.com');
    const third = await one.send('c@example.com');
    await drain();
    expect(await recipients()).toEqual(['a@example.com', 'b@example.com']);
    const next = new Date(app.time.now.getTime() + 23 * HOUR).toISOString();
    const waiting = await one.state(third);
    expect(waiting).toMatchObject({
      status: 'queued',
      attempts: 0,
      waitsFor: 'new_recipients',
      lastError: WORDS,
      nextAttemptAt: next,
    });
    expect(await standing(one, 'C@example.com')).toEqual({
      blocks: [],
      newRecipientsPerDay: 2,
      newRecipientsLeft: 0,
      nextNewRecipientAt: next,
      provenBy: null,
      domain: null,
      recipient: 'waits',
    });
    // Whom it has written to is known, in whatever letters.
    expect((await standing(one, 'A@Example.com')).recipient).toBe('goes');
    await one.send('A@Example.com');
    await drain();
    expect(peer.accepted).toHaveLength(3);
    // Pressing 'Try now' brings nothing forward.
    const retried = await one.owner.call('POST', `/api/emails/${waiting.id}/retry`, {});
    expect(retried.status).toBe(200);
    await drain();
    expect(peer.accepted).toHaveLength(3);
    expect(await one.state(third)).toMatchObject({ waitsFor: 'new_recipients', lastError: WORDS });
    app.time.now = new Date(next);
    await deliverEmail(app.services, { businessId: one.owner.businessId, emailId: waiting.id });
    expect(await one.state(third)).toMatchObject({
      status: 'sent',
      waitsFor: null,
      lastError: null,
    });
    expect((await recipients()).at(-1)).toBe('c@example.com');
    // Another account's number is its own.
    const other = await anOwner();
    await other.send('a@example.com');
    await drain();
    expect(peer.accepted).toHaveLength(5);
  });

  it('are never more than that, however many go at once', async () => {
    const one = await anOwner();
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await one.send(`at-once-${n}@example.com`));
    const emails = await Promise.all(ids.map(one.state));
    const go = ({ id }: Email) =>
      deliverEmail(app.services, { businessId: one.owner.businessId, emailId: id }).catch(() => 0);
    const went = await Promise.all([...emails, ...emails].map(go));
    expect(went.reduce((sum, n) => sum + n)).toBe(2);
    expect(peer.accepted).toHaveLength(2);
    expect(await standing(one)).toMatchObject({ newRecipientsLeft: 0 });
  });

  it('count once for one address, and count when the mail server refuses them', async () => {
    const one = await anOwner();
    peer.be('refuse');
    await one.send('x@example.com');
    await one.send('x@example.com');
    await drain();
    expect(await standing(one)).toMatchObject({ newRecipientsLeft: 1 });
    const listed = await admin.call('GET', '/api/admin/users');
    expect(
      (listed.body as { id: string; mail: object }[]).find(({ id }) => id === one.owner.userId)
        ?.mail,
    ).toEqual({ sent: 0, newRecipients: 1, failed: 2, reported: 0 });
  });

  it('have no limit for the admin, nor for whom is proven, whose waiting ones go at once', async () => {
    const boss = await sending(admin);
    for (let n = 0; n < 3; n += 1) await boss.send(`boss-${n}@example.com`);
    await drain();
    expect(peer.accepted).toHaveLength(3);
    expect(await standing(boss)).toMatchObject({ newRecipientsPerDay: null, provenBy: 'admin' });
    const one = await anOwner();
    for (let n = 0; n < 4; n += 1) await one.send(`proof-${n}@example.com`);
    await drain();
    expect(peer.accepted).toHaveLength(5);
    const prove = () =>
      withTransaction(db, async (tx) => {
        const { now } = app.time;
        const first = await proveSender(tx, one.owner.businessId, 'payment', now);
        if (first) await releaseEmails(tx, one.owner.businessId, now);
        return first;
      });
    expect((await Promise.all([prove(), prove()])).filter(Boolean)).toEqual([true]);
    await drain();
    expect(peer.accepted).toHaveLength(7);
    expect(await standing(one)).toMatchObject({ newRecipientsPerDay: null, provenBy: 'payment' });
  });

  it('are limited for estimates too, by the same number', async () => {
    const one = await anOwner();
    const customer = await one.owner.call(
      'POST',
      '/api/customers',
      aCustomer({ email: 'estimate@example.com' }),
    );
    await one.send('d@example.com');
    await one.send('e@example.com');
    await drain();
    const estimate = await one.owner.call('POST', '/api/estimates', anEstimate(customer.body.id));
    const path = `/api/estimates/${estimate.body.id}`;
    expect((await one.owner.call('POST', `${path}/send-email`, {})).status).toBe(200);
    await drain();
    expect(peer.accepted).toHaveLength(2);
    const { body } = await one.owner.call('GET', path);
    expect(body).toMatchObject({ status: 'draft', emails: [{ waitsFor: 'new_recipients' }] });
  });

  it('are not counted where messages stay in the outbox', async () => {
    app.services.mailer = outbox;
    const one = await sending(await app.signUp());
    for (let n = 0; n < 3; n += 1) await one.send(`kept-${n}@example.com`);
    await drain();
    expect(await standing(one, 'new@example.com')).toMatchObject({
      newRecipientsPerDay: null,
      recipient: 'goes',
    });
    const { rows } = await db.pool.query('select 1 from mail_recipients where business_id = $1', [
      one.owner.businessId,
    ]);
    expect(rows).toEqual([]);
  });
});
