import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { reportToken } from '../../src/server/features/emails/report-token.ts';
import { MOST_FILE_BYTES } from '../../src/shared/emails/attachment-rules.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import type { Notification } from '../../src/shared/notifications/notification.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const TO = 'marta@example.com';

describeOnDatabase('what an owner says of messages', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let stranger: Caller;
  let customerId: number;

  beforeAll(async () => {
    app = await openTestApp(db);
    await app.listen();
    peer = await openSmtpPeer();
    owner = await app.signUp();
    stranger = await app.signUp();
    const customer = await owner.call('POST', '/api/customers', aCustomer({ email: TO }));
    customerId = customer.body.id as number;
    await db.pool.query(
      `update business_profiles set business_name = 'Quill & Co', email = 'ada@quill.example'
       where business_id = $1`,
      [owner.businessId],
    );
    await db.pool.query(`update businesses set subscription_status = 'active'`);
    await db.pool.query(`insert into mail_senders (business_id, proven_by, proven_at)
      select id, 'payment', now() from businesses on conflict do nothing`);
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(() => {
    app.services.mailer = peer.openMailer();
    peer.be('accept');
    peer.accepted.length = 0;
    peer.recipients.length = 0;
    peer.refuse([]);
  });

  const create = async (values: object = {}): Promise<InvoiceDetail> => {
    const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body as InvoiceDetail;
  };
  const read = async ({ id }: Pick<InvoiceDetail, 'id'>) =>
    (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
  const send = ({ id }: Pick<InvoiceDetail, 'id'>, input: object = {}, who = owner) =>
    who.call('POST', `/api/invoices/${id}/send-email`, input);
  const newest = async (invoice: InvoiceDetail) => (await read(invoice)).emails[0] as Email;
  const drain = () => app.services.jobs.drain();
  const invalid = (path: string, message: string) => ({
    status: 400,
    body: { fields: [{ path, message }] },
  });

  describe('in words of its own', () => {
    const save = (input: object, who = owner) => who.call('PUT', '/api/email-settings', input);
    const template = {
      subject: '{title} {number} for {customer}',
      message: 'Dear {customer},\n\n{amountDue} is due on {dueDate}.\n\n{business}',
    };

    it('are those of Remit until they are written, and again when they are taken back', async () => {
      const { body } = await owner.call('GET', '/api/email-settings');
      expect(body).toEqual({ copyToSelf: false, templates: {}, version: 1 });
      const saved = await save({ version: 1, templates: { invoice: template } });
      expect(saved.body).toEqual({
        copyToSelf: false,
        templates: { invoice: template },
        version: 2,
      });
      expect(await save({ version: 1, templates: {} })).toMatchObject({
        status: 409,
        body: { code: 'STALE' },
      });
      const invoice = await create();
      expect((await send(invoice)).status).toBe(200);
      expect(await newest(invoice)).toMatchObject({
        subject: `Invoice ${invoice.invoiceNumber} for Marta Lindqvist`,
        message: 'Dear Marta Lindqvist,\n\n$3,333.05 is due on Dec 20, 2026.\n\nQuill & Co',
      });
      // What waits follows an edit of its invoice, in the owner's words.
      const edited = await owner.call('PUT', `/api/invoices/${invoice.id}`, {
        dueDate: '2026-12-24',
      });
      expect(edited.body.emails[0].message).toContain('is due on Dec 24, 2026.');
      await drain();
      // What is sent by itself says the same.
      await owner.call('PUT', '/api/email-settings', {
        templates: { receipt: { subject: 'Paid: {invoices}', message: '{amount}, {customer}!' } },
      });
      await save({ templates: { invoice: null } });
      const plain = await create();
      await send(plain);
      expect((await newest(plain)).subject).toBe(`Invoice ${plain.invoiceNumber} from Quill & Co`);
      expect((await owner.call('GET', '/api/email-settings')).body.templates).toEqual({
        receipt: { subject: 'Paid: {invoices}', message: '{amount}, {customer}!' },
      });
      expect((await stranger.call('GET', '/api/email-settings')).body.templates).toEqual({});
    });

    it('are refused with what nothing is filled in for, and without words', async () => {
      const refused = await save({
        templates: { estimate: { subject: 'Hi {name}', message: ' ' } },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          fields: [
            {
              path: 'templates.estimate.subject',
              message:
                'There is no {name} to fill in. Use {customer}, {business}, {number}, {amount}, {validUntil}',
            },
            { path: 'templates.estimate.message', message: 'Message is required' },
          ],
        },
      });
      const long = { subject: 'S', message: 'x'.repeat(5_001) };
      expect(await save({ templates: { statement: long } })).toMatchObject(
        invalid('templates.statement.message', 'Message must be at most 5,000 characters'),
      );
    });

    it('are filled in once, and inject nothing', async () => {
      await save({ templates: { invoice: template } });
      const name = 'Bobby {amount} <b>\u2028Tables</b>';
      const customer = await owner.call(
        'POST',
        '/api/customers',
        aCustomer({ name, company: null, email: 'bobby@example.com' }),
      );
      const created = await owner.call(
        'POST',
        '/api/invoices',
        anInvoice(customer.body.id as number),
      );
      await send(created.body as InvoiceDetail);
      await drain();
      const message = await peer.read(-1);
      expect(message.subject).toContain('for Bobby {amount} <b>');
      expect(message.html).toContain('Bobby {amount} &lt;b&gt;');
      expect(message.html).not.toContain('<b>');
      await save({ templates: { invoice: null } });
    });

    it('are shown with a document of their own before they are saved', async () => {
      const preview = await owner.call('POST', '/api/email-settings', {
        kind: 'invoice',
        ...template,
      });
      const newestNumber = preview.body.number as string;
      expect(preview.body.subject).toMatch(`Invoice ${newestNumber} for`);
      expect(preview.body.html).toContain('is due on Dec 20, 2026.');
      const made = await stranger.call('POST', '/api/email-settings', {
        kind: 'statement',
        subject: 'From {from}',
        message: '{customer}: {balance}',
      });
      expect(made.body).toMatchObject({
        number: null,
        subject: 'From Oct 20, 2026',
        message: 'Marta Harbor: $1,250.00',
      });
      const unknown = await owner.call('POST', '/api/email-settings', {
        kind: 'reminder',
        ...template,
      });
      expect(unknown).toMatchObject(
        invalid(
          'kind',
          'Kind must be invoice, estimate, credit_note, receipt, statement, acceptance, declined, refund',
        ),
      );
    });
  });

  describe('with copies', () => {
    it('go to each once, and a blind one is in no header', async () => {
      const invoice = await create();
      const cc = ['anna@example.com', 'ANNA@example.com', TO];
      const bcc = ['books@example.com', 'anna@example.com'];
      expect((await send(invoice, { cc, bcc })).status).toBe(200);
      expect(await newest(invoice)).toMatchObject({
        to: TO,
        cc: ['anna@example.com'],
        bcc: ['books@example.com'],
      });
      await drain();
      expect(peer.recipients).toEqual([[TO], ['anna@example.com'], ['books@example.com']]);
      for (const place of [0, 1, 2]) {
        expect(peer.accepted[place]?.toString()).not.toContain('books@example.com');
        const { to, cc: named, messageId } = await peer.read(place);
        expect([...(to ?? []), ...(named ?? [])].map(({ address }) => address)).toEqual([
          TO,
          'anna@example.com',
        ]);
        expect(messageId).toBe((await peer.read(0)).messageId);
      }
      expect((await read(invoice)).history[0]).toMatchObject({
        data: { to: TO, cc: ['anna@example.com'], bcc: ['books@example.com'] },
      });
    });

    it('go to the business itself, also of what is sent by itself', async () => {
      await owner.call('PUT', '/api/email-settings', { copyToSelf: true });
      const invoice = await create({ status: 'sent' });
      await owner.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
      const other = await create();
      await send(other, { bcc: ['ADA@quill.example'] });
      expect((await newest(other)).bcc).toEqual(['ADA@quill.example']);
      await drain();
      const own = peer.recipients.filter(([one]) => /^ada@/i.test(one ?? ''));
      expect(own.length).toBe(peer.recipients.length / 2);
      await owner.call('PUT', '/api/email-settings', { copyToSelf: false });
    });

    it('are refused by their field', async () => {
      const invoice = await create();
      expect(await send(invoice, { cc: ['anna'] })).toMatchObject(
        invalid('cc.0', 'Enter a valid email address'),
      );
      const six = Array.from({ length: 6 }, (_, n) => `a${n}@example.com`);
      expect(await send(invoice, { bcc: six })).toMatchObject(
        invalid('bcc', 'Bcc can have at most 5 addresses'),
      );
    });

    it('do not fail a message that is refused for one of them, and it is told', async () => {
      peer.refuse(['gone@example.com']);
      const invoice = await create();
      await send(invoice, { cc: ['gone@example.com', 'anna@example.com'] });
      await drain();
      expect(await newest(invoice)).toMatchObject({
        status: 'sent',
        refused: ['gone@example.com'],
        copiesUnsure: [],
        nextAttemptAt: null,
      });
      expect(peer.recipients).toEqual([[TO], ['anna@example.com']]);
      expect((await read(invoice)).history[0]).toMatchObject({
        type: 'email.not_copied',
        data: { to: TO, refused: ['gone@example.com'], copiesUnsure: [] },
      });
      peer.recipients.length = 0;
      await send(await create(), { cc: ['anna@example.com'], bcc: ['gone@example.com'] });
      await drain();
      expect(peer.recipients).toEqual([[TO], ['anna@example.com']]);
    });

    /** The path of a link in what went to an address last. */
    const linkTo = async (reader: string, words: RegExp) => {
      const place = peer.recipients.findLastIndex(([one]) => one === reader);
      const [link = ''] = words.exec((await peer.read(place)).text ?? '') ?? [];
      return new URL(link).pathname;
    };
    const press = async (path: string) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status, raw } = await app.visitor.call('POST', path, '', form);
      expect(status).toBe(200);
      return raw.toString();
    };
    const news = async () =>
      ((await owner.call('GET', '/api/notifications')).body as unknown as Notification[]).map(
        ({ title, message, customerId: about }) => ({ title, message, about }),
      );

    it('are blocked by a press on the link in one of them, and the message is not', async () => {
      const [copy, blind] = ['partner@example.com', 'tax@example.com'];
      await send(await create(), { cc: [copy], bcc: [blind] });
      await drain();
      const link = await linkTo(copy, /http\S+\/report\/\S+/);
      const looked = (await app.visitor.call('GET', link)).raw.toString();
      expect(looked).toContain('<dt>Copy to</dt><dd>partner@example.com</dd>');
      expect(looked).toContain(`<dt>To</dt><dd>${TO}</dd>`);
      await press(link);
      for (let n = 0; n < 2; n += 1) {
        expect(await press(`${link}/block`)).toContain('can no longer email partner@example.com');
      }
      const toLink = await linkTo(TO, /http\S+\/report\/\S+/);
      expect((await app.visitor.call('GET', toLink)).raw.toString()).toContain('Block this sender');
      expect((await news()).filter(({ title }) => title === 'Emails blocked')).toEqual([
        { title: 'Emails blocked', message: expect.stringMatching(/^partner@/), about: customerId },
      ]);
      peer.recipients.length = 0;
      const next = await create();
      await send(next, { cc: [copy], bcc: [blind] });
      await drain();
      expect(peer.recipients).toEqual([[TO], [blind]]);
      expect(await newest(next)).toMatchObject({ status: 'sent', refused: [copy] });
    });

    it('are unsubscribed from by a press on the link in one of them', async () => {
      const copy = 'assistant@example.com';
      const statement = () =>
        owner.call('POST', `/api/customers/${customerId}/send-statement`, {
          from: '2026-11-01',
          to: '2026-11-20',
          cc: [copy],
        });
      const answer = await statement();
      expect(answer).toMatchObject({ status: 200 });
      await drain();
      expect(await press(await linkTo(copy, /http\S+\/unsubscribe\/\S+/))).toContain(copy);
      peer.recipients.length = 0;
      expect((await statement()).status).toBe(200);
      await drain();
      expect(new Set(peer.recipients.flat())).toEqual(new Set([TO]));
    });

    it('are not blocked by a link of an earlier version, which is the recipient’s', async () => {
      const invoice = await create();
      await send(invoice, { customerEmail: 'old@example.com', cc: ['friend@example.com'] });
      await drain();
      const ofMessage = { businessId: owner.businessId, emailId: (await newest(invoice)).id };
      const token = reportToken(app.services.masterKey, ofMessage);
      expect(token).toHaveLength(54);
      expect(await press(`/report/${token}/block`)).toContain('</html>');
      const blocked = await db.pool.query(
        `select address from mail_recipients where business_id = $1 and blocked_at is not null
           and address in ('old@example.com', 'friend@example.com')`,
        [owner.businessId],
      );
      expect(blocked.rows).toEqual([{ address: 'old@example.com' }]);
    });

    it('leave a message unsent whose own recipient is refused', async () => {
      const unknown = 'nobody@example.com';
      peer.refuse([unknown]);
      const invoice = await create();
      await send(invoice, { customerEmail: unknown, bcc: ['books@example.com'] });
      await drain();
      expect(await read(invoice)).toMatchObject({
        status: 'draft',
        emails: [{ status: 'failed', lastError: expect.stringContaining('refused the address') }],
      });
    });

    it('count as new recipients', async () => {
      await db.pool.query('delete from mail_senders where business_id = $1', [owner.businessId]);
      const invoice = await create();
      const cc = Array.from({ length: 5 }, (_, n) => `fresh-${n}@example.com`);
      await send(invoice, { cc, bcc: ['fresh-6@example.com'] });
      await drain();
      expect(await newest(invoice)).toMatchObject({ status: 'queued', waitsFor: 'new_recipients' });
      expect(peer.accepted).toHaveLength(0);
      await db.pool.query(
        `insert into mail_senders (business_id, proven_by, proven_at) values ($1, 'payment', now())
         on conflict (business_id) do update set proven_by = 'payment', proven_at = now()`,
        [owner.businessId],
      );
    });
  });

  describe('with files of its own', () => {
    const attach = async (fileName: string, content: Buffer, who = owner) => {
      const size = content.length;
      const started = await who.call('POST', '/api/email-files', { fileName, size });
      expect(started.status).toBe(200);
      const { key, uploadURL } = started.body as { key: string; uploadURL: string };
      const put = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(content) });
      expect(put.ok).toBe(true);
      return { key, finished: await who.call('PUT', '/api/email-files', { key }) };
    };

    it('go with the message as they came, and are given back to their owner alone', async () => {
      const terms = Buffer.from('Terms <script>alert(1)</script>');
      const { key, finished } = await attach('Terms.html', terms);
      expect(finished.body).toEqual({ key, fileName: 'Terms.html', size: terms.length });
      const invoice = await create();
      expect((await send(invoice, { files: [key] }, stranger)).status).toBe(404);
      expect((await send(invoice, { files: [key] })).status).toBe(200);
      await drain();
      const message = await peer.read(-1);
      const [, second] = message.attachments.filter(({ disposition }) => disposition !== 'inline');
      expect(second).toMatchObject({ filename: 'Terms.html' });
      expect(Buffer.from(second?.content as ArrayBuffer).equals(terms)).toBe(true);
      const { id } = await newest(invoice);
      const detail = await owner.call('GET', `/api/emails/${id}`);
      expect(detail.body.attachments[1]).toEqual({
        fileName: 'Terms.html',
        url: `/objects/${key}`,
      });
      const given = await owner.call('GET', `/objects/${key}`);
      expect(given.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringMatching(/^attachment/),
      });
      expect((await stranger.call('GET', `/objects/${key}`)).status).toBe(404);
    });

    it('have names that lead into no folder', async () => {
      const { finished } = await attach('../..\\etc/Terms\u202e of 2026.txt', Buffer.from('Terms'));
      expect(finished.body.fileName).toBe('etc-Terms- of 2026.txt');
      expect((await attach('../', Buffer.from('Terms'))).finished.body.fileName).toBe('attachment');
    });

    it('are refused as programs, by name and by content, and where they are too large', async () => {
      const start = (fileName: string, size = 10) =>
        owner.call('POST', '/api/email-files', { fileName, size });
      expect(await start('Invoice.pdf.EXE')).toMatchObject(
        invalid(
          'fileName',
          'Mail servers refuse files that end in .exe. Attach another type, such as a PDF.',
        ),
      );
      // A name is judged as it will be written.
      expect(await start('Invoice.exe\u200b')).toMatchObject({ status: 400 });
      expect(await start('Invoice.ｅｘｅ')).toMatchObject({ status: 400 });
      expect((await start('big.zip', MOST_FILE_BYTES + 1)).status).toBe(413);
      const disguised = await attach('holiday.jpg', Buffer.from('MZ this is a program'));
      expect(disguised.finished.status).toBe(415);
      const half = Buffer.alloc(MOST_FILE_BYTES / 2 + 1, 'a');
      const one = await attach('one.txt', half);
      const two = await attach('two.txt', half);
      const invoice = await create();
      expect(await send(invoice, { files: [one.key, two.key] })).toMatchObject(
        invalid('files', 'Attached files can be at most 10 MB together'),
      );
      expect(await send(invoice, { files: ['attachments/none.bin'] })).toMatchObject(
        invalid('files', 'An attached file is not there any more. Attach it again.'),
      );
      expect(await send(invoice, { files: Array(6).fill(one.key) })).toMatchObject(
        invalid('files', 'At most 5 files can be attached'),
      );
      const foreign = await attach('foreign.txt', Buffer.from('secret'), stranger);
      expect((await send(invoice, { files: [foreign.key] })).status).toBe(400);
    });
  });

  describe('at a time of its own', () => {
    const attempt = (email: Email) =>
      deliverEmail(app.services, { businessId: owner.businessId, emailId: email.id });

    it('wait for it, with a draft that stays one until then', async () => {
      const invoice = await create();
      const answer = await send(invoice, { sendAt: '2026-11-21T09:00', hold: true });
      expect(answer.body.status).toBe('draft');
      const email = await newest(invoice);
      expect(email).toMatchObject({
        status: 'queued',
        waitsFor: 'schedule',
        nextAttemptAt: '2026-11-21T09:00:00.000Z',
      });
      await drain();
      expect(peer.accepted).toHaveLength(0);
      // The same at another time, or now, is another message.
      await send(invoice, { sendAt: '2026-11-22T09:00' });
      expect((await read(invoice)).emails).toHaveLength(2);
      await send(invoice, { sendAt: '2026-11-22T09:00' });
      expect((await read(invoice)).emails).toHaveLength(2);
      const before = app.time.now;
      app.time.now = new Date('2026-11-21T09:00:01Z');
      expect(await attempt(email)).toBe(1);
      expect((await read(invoice)).status).toBe('sent');
      app.time.now = before;
    });

    it('are sent now, or taken back, where its owner says so', async () => {
      const invoice = await create();
      await send(invoice, { sendAt: '2026-11-20T12:02' });
      const email = await newest(invoice);
      const path = `/api/emails/${email.id}`;
      expect((await stranger.call('POST', `${path}/retry`, {})).status).toBe(404);
      expect((await owner.call('POST', `${path}/retry`, {})).body).toMatchObject({
        waitsFor: null,
        status: 'queued',
      });
      await drain();
      expect(await newest(invoice)).toMatchObject({ status: 'sent' });
      const other = await create();
      await send(other, { sendAt: '2026-11-25T12:02' });
      const taken = await owner.call(
        'POST',
        `/api/emails/${(await newest(other)).id}/withdraw`,
        {},
      );
      expect(taken.body).toMatchObject({ withdrawnByOwner: true });
      expect((await read(other)).status).toBe('draft');
    });

    it('are not sent for what was paid by then', async () => {
      const invoice = await create({ status: 'sent' });
      await send(invoice, { sendAt: '2026-11-21T09:00' });
      const email = await newest(invoice);
      await owner.call('POST', `/api/invoices/${invoice.id}/mark-paid`, { paymentMethod: 'cash' });
      const before = app.time.now;
      app.time.now = new Date('2026-11-21T09:00:01Z');
      expect(await attempt(email)).toBe(0);
      app.time.now = before;
      const { emails } = await read(invoice);
      expect(emails.find(({ id }) => id === email.id)).toMatchObject({
        status: 'failed',
        withdrawn: true,
        lastError: 'The invoice was paid in the meantime.',
      });
    });

    it('get the number that a series gives when they go', async () => {
      const other = await app.signUp();
      await db.pool.query(`update businesses set subscription_status = 'active'`);
      const { body } = await other.call('POST', '/api/customers', aCustomer({ email: TO }));
      const series = { kind: 'estimate', pattern: 'A-{SEQ:4}' };
      expect((await other.call('POST', '/api/number-series', series)).status).toBe(201);
      const estimate = await other.call(
        'POST',
        '/api/estimates',
        anEstimate(body.id as number, { estimateNumber: '' }),
      );
      expect(estimate.status).toBe(201);
      const path = `/api/estimates/${estimate.body.id as number}`;
      const sent = await other.call('POST', `${path}/send-email`, { sendAt: '2026-11-21T09:00' });
      expect(sent.body).toMatchObject({ status: 'draft', estimateNumber: '' });
      const [email] = sent.body.emails as Email[];
      expect(email?.subject).toContain('Estimate {number} from');
      const before = app.time.now;
      app.time.now = new Date('2026-11-21T09:00:01Z');
      await deliverEmail(app.services, { businessId: other.businessId, emailId: email?.id ?? 0 });
      app.time.now = before;
      const after = (await other.call('GET', path)).body as {
        estimateNumber: string;
        emails: Email[];
      };
      expect(after.estimateNumber).not.toBe('');
      expect(after.emails[0]).toMatchObject({ status: 'sent' });
      expect(after.emails[0]?.subject).toContain(`Estimate ${after.estimateNumber} from`);
    });

    it.each([
      ['2026-11-20T11:59', 'Choose a time that is still to come'],
      ['2028-01-01T09:00', 'Choose a time within the next year'],
      ['tomorrow', 'Send at must be a date and time, such as 2026-01-31T09:00'],
    ])('are refused at %s', async (sendAt, message) => {
      expect(await send(await create(), { sendAt })).toMatchObject(invalid('sendAt', message));
    });
  });
});
