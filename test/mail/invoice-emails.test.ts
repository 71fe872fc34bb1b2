import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { findLostEmails } from '../../src/server/features/emails/find-lost-emails.job.ts';
import { GiveUp, TryLater } from '../../src/server/platform/jobs/job-queue.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { samplePicture } from '../files/sample-files.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const MINUTE = 60_000;

describeOnDatabase('messages about invoices', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let customerId: number;

  beforeAll(async () => {
    app = await openTestApp(db);
    peer = await openSmtpPeer();
    owner = await app.signUp();
    const customer = await owner.call(
      'POST',
      '/api/customers',
      aCustomer({ email: 'marta@example.com' }),
    );
    customerId = customer.body.id as number;
    await app.files.write('logos/quill.png', await samplePicture('png', 300));
    await db.pool.query(
      `update business_profiles set business_name = 'Quill <Studio>', email = 'ada@quill.example',
        logo_url = '/objects/logos/quill.png'`,
    );
    await db.pool.query(`update businesses set subscription_status = 'active'`);
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(() => {
    // Accounts keep the outbox, so that owners need not verify their addresses first.
    app.services.mailer = peer.openMailer();
    peer.be('accept');
    peer.accepted.length = 0;
  });

  const draft = async (values: object = {}): Promise<InvoiceDetail> => {
    const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body as InvoiceDetail;
  };
  const read = async (id: number) =>
    (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
  const send = (id: number, body: object = {}, headers: object = {}) =>
    owner.call('POST', `/api/invoices/${id}/send-email`, body, headers);
  const queued = async (values: object = {}) => {
    const invoice = await draft(values);
    const answer = await send(invoice.id);
    expect(answer.status).toBe(200);
    const [email] = (answer.body as InvoiceDetail).emails as [Email];
    return { invoice, email };
  };
  /** What a page of the list says about the newest message. */
  const listed = async (id: number) => {
    const list = (await owner.call('GET', '/api/invoices?limit=200')).body as InvoiceDetail[];
    const found = list.find((one) => one.id === id);
    expect(found).toBeDefined();
    return found?.undelivered;
  };
  const drain = () => app.services.jobs.drain();
  const attempt = (email: Email) =>
    deliverEmail(app.services, { businessId: owner.businessId, emailId: email.id });
  const types = (invoice: InvoiceDetail) => invoice.history.map((event) => event.type);

  it('goes out with the PDF and the link, and a draft is sent only then', async () => {
    const invoice = await draft({ status: 'draft', poNumber: 'PO-7' });
    const asked = await send(invoice.id, { message: 'Dear <Marta>,\n\nas agreed & done.' });
    expect(asked.body).toMatchObject({
      status: 'draft',
      emails: [{ kind: 'invoice', to: 'marta@example.com', status: 'queued', attempts: 0 }],
    });
    const link = `/api/public/invoice/${invoice.publicId}`;
    expect((await app.visitor.call('GET', link)).status).toBe(404);
    await drain();
    const sent = await read(invoice.id);
    expect(sent).toMatchObject({
      status: 'sent',
      emails: [{ status: 'sent', attempts: 1, lastError: null, nextAttemptAt: null }],
    });
    // One sending, one entry.
    expect(types(sent)).toEqual(['invoice.sent', 'invoice.created']);
    expect(sent.history[0]?.data).toEqual({
      from: 'draft',
      to: 'marta@example.com',
      status: 'sent',
      kind: 'invoice',
    });
    expect(sent.emails[0]).toMatchObject({ keptInOutbox: false, withdrawn: false });
    expect((await app.visitor.call('GET', link)).status).toBe(200);
    expect(peer.accepted).toHaveLength(1);
    const message = await peer.read(0);
    expect(message).toMatchObject({
      from: { name: 'Quill <Studio>', address: 'billing@remit.example' },
      replyTo: [{ address: 'ada@quill.example' }],
      to: [{ name: 'Marta Lindqvist', address: 'marta@example.com' }],
      subject: `Invoice ${invoice.invoiceNumber} from Quill <Studio>`,
    });
    expect(message.messageId).toMatch(/^<[0-9a-f]{32}@remit\.example>$/);
    const said = [
      invoice.invoiceNumber,
      '$3,333.05',
      'Dec 20, 2026',
      'PO-7',
      `/pay-invoice/${invoice.publicId}`,
      'View invoice',
    ];
    for (const words of said) {
      expect(message.text).toContain(words);
      expect(message.html).toContain(words);
    }
    expect(message.text).toContain('Dear <Marta>,\n\nas agreed & done.');
    expect(message.html).toContain('Dear &lt;Marta&gt;,</p>');
    expect(message.html).toContain('as agreed &amp; done.');
    expect(message.html).not.toContain('Quill <Studio>');
    const [logo, attachment] = message.attachments;
    expect(message.html).toContain('<img src="cid:logo" width="48" height="48" alt=""');
    expect(logo).toMatchObject({ contentId: '<logo>', mimeType: 'image/png', related: true });
    const picture = await sharp(Buffer.from(logo?.content as ArrayBuffer)).metadata();
    expect([picture.width, picture.height]).toEqual([96, 96]);
    expect(attachment?.filename).toMatch(/\.pdf$/);
    expect(Buffer.from(attachment?.content as ArrayBuffer).toString('latin1', 0, 5)).toBe('%PDF-');
    // An invoice that goes by SMTP leaves no copy here.
    const [email] = sent.emails as [Email];
    const detail = await owner.call('GET', `/api/emails/${email.id}`);
    expect(detail.body).toMatchObject({
      text: null,
      html: null,
      attachments: [{ fileName: attachment?.filename, url: `/api/invoices/${invoice.id}/pdf` }],
    });
  });

  it('is queued once by two clicks at once, by one key, and while an equal one waits', async () => {
    const invoice = await draft();
    const answers = await Promise.all([send(invoice.id), send(invoice.id), send(invoice.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(invoice.id)).emails).toHaveLength(1);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    const key = { 'idempotency-key': `again-${invoice.id}` };
    await send(invoice.id, {}, key);
    await drain();
    await send(invoice.id, {}, key);
    await drain();
    expect(peer.accepted).toHaveLength(2);
    const other = await send(invoice.id, { customerEmail: 'boss@example.com', subject: 'Hi' });
    expect(other.body.emails).toMatchObject([
      { to: 'boss@example.com', subject: 'Hi', status: 'queued' },
      { status: 'sent' },
      { status: 'sent' },
    ]);
    await drain();
    expect((await peer.read(-1)).to?.[0]?.address).toBe('boss@example.com');
  });

  it('is queued with an invoice that is created as sent, when there is an address', async () => {
    const sent = await draft({ status: 'sent' });
    expect(sent.emails).toMatchObject([{ status: 'queued', to: 'marta@example.com' }]);
    const clash = await owner.call(
      'POST',
      '/api/invoices',
      anInvoice(customerId, { status: 'sent', invoiceNumber: sent.invoiceNumber }),
    );
    expect(clash.status).toBe(409);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect((await draft()).emails).toEqual([]);
    const nobody = await owner.call('POST', '/api/customers', aCustomer());
    const quiet = await owner.call(
      'POST',
      '/api/invoices',
      anInvoice(nobody.body.id as number, { status: 'sent' }),
    );
    expect(quiet.body).toMatchObject({ status: 'sent', emails: [] });
    const refused = await send(quiet.body.id as number);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION',
        message: "Customer doesn't have an email address on file.",
        fields: [{ path: 'customerEmail' }],
      },
    });
    await drain();
    expect(peer.accepted).toHaveLength(1);
  });

  it('fails at once when it is refused for good, says why, and can be tried again', async () => {
    peer.be('refuse');
    const { invoice, email } = await queued();
    await drain();
    const failed = await read(invoice.id);
    expect(failed).toMatchObject({
      status: 'draft',
      emails: [{ status: 'failed', attempts: 1, nextAttemptAt: null }],
    });
    expect(failed.emails[0]?.lastError).toMatch(/^The mail server refused the address \(550 /);
    const undelivered = { kind: 'invoice', to: 'marta@example.com', how: 'failed' };
    expect(failed.undelivered).toEqual(undelivered);
    expect(await listed(invoice.id)).toEqual(undelivered);
    expect(failed.history[0]).toMatchObject({
      type: 'email.failed',
      data: { kind: 'invoice', to: 'marta@example.com', reason: failed.emails[0]?.lastError },
    });
    peer.be('accept');
    const retry = () => owner.call('POST', `/api/emails/${email.id}/retry`, {});
    const both = await Promise.all([retry(), retry()]);
    expect(both.map(({ body }) => body.status)).toEqual(['queued', 'queued']);
    expect(await listed(invoice.id)).toBeNull();
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect(await listed(invoice.id)).toBeNull();
    expect((await read(invoice.id)).status).toBe('sent');
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(types(await read(invoice.id))).toEqual([
      'invoice.sent',
      'email.failed',
      'invoice.created',
    ]);
  });

  it('waits no longer once its owner wants it to be tried now', async () => {
    peer.be('later');
    const { invoice, email } = await queued();
    for (let n = 0; n < 3; n += 1) {
      await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
      const [now] = (await read(invoice.id)).emails as [Email];
      if (n < 2) app.time.now = new Date(now.nextAttemptAt ?? 0);
    }
    peer.be('accept');
    const retry = () => owner.call('POST', `/api/emails/${email.id}/retry`, {});
    const both = await Promise.all([retry(), retry()]);
    expect(both.map(({ body }) => [body.status, body.attempts])).toEqual([
      ['queued', 3],
      ['queued', 3],
    ]);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect((await read(invoice.id)).status).toBe('sent');
  });

  it('is tried eight times with growing pauses, and then has failed', async () => {
    peer.be('later');
    const { invoice, email } = await queued();
    const pauses: number[] = [];
    for (let n = 1; n <= 7; n += 1) {
      const error = await attempt(email).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TryLater);
      const [now] = (await read(invoice.id)).emails as [Email];
      expect(now).toMatchObject({ status: 'queued', attempts: n });
      expect(now.lastError).toMatch(/^The mail server asked to try again later \(451 /);
      const next = new Date(now.nextAttemptAt ?? 0);
      pauses.push((next.getTime() - app.time.now.getTime()) / MINUTE);
      // Before its time nothing is tried.
      const connections = peer.connections();
      await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
      expect(peer.connections()).toBe(connections);
      app.time.now = next;
    }
    expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720]);
    await expect(attempt(email)).rejects.toBeInstanceOf(GiveUp);
    expect((await read(invoice.id)).emails[0]).toMatchObject({ status: 'failed', attempts: 8 });
    expect(types(await read(invoice.id)).filter((type) => type === 'email.failed')).toHaveLength(1);
    expect(peer.accepted).toHaveLength(0);
  });

  it('survives a server that drops or puts off: one message is accepted in the end', async () => {
    const { invoice, email } = await queued();
    for (const mood of ['drop', 'later'] as const) {
      peer.be(mood);
      await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
      const { emails, status } = await read(invoice.id);
      expect(status).toBe('draft');
      app.time.now = new Date(emails[0]?.nextAttemptAt ?? 0);
    }
    peer.be('accept');
    expect(await attempt(email)).toBe(1);
    expect(await attempt(email)).toBe(0);
    expect(peer.accepted).toHaveLength(1);
  });

  it('says what the PDF says when its invoice is edited before it goes', async () => {
    peer.be('later');
    const { invoice, email } = await queued();
    const own = await send(invoice.id, { subject: 'As agreed', message: 'See you on Monday.' });
    const [second] = (own.body as InvoiceDetail).emails as [Email];
    await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
    const changed = anInvoice(customerId, {
      invoiceNumber: `${invoice.invoiceNumber}-X`,
      dueDate: '2027-03-03',
      lineItems: [{ description: 'One', quantity: '1', unitPrice: '777', discount: '0' }],
      taxRate: '0',
    });
    const edited = await owner.call('PUT', `/api/invoices/${invoice.id}`, changed);
    expect(edited.status).toBe(200);
    const { amountDue } = edited.body as InvoiceDetail;
    expect(amountDue).toBe('777.00');
    app.time.now = new Date(app.time.now.getTime() + MINUTE);
    peer.be('accept');
    await attempt(email);
    await attempt(second);
    const [drafted, written] = [await peer.read(0), await peer.read(1)];
    expect(drafted.subject).toBe(`Invoice ${invoice.invoiceNumber}-X from Quill <Studio>`);
    expect(drafted.text).toContain(
      `invoice ${invoice.invoiceNumber}-X for $777.00, due on Mar 03, 2027.`,
    );
    expect(drafted.text).not.toContain('$3,333.05');
    expect(written).toMatchObject({ subject: 'As agreed' });
    expect(written.text).toContain('See you on Monday.');
  });

  it('goes to nobody whose invoice it is no longer', async () => {
    const { invoice, email } = await queued();
    const other = await owner.call('POST', '/api/customers', aCustomer());
    const moved = anInvoice(other.body.id as number, { invoiceNumber: invoice.invoiceNumber });
    const { body } = await owner.call('PUT', `/api/invoices/${invoice.id}`, moved);
    expect(body.emails).toMatchObject([
      {
        status: 'failed',
        withdrawn: true,
        lastError: 'The invoice was moved to another customer in the meantime.',
      },
    ]);
    await drain();
    expect(peer.accepted).toHaveLength(0);
    const again = await owner.call('POST', `/api/emails/${email.id}/retry`, {});
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('says why it was not sent first, and is for nobody else', async () => {
    const { invoice, email } = await queued();
    const undone = 'It was withdrawn before it went out.';
    await db.pool.query(
      `update emails set status = 'failed', withdrawn = 'undone', last_error = $1 where id = $2`,
      [undone, email.id],
    );
    const other = await owner.call('POST', '/api/customers', aCustomer());
    const moved = anInvoice(other.body.id as number, { invoiceNumber: invoice.invoiceNumber });
    const { body } = await owner.call('PUT', `/api/invoices/${invoice.id}`, moved);
    expect(body.emails).toMatchObject([
      { status: 'failed', withdrawn: true, withdrawnByOwner: true, lastError: undone },
    ]);
    expect(await owner.call('POST', `/api/emails/${email.id}/retry`, {})).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'This message was for another customer.' },
    });
  });

  it('names what settled its invoice in the meantime', async () => {
    const { invoice, email } = await queued();
    const path = `/api/invoices/${invoice.id}`;
    await owner.call('POST', `${path}/mark-sent`, {});
    const give = () => owner.call('POST', `${path}/write-off`, { reason: 'Insolvent' });
    expect((await give()).status).toBe(200);
    await drain();
    expect((await read(invoice.id)).emails[0]).toMatchObject({
      withdrawn: true,
      lastError: 'The invoice was written off in the meantime.',
    });
    for (const refused of [
      await give(),
      await owner.call('POST', `/api/emails/${email.id}/retry`, {}),
      await owner.call('POST', `${path}/mark-paid`, { paymentMethod: 'cash' }),
    ]) {
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_PAID', message: 'This invoice has already been written off.' },
      });
    }
  });

  it.each(['moved', 'paid', 'a draft still'])(
    'is sent once it was accepted, though the invoice was %s while it was on its way',
    async (change) => {
      const { invoice, email } = await queued();
      const path = `/api/invoices/${invoice.id}`;
      const changes: Record<string, () => Promise<{ status: number }>> = {
        async moved() {
          const other = await owner.call('POST', '/api/customers', aCustomer());
          return owner.call('PUT', path, { customerId: other.body.id });
        },
        paid: () => owner.call('POST', `${path}/mark-paid`, { paymentMethod: 'cash' }),
        'a draft still': () => owner.call('PUT', path, { status: 'draft' }),
      };
      const real = peer.openMailer();
      app.services.mailer = {
        ...real,
        async send(message) {
          const taken = await real.send(message);
          expect((await changes[change]?.())?.status).toBe(200);
          return taken;
        },
      };
      expect(await attempt(email)).toBe(1);
      expect(peer.accepted).toHaveLength(1);
      app.services.mailer = real;
      const { emails, history, status } = await read(invoice.id);
      expect(emails).toMatchObject([{ status: 'sent', withdrawn: false, lastError: null }]);
      expect(history.map(({ type }) => type)).toContain(
        change === 'a draft still' ? 'invoice.sent' : 'email.sent',
      );
      // Its new customer has not been sent anything.
      if (change === 'moved') expect(status).toBe('draft');
      await drain();
      expect(peer.accepted).toHaveLength(1);
    },
  );

  it('goes out once when several workers have it', async () => {
    const { email } = await queued();
    const results = await Promise.allSettled([attempt(email), attempt(email), attempt(email)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(peer.accepted).toHaveLength(1);
  });

  it('does not go out when the invoice was paid or deleted meanwhile', async () => {
    const paid = await queued();
    await owner.call('POST', `/api/invoices/${paid.invoice.id}/mark-paid`, {
      paymentMethod: 'cash',
    });
    const deleted = await queued();
    await owner.call('DELETE', `/api/invoices/${deleted.invoice.id}`);
    await drain();
    expect(peer.accepted).toHaveLength(0);
    expect((await read(paid.invoice.id)).emails).toMatchObject([
      { status: 'failed', withdrawn: true, lastError: 'The invoice was paid in the meantime.' },
    ]);
    // The owner's own doing is no alarm.
    const news = await owner.call('GET', '/api/notifications');
    expect(
      (news.body as { type: string; invoiceId: number }[]).filter(
        ({ type, invoiceId }) =>
          type === 'email.failed' && [paid.invoice.id, deleted.invoice.id].includes(invoiceId),
      ),
    ).toEqual([]);
    const restored = await owner.call('POST', `/api/invoices/${deleted.invoice.id}/restore`, {});
    expect(restored.body).toMatchObject({
      status: 'draft',
      emails: [
        {
          status: 'failed',
          withdrawn: true,
          lastError: 'The invoice was deleted in the meantime.',
        },
      ],
    });
    for (const answer of [
      await send(paid.invoice.id),
      await owner.call('POST', `/api/emails/${paid.email.id}/retry`, {}),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_PAID', message: 'This invoice has already been paid.' },
      });
    }
  });

  it('is found again when its job is lost', async () => {
    const { invoice } = await queued();
    await db.pool.query(`delete from pgboss.job where name = 'send email'`);
    await drain();
    expect(peer.accepted).toHaveLength(0);
    expect(await findLostEmails(app.services)).toBe(0);
    app.time.now = new Date(app.time.now.getTime() + 11 * MINUTE);
    const found = await Promise.all([findLostEmails(app.services), findLostEmails(app.services)]);
    expect(found.reduce((sum, n) => sum + n)).toBe(1);
    expect(await findLostEmails(app.services)).toBe(0);
    await drain();
    expect(peer.accepted).toHaveLength(1);
    expect((await read(invoice.id)).status).toBe('sent');
  });

  it('waits for its turn when two hundred have gone out in a day, and then goes', async () => {
    const { invoice, email } = await queued();
    const other = await draft({ status: 'draft' });
    await db.pool.query(
      `insert into emails (business_id, kind, invoice_id, to_address, subject, message, status,
         message_id, sent_at)
       select $1, 'invoice', $2, 'a@example.com', 's', 'm', 'sent', 'flood' || n, $3
       from generate_series(1, 200) n`,
      [owner.businessId, other.id, app.services.clock.now()],
    );
    await expect(attempt(email)).rejects.toBeInstanceOf(TryLater);
    const waiting = (await read(invoice.id)).emails.find(({ id }) => id === email.id);
    expect(waiting).toMatchObject({
      status: 'queued',
      attempts: 0,
      lastError: 'At most 200 messages can be sent a day. This one waits its turn.',
    });
    expect(peer.accepted).toHaveLength(0);
    await db.pool.query(
      `update emails set sent_at = sent_at - interval '25 hours' where message_id like 'flood%'`,
    );
    await db.pool.query('update emails set next_attempt_at = null where id = $1', [email.id]);
    expect(await attempt(email)).toBe(1);
    expect(peer.accepted).toHaveLength(1);
    await db.pool.query(`delete from emails where message_id like 'flood%'`);
  });

  it('is kept and sent to nobody where no mail server is set up, and says so', async () => {
    const smtp = app.services.mailer;
    const sent: string[] = [];
    app.services.mailer = {
      kind: 'outbox',
      async send({ subject }) {
        sent.push(subject);
      },
    };
    const { invoice, email } = await queued();
    await attempt(email);
    const again = await send(invoice.id);
    await attempt((again.body as InvoiceDetail).emails[0] as Email);
    app.services.mailer = smtp;
    expect(sent).toHaveLength(2);
    const kept = await read(invoice.id);
    expect(kept).toMatchObject({
      status: 'sent',
      emails: [
        { status: 'sent', keptInOutbox: true },
        { status: 'sent', keptInOutbox: true },
      ],
    });
    expect(types(kept)).toEqual(['email.sent', 'invoice.sent', 'invoice.created']);
    expect(kept.history.slice(0, 2).map(({ data }) => data['outbox'])).toEqual([true, true]);
    expect((await owner.call('GET', `/api/emails/${email.id}`)).body).toMatchObject({
      keptInOutbox: true,
      // Looked at where no picture comes along.
      html: expect.stringContaining('<img src="data:image/png;base64,'),
    });
  });

  it('is nobody else’s', async () => {
    const { invoice, email } = await queued();
    const stranger = await app.signUp();
    const calls: [string, string][] = [
      ['POST', `/api/invoices/${invoice.id}/send-email`],
      ['POST', `/api/emails/${email.id}/retry`],
      ['GET', `/api/emails/${email.id}`],
    ];
    for (const [method, path] of calls) {
      const body = method === 'POST' ? {} : undefined;
      expect((await stranger.call(method, path, body)).status).toBe(404);
      expect((await app.visitor.call(method, path, body)).status).toBe(401);
    }
    expect((await stranger.call('GET', '/api/emails')).body).toEqual([]);
    expect((await app.visitor.call('GET', '/api/emails')).status).toBe(401);
    expect((await send(invoice.id, { customerEmail: 'nonsense' })).body).toMatchObject({
      code: 'VALIDATION',
      message: 'Enter a valid email address',
    });
    const whole = await owner.call('GET', '/api/emails');
    const first = await owner.call('GET', '/api/emails?limit=2');
    const cursor = String(first.headers['x-next-cursor']);
    const next = await owner.call('GET', `/api/emails?limit=2&cursor=${cursor}`);
    expect([...first.body, ...next.body]).toEqual(whole.body.slice(0, 4));
    expect(whole.body[0].id).toBe(email.id);
    await owner.call('DELETE', `/api/invoices/${invoice.id}`);
    expect((await owner.call('GET', `/api/emails/${email.id}`)).status).toBe(404);
    expect((await owner.call('GET', '/api/emails')).body[0].id).not.toBe(email.id);
  });
});
