import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { TryLater } from '../../src/server/platform/jobs/job-queue.ts';
import type { CreditNoteDetail } from '../../src/shared/credit-notes/credit-note.contract.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCorrection } from '../factories/credit-note.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

type Detail = InvoiceDetail | EstimateDetail | CreditNoteDetail;

const SECOND = 1_000;
const HOLD = 10 * SECOND;
const RACES = 24;
const TO = 'marta@example.com';

describeOnDatabase('messages that are held and taken back', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let stranger: Caller;
  let customerId: number;

  beforeAll(async () => {
    app = await openTestApp(db);
    peer = await openSmtpPeer();
    owner = await app.signUp();
    stranger = await app.signUp();
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

  const create = async (values: object = {}): Promise<InvoiceDetail> => {
    const input = anInvoice(customerId, { status: 'sent', hold: true, ...values });
    const answer = await owner.call('POST', '/api/invoices', input);
    expect(answer.status).toBe(201);
    return answer.body as InvoiceDetail;
  };
  const read = async (id: number) =>
    (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
  const listed = async (id: number) => {
    const list = (await owner.call('GET', '/api/invoices?limit=200')).body as InvoiceDetail[];
    return list.find((one) => one.id === id)?.undelivered;
  };
  const newest = ({ emails }: Pick<Detail, 'emails'>) => emails[0] as Email;
  const withdraw = ({ id }: Pick<Email, 'id'>, who = owner) =>
    who.call('POST', `/api/emails/${id}/withdraw`, {});
  const attempt = (email: Email) =>
    deliverEmail(app.services, { businessId: owner.businessId, emailId: email.id });
  const wait = (ms: number) => {
    app.time.now = new Date(app.time.now.getTime() + ms);
  };
  const types = ({ history }: InvoiceDetail) => history.map(({ type }) => type);
  const conflict = (message: string) => ({ status: 409, body: { code: 'CONFLICT', message } });
  const isWithdrawn = {
    status: 'failed',
    withdrawn: true,
    withdrawnByOwner: true,
    attempts: 0,
    lastError: 'It was withdrawn before it went out.',
    nextAttemptAt: null,
    waitsFor: null,
  };

  it('wait ten seconds where that is asked for, and go out by themselves', async () => {
    const invoice = await create();
    const email = newest(invoice);
    expect(invoice.status).toBe('sent');
    expect(email).toMatchObject({ status: 'queued', to: TO, waitsFor: 'undo', attempts: 0 });
    expect(Date.parse(email.nextAttemptAt ?? '') - Date.parse(email.createdAt)).toBe(HOLD);
    // Its job is there, and not due.
    await app.services.jobs.drain();
    await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
    wait(HOLD - 1);
    await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
    expect(peer.accepted).toHaveLength(0);
    wait(1);
    expect(await attempt(email)).toBe(1);
    expect(peer.accepted).toHaveLength(1);
    expect(newest(await read(invoice.id))).toMatchObject({ status: 'sent', waitsFor: null });
  });

  it('go out at once where it is not', async () => {
    for (const values of [{ hold: undefined }, { hold: false }]) {
      const invoice = await create(values);
      expect(newest(invoice)).toMatchObject({ waitsFor: null, nextAttemptAt: null });
    }
    const draft = await create({ status: 'draft' });
    expect(draft.emails).toEqual([]);
    const sent = await owner.call('POST', `/api/invoices/${draft.id}/send-email`, {});
    expect(newest(sent.body)).toMatchObject({ waitsFor: null, nextAttemptAt: null });
    await app.services.jobs.drain();
    expect(peer.accepted).toHaveLength(3);
  });

  it('go out after a restart, whoever asked for them is gone', async () => {
    const hasty = await openTestApp(db, { MAIL_UNDO_SECONDS: '1' }, app.services);
    const input = anInvoice(customerId, { status: 'sent', hold: true });
    const made = await hasty.app.inject({
      method: 'POST',
      url: '/api/invoices',
      headers: { cookie: owner.cookie },
      payload: input,
    });
    expect(made.statusCode).toBe(201);
    await hasty.close();
    const next = await openTestApp(db, {}, app.services);
    next.services.mailer = peer.openMailer();
    next.time.now = new Date(app.time.now.getTime() + SECOND);
    await vi.waitFor(
      async () => {
        await next.services.jobs.drain();
        expect(peer.accepted).toHaveLength(1);
      },
      { timeout: 60_000, interval: 100 },
    );
    await next.close();
    const { id } = made.json<InvoiceDetail>();
    expect(newest(await read(id))).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('never go once they are withdrawn; their invoice stays issued, and says so', async () => {
    const invoice = await create();
    const email = newest(invoice);
    const answer = await withdraw(email);
    expect(answer).toMatchObject({ status: 200, body: { id: email.id, ...isWithdrawn } });
    const after = await read(invoice.id);
    const undelivered = { kind: 'invoice', to: TO, how: 'withdrawn' };
    expect(after).toMatchObject({
      status: 'sent',
      invoiceNumber: invoice.invoiceNumber,
      revision: 1,
      undelivered,
      emails: [isWithdrawn],
    });
    expect(await listed(invoice.id)).toEqual(undelivered);
    // One sending, one entry.
    expect(types(after)).toEqual(['email.failed', 'invoice.created']);
    expect(after.history[0]?.data).toEqual({
      kind: 'invoice',
      to: TO,
      reason: 'It was withdrawn before it went out.',
      withdrawn: true,
      undone: true,
    });
    wait(HOLD);
    expect(await attempt(email)).toBe(0);
    expect(peer.accepted).toHaveLength(0);

    // Sent again, by a message of its own or the same one: what was withdrawn says nothing any more.
    const again = await owner.call('POST', `/api/invoices/${invoice.id}/send-email`, {});
    expect(again.body.emails).toMatchObject([{ status: 'queued' }, isWithdrawn]);
    expect(await listed(invoice.id)).toBeNull();
    expect(await owner.call('POST', `/api/emails/${email.id}/retry`, {})).toMatchObject(
      conflict('The same message is already waiting to be sent.'),
    );
    await app.services.jobs.drain();
    const retried = await owner.call('POST', `/api/emails/${email.id}/retry`, {});
    expect(retried.body).toMatchObject({
      status: 'queued',
      withdrawn: false,
      withdrawnByOwner: false,
    });
    await app.services.jobs.drain();
    expect(peer.accepted).toHaveLength(2);
  });

  it('hide nothing of an earlier one that went', async () => {
    const invoice = await create();
    const path = `/api/invoices/${invoice.id}/send-email`;
    wait(HOLD);
    await attempt(newest(invoice));
    const again = await owner.call('POST', path, { hold: true, subject: 'Once more' });
    expect((await withdraw(newest(again.body))).status).toBe(200);
    const after = await read(invoice.id);
    expect(after).toMatchObject({ undelivered: null, emails: [isWithdrawn, { status: 'sent' }] });
    expect(await listed(invoice.id)).toBeNull();
    expect(peer.accepted).toHaveLength(1);
  });

  it('leave a draft a draft', async () => {
    const draft = await create({ status: 'draft' });
    const path = `/api/invoices/${draft.id}/send-email`;
    const queued = await owner.call('POST', path, { hold: true, subject: 'As agreed' });
    expect((await withdraw(newest(queued.body))).status).toBe(200);
    wait(HOLD);
    expect(await attempt(newest(queued.body))).toBe(0);
    expect(await read(draft.id)).toMatchObject({ status: 'draft', revision: null });
    const link = `/api/public/invoice/${draft.publicId}`;
    expect((await app.visitor.call('GET', link)).status).toBe(404);
  });

  it('are those of estimates and credit notes, too', async () => {
    const invoice = await create({ hold: undefined });
    await app.services.jobs.drain();
    const made: [string, object, string][] = [
      ['estimates', anEstimate(customerId), 'draft'],
      ['credit-notes', aCorrection(invoice.id), 'applied'],
    ];
    for (const [kind, input, status] of made) {
      const document = await owner.call('POST', `/api/${kind}`, input);
      expect(document.status, JSON.stringify(document.body)).toBe(201);
      const path = `/api/${kind}/${document.body.id}`;
      const queued = await owner.call('POST', `${path}/send-email`, { hold: true });
      expect(newest(queued.body)).toMatchObject({ status: 'queued', waitsFor: 'undo' });
      expect((await withdraw(newest(queued.body))).body).toMatchObject(isWithdrawn);
      const after = (await owner.call('GET', path)).body as Detail;
      expect(after).toMatchObject({ status, undelivered: { how: 'withdrawn' } });
    }
  });

  it('have their number from the series, and keep it', async () => {
    const other = await app.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active'`);
    const customer = await other.call('POST', '/api/customers', aCustomer({ email: TO }));
    const series = { kind: 'invoice', pattern: 'RE-{SEQ}' };
    expect((await other.call('POST', '/api/number-series', series)).status).toBe(201);
    const draft = await other.call(
      'POST',
      '/api/invoices',
      anInvoice(customer.body.id as number, { invoiceNumber: '', status: 'draft' }),
    );
    const path = `/api/invoices/${draft.body.id}`;
    const queued = await other.call('POST', `${path}/send-email`, { hold: true });
    expect(queued.body).toMatchObject({ status: 'sent', invoiceNumber: 'RE-1' });
    await withdraw(newest(queued.body), other);
    const after = (await other.call('GET', path)).body;
    expect(after).toMatchObject({ status: 'sent', invoiceNumber: 'RE-1', emails: [isWithdrawn] });
  });

  describe('are not withdrawn', () => {
    it('once they have been sent', async () => {
      const email = newest(await create());
      wait(HOLD);
      await attempt(email);
      const refused = conflict('The email has already been sent.');
      expect(await withdraw(email)).toMatchObject(refused);
      expect(await withdraw(email)).toMatchObject(refused);
      expect(peer.accepted).toHaveLength(1);
    });

    it('while they are on their way, also of a process that died then', async () => {
      const invoice = await create();
      const email = newest(invoice);
      wait(HOLD);
      const real = app.services.mailer;
      const asked: unknown[] = [];
      app.services.mailer = {
        ...real,
        async send() {
          asked.push(await withdraw(email));
          throw new Error('the process is gone');
        },
      };
      await expect(attempt(email)).rejects.toThrow('the process is gone');
      const refused = conflict('The email is already on its way.');
      expect(asked).toMatchObject([refused]);
      expect(await withdraw(email)).toMatchObject(refused);
      app.services.mailer = real;
      wait(45 * SECOND);
      expect(await attempt(email)).toBe(1);
      expect(peer.accepted).toHaveLength(1);
      expect(newest(await read(invoice.id))).toMatchObject({ status: 'sent', attempts: 2 });
    });

    it('once they have failed', async () => {
      peer.be('refuse');
      const email = newest(await create());
      wait(HOLD);
      await expect(attempt(email)).rejects.toThrow();
      expect(await withdraw(email)).toMatchObject(
        conflict('The email has failed: it was not sent.'),
      );
    });

    it('by another business, nor what is not there', async () => {
      const invoice = await create();
      const email = newest(invoice);
      const missing = { status: 404, body: { code: 'NOT_FOUND', message: 'Message not found' } };
      expect(await withdraw(email, stranger)).toMatchObject(missing);
      expect(await withdraw({ id: 999_999 })).toMatchObject(missing);
      expect((await withdraw(email, app.visitor)).status).toBe(401);
      expect(await owner.call('POST', '/api/emails/x/withdraw', {})).toMatchObject({
        status: 400,
        body: { message: 'id must be the number of a record' },
      });
      expect(newest(await read(invoice.id))).toMatchObject({ status: 'queued' });
      await owner.call('DELETE', `/api/invoices/${invoice.id}`);
      expect(await withdraw(email)).toMatchObject(missing);
    });

    it.each([['/api/invoices'], ['send-email']])('by a hold that is none (%s)', async (call) => {
      const wrong = {
        status: 400,
        body: { fields: [{ path: 'hold', message: 'Hold must be true or false' }] },
      };
      const input = { ...anInvoice(customerId), hold: 'yes' };
      if (call === '/api/invoices') {
        expect(await owner.call('POST', call, input)).toMatchObject(wrong);
        return;
      }
      const { id } = await create({ status: 'draft' });
      const path = `/api/invoices/${id}/send-email`;
      expect(await owner.call('POST', path, { hold: 'yes' })).toMatchObject(wrong);
      expect((await read(id)).emails).toEqual([]);
    });
  });

  it('are withdrawn once, though it is asked for often and at once', async () => {
    const invoice = await create();
    const email = newest(invoice);
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(email)));
    for (const answer of [...answers, await withdraw(email)]) {
      expect(answer).toMatchObject({ status: 200, body: isWithdrawn });
    }
    expect(types(await read(invoice.id))).toEqual(['email.failed', 'invoice.created']);
  });

  it('that were taken back for another reason keep that one', async () => {
    const invoice = await create();
    const email = newest(invoice);
    await owner.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
    wait(HOLD);
    expect(await attempt(email)).toBe(0);
    expect(await withdraw(email)).toMatchObject({
      status: 200,
      body: {
        withdrawn: true,
        withdrawnByOwner: false,
        lastError: 'The invoice was paid in the meantime.',
      },
    });
    expect(await listed(invoice.id)).toBeNull();
  });

  it('are sent or withdrawn, and never both, whichever comes first', async () => {
    const outcomes = { sent: 0, withdrawn: 0 };
    for (let race = 0; race < RACES; race += 1) {
      const invoice = await create();
      const email = newest(invoice);
      wait(HOLD);
      const before = peer.accepted.length;
      const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
      const send = async () => {
        if (race % 3 === 1) await pause();
        return attempt(email);
      };
      const undo = async () => {
        if (race % 3 === 2) await pause();
        return withdraw(email);
      };
      const [sent, answer] =
        race % 2 === 0
          ? await Promise.all([send(), undo()])
          : (await Promise.all([undo(), send()])).toReversed();
      const after = newest(await read(invoice.id));
      const { status, body } = answer as Awaited<ReturnType<typeof withdraw>>;
      if (status === 200) {
        outcomes.withdrawn += 1;
        expect([sent, after, peer.accepted.length - before]).toMatchObject([0, isWithdrawn, 0]);
      } else {
        outcomes.sent += 1;
        expect(body.message).toMatch(/^The email (has already been sent|is already on its way)\.$/);
        expect([sent, after.status, peer.accepted.length - before]).toEqual([1, 'sent', 1]);
      }
    }
    expect(outcomes.sent + outcomes.withdrawn).toBe(RACES);
    // Both were met, or this says nothing.
    expect(Math.min(outcomes.sent, outcomes.withdrawn)).toBeGreaterThan(0);
  });

  describe('are taken back with their document', () => {
    const put = (kind: string, document: Pick<Detail, 'id'>, values: object) =>
      owner.call('PUT', `/api/${kind}/${document.id}`, { ...document, ...values });
    const remove = (kind: string, { id }: Pick<Detail, 'id'>) =>
      owner.call('DELETE', `/api/${kind}/${id}`);
    const restore = (kind: string, { id }: Pick<Detail, 'id'>) =>
      owner.call('POST', `/api/${kind}/${id}/restore`, {});
    const sendable = async (kind: string) => {
      if (kind === 'invoices') return create();
      const values = anEstimate(customerId, { status: 'sent' });
      const { id } = (await owner.call('POST', '/api/estimates', values)).body as Detail;
      const path = `/api/estimates/${id}/send-email`;
      return (await owner.call('POST', path, { hold: true })).body as EstimateDetail;
    };
    const readAny = async (kind: string, id: number) =>
      (await owner.call('GET', `/api/${kind}/${id}`)).body as Detail;
    const takenBack = (lastError: string) => ({
      status: 'failed',
      withdrawn: true,
      withdrawnByOwner: false,
      lastError,
      nextAttemptAt: null,
      waitsFor: null,
    });
    /** A mail server that has a message and does not answer before it is let. */
    const stall = () => {
      let begin = () => {};
      let letGo = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const answer = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const real = app.services.mailer;
      app.services.mailer = {
        ...real,
        async send(message) {
          begin();
          await answer;
          return real.send(message);
        },
      };
      return { begun, letGo: () => letGo() };
    };

    describe.each([
      ['invoices', 'invoice'],
      ['estimates', 'estimate'],
    ])('of %s', (kind, noun) => {
      it('that are set back to draft', async () => {
        const document = await sendable(kind);
        const back = await put(kind, document, { status: 'draft' });
        expect(back).toMatchObject({ status: 200, body: { status: 'draft' } });
        const words = `The ${noun} was set back to draft in the meantime.`;
        expect(newest(back.body)).toMatchObject(takenBack(words));
        wait(HOLD);
        expect(await attempt(newest(document))).toBe(0);
        expect(peer.accepted).toHaveLength(0);
        expect(await readAny(kind, document.id)).toMatchObject({ status: 'draft' });
        // It would issue the draft: that is for whoever sends it anew.
        const retry = `/api/emails/${newest(document).id}/retry`;
        expect(await owner.call('POST', retry, {})).toMatchObject(
          conflict(
            `This message was taken back when the ${noun} was set back to draft. Send the ${noun} instead.`,
          ),
        );
        const path = `/api/${kind}/${document.id}/send-email`;
        expect(newest((await owner.call('POST', path, {})).body)).toMatchObject({
          status: 'queued',
        });
        await app.services.jobs.drain();
        expect(peer.accepted).toHaveLength(1);
        expect(await readAny(kind, document.id)).toMatchObject({ status: 'sent' });
      });

      it('that are deleted, also if that is taken back', async () => {
        const document = await sendable(kind);
        expect((await remove(kind, document)).status).toBe(200);
        const { body } = await restore(kind, document);
        const words = `The ${noun} was deleted in the meantime.`;
        expect(newest(body)).toMatchObject(takenBack(words));
        wait(HOLD);
        expect(await attempt(newest(document))).toBe(0);
        expect(peer.accepted).toHaveLength(0);
      });

      it('unless the mail server has them: then it stays as it is', async () => {
        const document = await sendable(kind);
        wait(HOLD);
        const { begun, letGo } = stall();
        const sent = attempt(newest(document));
        await begun;
        const refusal = (cannot: string) =>
          `An email with this ${noun} is being sent right now, so it cannot ${cannot}. Try again in a few minutes.`;
        const message = refusal('be set back to draft');
        expect(await put(kind, document, { status: 'draft' })).toMatchObject({
          status: 409,
          body: { code: 'CONFLICT', message, fields: [{ path: 'status', message }] },
        });
        expect(await remove(kind, document)).toMatchObject(conflict(refusal('be deleted')));
        expect((await put(kind, document, { notes: 'Thank you' })).status).toBe(200);
        letGo();
        expect(await sent).toBe(1);
        const after = await readAny(kind, document.id);
        expect(after).toMatchObject({ status: 'sent', emails: [{ status: 'sent' }] });
        // It has gone: what it brought can be taken back as before.
        expect((await put(kind, after, { status: 'draft' })).body.status).toBe('draft');
        expect(peer.accepted).toHaveLength(1);
      });
    });

    it('whose attempts have failed so far', async () => {
      peer.be('later');
      const invoice = await create();
      wait(HOLD);
      await expect(attempt(newest(invoice))).rejects.toBeInstanceOf(TryLater);
      const failed = await read(invoice.id);
      expect(newest(failed)).toMatchObject({ status: 'queued', attempts: 1 });
      expect((await put('invoices', failed, { status: 'draft' })).status).toBe(200);
      wait(3_600 * SECOND);
      peer.be('accept');
      expect(await attempt(newest(invoice))).toBe(0);
      expect(peer.accepted).toHaveLength(0);
    });

    it('whose second attempt is under way: it is not called back', async () => {
      peer.be('later');
      const invoice = await create();
      wait(HOLD);
      await expect(attempt(newest(invoice))).rejects.toBeInstanceOf(TryLater);
      wait(60 * SECOND);
      peer.be('accept');
      const { begun, letGo } = stall();
      const sent = attempt(newest(invoice));
      await begun;
      const answer = await put('invoices', await read(invoice.id), { status: 'draft' });
      expect(answer.status).toBe(409);
      letGo();
      expect(await sent).toBe(1);
    });

    it('that is corrected', async () => {
      const invoice = await create();
      const path = `/api/invoices/${invoice.id}/correct`;
      expect((await owner.call('POST', path, {})).status).toBe(200);
      const words = 'The invoice was settled by credit in the meantime.';
      expect(newest(await read(invoice.id))).toMatchObject(takenBack(words));
    });

    it('and not where a draft stays one: what is planned for it goes at its time', async () => {
      const draft = await create({ status: 'draft' });
      const path = `/api/invoices/${draft.id}/send-email`;
      const queued = (await owner.call('POST', path, { hold: true })).body as InvoiceDetail;
      const saved = await put('invoices', queued, { status: 'draft', notes: 'Thank you' });
      expect(newest(saved.body)).toMatchObject({ status: 'queued' });
      wait(HOLD);
      expect(await attempt(newest(queued))).toBe(1);
    });

    it('or sent while it stays sent, and never both, whichever comes first', async () => {
      const outcomes = { sent: 0, drafted: 0 };
      for (let race = 0; race < RACES; race += 1) {
        const invoice = await create();
        wait(HOLD);
        const before = peer.accepted.length;
        const { letGo } = stall();
        const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
        const send = async () => {
          if (race % 3 === 1) await pause();
          return attempt(newest(invoice));
        };
        const setBack = async () => {
          if (race % 3 === 2) await pause();
          const answer = await put('invoices', invoice, { status: 'draft' });
          letGo();
          return answer.status;
        };
        const [sent, status] =
          race % 2 === 0
            ? await Promise.all([send(), setBack()])
            : (await Promise.all([setBack(), send()])).toReversed();
        app.services.mailer = peer.openMailer();
        const after = await read(invoice.id);
        const drafted = status === 200;
        outcomes[drafted ? 'drafted' : 'sent'] += 1;
        expect([sent, after.status, newest(after).status, peer.accepted.length - before]).toEqual(
          drafted ? [0, 'draft', 'failed', 0] : [1, 'sent', 'sent', 1],
        );
      }
      // Both were met, or this says nothing.
      expect(Math.min(outcomes.sent, outcomes.drafted)).toBeGreaterThan(0);
    });
  });
});
