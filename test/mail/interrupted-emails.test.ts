import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { findStalledEmails } from '../../src/server/features/emails/find-lost-emails.job.ts';
import { GiveUp, TryLater } from '../../src/server/platform/jobs/job-queue.ts';
import type { Mailer } from '../../src/server/platform/mail/mailer.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const SECOND = 1_000;
const TO = 'marta@example.com';

describeOnDatabase('a message whose sending is interrupted', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let customerId: number;

  beforeAll(async () => {
    app = await openTestApp(db);
    peer = await openSmtpPeer();
    owner = await app.signUp();
    const customer = await owner.call('POST', '/api/customers', aCustomer({ email: TO }));
    customerId = customer.body.id as number;
    await db.pool.query(`update businesses set subscription_status = 'active'`);
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(() => {
    app.services.mailer = peer.openMailer();
    peer.be('accept');
    peer.accepted.length = 0;
  });

  const queued = async () => {
    const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId));
    const path = `/api/invoices/${answer.body.id}`;
    const sent = await owner.call('POST', `${path}/send-email`, {});
    expect(sent.status).toBe(200);
    const { id, emails } = sent.body as InvoiceDetail;
    return { id, path, email: emails[0] as Email };
  };
  const read = async (id: number) =>
    (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
  const attempt = (email: Email, times?: Parameters<typeof deliverEmail>[2]) =>
    deliverEmail(app.services, { businessId: owner.businessId, emailId: email.id }, times);
  const wait = (ms: number) => {
    app.time.now = new Date(app.time.now.getTime() + ms);
  };
  const drain = () => app.services.jobs.drain();
  const retry = ({ id }: Email) => owner.call('POST', `/api/emails/${id}/retry`, {});
  const withdraw = ({ id }: Email) => owner.call('POST', `/api/emails/${id}/withdraw`, {});
  const unsure = {
    status: 'failed',
    mayHaveArrived: true,
    withdrawn: false,
    lastError: expect.stringMatching(/so it may have been sent$/),
    nextAttemptAt: null,
  };

  /** The sender's process is gone: once the mail server has the message, or before it is given any. */
  const dieWhile = async (email: Email, when: 'before' | 'after') => {
    const real = peer.openMailer();
    const dying: Mailer = {
      ...real,
      async send(message, options) {
        if (when === 'after') await real.send(message, options);
        throw new Error('the process is gone');
      },
    };
    app.services.mailer = dying;
    await expect(attempt(email)).rejects.toThrow('the process is gone');
    app.services.mailer = real;
  };

  it('may have been sent once its server has it, whatever becomes of its invoice', async () => {
    for (const end of ['paid', 'deleted', 'moved', 'left'] as const) {
      peer.accepted.length = 0;
      const { id, path, email } = await queued();
      await dieWhile(email, 'after');
      expect(peer.accepted).toHaveLength(1);
      // Too early, it is on its way, and says so.
      expect(await findStalledEmails(app.services)).toBe(0);
      expect(await withdraw(email)).toMatchObject({
        status: 409,
        body: { message: 'The email is already on its way.' },
      });
      expect((await retry(email)).body).toMatchObject({ status: 'queued' });
      if (end === 'paid') {
        await owner.call('POST', `${path}/mark-paid`, { paymentMethod: 'cash' });
      } else if (end === 'moved') {
        const other = await owner.call('POST', '/api/customers', aCustomer());
        const moved = await owner.call('PUT', path, { customerId: other.body.id });
        expect(moved.body.emails).toMatchObject([{ status: 'queued', withdrawn: false }]);
      }
      wait(45 * SECOND);
      if (end === 'deleted') {
        expect((await owner.call('DELETE', path)).status).toBe(200);
        await owner.call('POST', `${path}/restore`, {});
      }
      expect(await findStalledEmails(app.services)).toBe(end === 'deleted' ? 0 : 1);
      expect(await findStalledEmails(app.services)).toBe(0);
      await drain();
      const after = await read(id);
      expect(after.emails, end).toMatchObject([unsure]);
      expect(after.undelivered).toEqual({ kind: 'invoice', to: TO, how: 'unsure' });
      expect(after.history.find(({ type }) => type === 'email.failed')?.data).toMatchObject({
        mayHaveArrived: true,
      });
      expect(await withdraw(email)).toMatchObject({
        status: 409,
        body: { message: 'The email may have been sent.' },
      });
      wait(24 * 3_600 * SECOND);
      await drain();
      expect(peer.accepted).toHaveLength(1);
    }
  });

  it('is sent by another within a minute where its server had none of it', async () => {
    const { id, email } = await queued();
    await dieWhile(email, 'before');
    wait(44 * SECOND);
    expect(await findStalledEmails(app.services)).toBe(0);
    await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
    wait(SECOND);
    expect(await findStalledEmails(app.services)).toBe(1);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect((await read(id)).emails).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it('is withdrawn as before where its server had none of it, and what is paid is not sent', async () => {
    const { id, path, email } = await queued();
    await dieWhile(email, 'before');
    await owner.call('POST', `${path}/mark-paid`, { paymentMethod: 'cash' });
    wait(45 * SECOND);
    await findStalledEmails(app.services);
    await drain();
    expect((await read(id)).emails).toMatchObject([
      { withdrawn: true, lastError: 'The invoice was paid in the meantime.' },
    ]);
    expect(peer.accepted).toHaveLength(0);
  });

  it.each(['stall', 'accept and die'] as const)(
    'may have been sent when its server does not say so (%s), and goes again when its owner asks for it',
    async (mood) => {
      peer.be(mood);
      app.services.mailer = peer.openMailer({ reply: 800 });
      const { id, email } = await queued();
      await expect(attempt(email)).rejects.toBeInstanceOf(GiveUp);
      // Its customer may have it: it is issued, and the link in it leads to its page.
      const { status, emails, history, publicId } = await read(id);
      expect({ status, emails }).toMatchObject({ status: 'sent', emails: [unsure] });
      expect(history).toContainEqual(expect.objectContaining({ type: 'invoice.sent' }));
      expect((await app.visitor.call('GET', `/api/public/invoice/${publicId}`)).status).toBe(200);
      const connections = peer.connections();
      wait(24 * 3_600 * SECOND);
      await drain();
      expect(peer.connections()).toBe(connections);
      peer.be('accept');
      const before = peer.accepted.length;
      expect((await retry(email)).body).toMatchObject({ status: 'queued', mayHaveArrived: false });
      await drain();
      expect(peer.accepted).toHaveLength(before + 1);
      expect((await read(id)).emails).toMatchObject([{ status: 'sent', mayHaveArrived: false }]);
      if (before === 0) return;
      // Mail programs know by its name that it is the same.
      expect((await peer.read(0)).messageId).toBe((await peer.read(1)).messageId);
    },
  );

  it('is given up with words where it cannot be made, after the attempts that any message has', async () => {
    const { id, email } = await queued();
    const drawing = vi.spyOn(app.services.pdf, 'prepare').mockImplementation(() => {
      throw new TypeError('cannot read properties of undefined');
    });
    const reason = 'The message could not be made right now.';
    for (let nth = 1; nth < 8; nth += 1) {
      await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
      const [row] = (await read(id)).emails;
      expect(row).toMatchObject({ status: 'queued', attempts: nth, lastError: reason });
      wait(Date.parse(row?.nextAttemptAt ?? '') - app.time.now.getTime());
    }
    await expect(attempt(email)).rejects.toBeInstanceOf(GiveUp);
    const failed = { status: 'failed', mayHaveArrived: false, attempts: 8, lastError: reason };
    expect((await read(id)).emails).toMatchObject([failed]);
    drawing.mockRestore();
    expect((await retry(email)).body).toMatchObject({ status: 'queued' });
    await drain();
    expect(peer.accepted).toHaveLength(1);
  });

  it('goes once to a server that answers after a minute and a half', async () => {
    const { id, email } = await queued();
    const real = peer.openMailer();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    app.services.mailer = {
      ...real,
      async send(message, options) {
        const taken = await real.send(message, options);
        await answered;
        return taken;
      },
    };
    const sending = attempt(email, { renew: 20, lost: 45 * SECOND });
    await vi.waitFor(() => expect(peer.accepted).toHaveLength(1));
    app.services.mailer = real;
    for (let seconds = 0; seconds < 90; seconds += 30) {
      wait(30 * SECOND);
      const until = app.time.now.getTime() + 45 * SECOND;
      await vi.waitFor(async () => {
        const [row] = (await read(id)).emails;
        expect(Date.parse(row?.nextAttemptAt ?? '')).toBe(until);
      });
      expect(await findStalledEmails(app.services)).toBe(0);
      await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
    }
    answer();
    expect(await sending).toBe(1);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect((await read(id)).emails).toMatchObject([{ status: 'sent', attempts: 1 }]);
  });

  it('is not handed over by a sender that was stopped until another had it', async () => {
    const { id, email } = await queued();
    const real = peer.openMailer();
    app.services.mailer = {
      ...real,
      async send(message, options) {
        app.services.mailer = real;
        wait(45 * SECOND);
        expect(await findStalledEmails(app.services)).toBe(1);
        expect(await attempt(email)).toBe(1);
        return real.send(message, options);
      },
    };
    expect(await attempt(email)).toBe(0);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect((await read(id)).emails).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  describe('with copies', () => {
    const cc = ['anna@example.com', 'ben@example.com', 'cleo@example.com'];
    const queuedWithCopies = async () => {
      const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId));
      const id = answer.body.id as number;
      const sent = await owner.call('POST', `/api/invoices/${id}/send-email`, { cc });
      return { id, email: (sent.body as InvoiceDetail).emails[0] as Email };
    };

    it('goes to its recipient first, and names who may have a copy and who has none', async () => {
      const { id, email } = await queuedWithCopies();
      const real = peer.openMailer();
      app.services.mailer = {
        ...real,
        async send(message, options) {
          await real.send(message, options);
          if (message.reader === 'ben@example.com') throw new Error('the process is gone');
        },
      };
      peer.recipients.length = 0;
      expect(await attempt(email)).toBe(1);
      expect(peer.recipients).toEqual([[TO], ['anna@example.com'], ['ben@example.com']]);
      expect(await read(id)).toMatchObject({ status: 'sent', emails: [{ status: 'sent' }] });
      app.services.mailer = real;
      expect(await findStalledEmails(app.services)).toBe(0);
      wait(45 * SECOND);
      expect(await findStalledEmails(app.services)).toBe(1);
      await drain();
      wait(24 * 3_600 * SECOND);
      expect(await findStalledEmails(app.services)).toBe(0);
      await drain();
      expect(peer.recipients).toHaveLength(3);
      const after = await read(id);
      const missing = { refused: ['cleo@example.com'], copiesUnsure: ['ben@example.com'] };
      expect(after.emails).toMatchObject([
        { ...missing, status: 'sent', mayHaveArrived: false, nextAttemptAt: null },
      ]);
      expect(after.history.filter(({ type }) => type === 'email.not_copied')).toMatchObject([
        { data: missing },
      ]);
    });

    it('is sent to nobody a second time when its sender goes on too late', async () => {
      const { id, email } = await queuedWithCopies();
      const real = peer.openMailer();
      app.services.mailer = {
        ...real,
        async send(message, options) {
          if (message.reader === 'anna@example.com') {
            wait(45 * SECOND);
            await findStalledEmails(app.services);
            await drain();
          }
          return real.send(message, options);
        },
      };
      peer.recipients.length = 0;
      expect(await attempt(email)).toBe(1);
      expect(peer.recipients).toEqual([[TO]]);
      expect((await read(id)).emails).toMatchObject([{ status: 'sent', refused: cc }]);
    });

    it('sends none where its recipient may have it, until its owner asks', async () => {
      peer.be('accept and die');
      peer.recipients.length = 0;
      const { id, email } = await queuedWithCopies();
      await expect(attempt(email)).rejects.toBeInstanceOf(GiveUp);
      expect(peer.recipients).toEqual([[TO]]);
      peer.be('accept');
      await retry(email);
      await drain();
      expect(peer.recipients.slice(1)).toEqual([[TO], ...cc.map((one) => [one])]);
      expect((await read(id)).emails).toMatchObject([{ refused: [], copiesUnsure: [] }]);
    });
  });
});
