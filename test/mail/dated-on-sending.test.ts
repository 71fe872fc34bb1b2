import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const TOO_EARLY =
  'The issue date must not be before Nov 21, 2026, the date of the last number of this series';

describeOnDatabase('drafts that get the date of the day on which they are sent', (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let customerId: number;
  let start: Date;

  beforeAll(async () => {
    app = await openTestApp(db);
    await app.listen();
    peer = await openSmtpPeer();
    start = app.time.now;
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(async () => {
    app.time.now = start;
    app.services.mailer = peer.openMailer();
    peer.accepted.length = 0;
    owner = await app.signUp();
    const customer = await owner.call(
      'POST',
      '/api/customers',
      aCustomer({ email: 'marta@example.com' }),
    );
    customerId = customer.body.id as number;
  });

  const at = (day: string) => {
    app.time.now = new Date(`${day}T09:00:01Z`);
  };
  const ok = async (method: 'POST' | 'GET', path: string, input?: object) => {
    const answer = await owner.call(method, path, input);
    expect(answer.status).toBeLessThan(300);
    return answer.body as { id: number; emails: Email[]; [name: string]: unknown };
  };
  const startSeries = (kind: string) =>
    ok('POST', '/api/number-series', { kind, pattern: `${kind.slice(0, 1)}-{SEQ:4}` });
  /** A draft of November 20th that is to go on the 23rd, before which another is issued on the 21st. */
  const plan = async (input: object = {}, values: object = {}) => {
    await startSeries('invoice');
    const numbered = { invoiceNumber: '', ...values };
    const { id } = await ok('POST', '/api/invoices', anInvoice(customerId, numbered));
    const sent = await ok('POST', `/api/invoices/${id}/send-email`, {
      sendAt: '2026-11-23T09:00',
      ...input,
    });
    at('2026-11-21');
    const other = { invoiceNumber: '', issueDate: '2026-11-21', status: 'sent' };
    await ok('POST', '/api/invoices', anInvoice(customerId, other));
    at('2026-11-23');
    return { id, emailId: sent.emails[0]?.id ?? 0 };
  };
  const attempt = (emailId: number) =>
    deliverEmail(app.services, { businessId: owner.businessId, emailId });
  const read = (id: number, path = 'invoices') => ok('GET', `/api/${path}/${id}`);

  it('go out where others were issued meanwhile, due as many days later as before', async () => {
    const installments = [
      { percent: '50', dueDate: '2026-11-30' },
      { event: 'issue', days: 30 },
    ];
    const { id, emailId } = await plan({ dateOnSending: true }, { installments });
    expect((await read(id)).emails[0]).toMatchObject({ dateOnSending: true });
    expect(await attempt(emailId)).toBe(1);
    const invoice = await read(id);
    expect(invoice).toMatchObject({
      status: 'sent',
      invoiceNumber: 'i-0002',
      issueDate: '2026-11-23',
      dueDate: '2026-12-23',
      installments: [{ dueDate: '2026-12-03' }, { event: 'issue', days: 30 }],
    });
    // What the message says of the document was written when it was planned.
    expect(invoice.emails[0]?.message).toContain('Dec 03, 2026');
    expect((await peer.read(0)).text).toContain('Dec 03, 2026');
  });

  it('are refused by the words of the fault, and mended by one press', async () => {
    const { id, emailId } = await plan();
    expect(await attempt(emailId)).toBe(0);
    expect((await read(id)).emails[0]).toMatchObject({
      status: 'failed',
      lastError: TOO_EARLY,
      refusedField: 'issueDate',
    });
    const news = await ok('GET', '/api/notifications');
    expect(JSON.stringify(news)).toContain(
      `The draft invoice for Harbor & Pine Coffee did not reach marta@example.com. ${TOO_EARLY}.`,
    );
    const path = `/api/emails/${emailId}/retry`;
    expect(await owner.call('POST', path, {})).toMatchObject({
      status: 400,
      body: { message: TOO_EARLY, fields: [{ path: 'issueDate' }] },
    });
    expect(await read(id)).toMatchObject({ status: 'draft', emails: [{ status: 'failed' }] });
    expect(await ok('POST', path, { dateOnSending: true })).toMatchObject({
      status: 'queued',
      refusedField: null,
    });
    expect(await attempt(emailId)).toBe(1);
    expect(await read(id)).toMatchObject({
      status: 'sent',
      invoiceNumber: 'i-0002',
      issueDate: '2026-11-23',
      dueDate: '2026-12-23',
    });
  });

  it('are sent before their time only where they can be issued then', async () => {
    const { id, emailId } = await plan();
    at('2026-11-22');
    const path = `/api/emails/${emailId}/retry`;
    expect((await owner.call('POST', path, {})).body).toMatchObject({ message: TOO_EARLY });
    expect((await read(id)).emails[0]).toMatchObject({ waitsFor: 'schedule' });
    await ok('POST', path, { dateOnSending: true });
    expect(await read(id)).toMatchObject({ status: 'sent', issueDate: '2026-11-22' });
  });

  it('leave no gap where their number turns out to be taken', async () => {
    const taken = { invoiceNumber: 'i-0001' };
    const typed = await ok('POST', '/api/invoices', anInvoice(customerId, taken));
    await ok('POST', `/api/invoices/${typed.id}/issue`);
    const series = await owner.call('POST', '/api/number-series', {
      kind: 'invoice',
      pattern: 'i-{SEQ:4}',
      firstNumber: 2,
    });
    expect(series.status).toBe(201);
    const draft = anInvoice(customerId, { invoiceNumber: '' });
    const { id } = await ok('POST', '/api/invoices', draft);
    const sent = await ok('POST', `/api/invoices/${id}/send-email`, { sendAt: '2026-11-23T09:00' });
    await db.pool.query(
      `update invoices set number_key = 'i-0002' where business_id = $1 and id = $2`,
      [owner.businessId, typed.id],
    );
    at('2026-11-23');
    const count = async () =>
      (
        await db.pool.query<{ last_number: number }>(
          'select last_number from number_series_counters where business_id = $1',
          [owner.businessId],
        )
      ).rows;
    const before = await count();
    expect(await attempt(sent.emails[0]?.id ?? 0)).toBe(0);
    expect((await read(id)).emails[0]).toMatchObject({ status: 'failed' });
    expect(await count()).toEqual(before);
  });

  it('are told of their first number where a series took it from them, and only then', async () => {
    const { id } = await ok('POST', '/api/invoices', anInvoice(customerId));
    peer.be('refuse');
    const sent = await ok('POST', `/api/invoices/${id}/send-email`, {});
    const emailId = sent.emails[0]?.id ?? 0;
    await expect(attempt(emailId)).rejects.toThrow();
    peer.be('accept');
    app.time.now = new Date(start.getTime() + 60_000);
    await startSeries('invoice');
    expect(await owner.call('POST', `/api/emails/${emailId}/retry`, {})).toMatchObject({
      status: 409,
      body: {
        message:
          'This message may name the number that the invoice had before its series began. Send the invoice again.',
      },
    });
  });

  it('are estimates and credit notes as well, at a time or at once', async () => {
    await startSeries('estimate');
    const estimate = await ok(
      'POST',
      '/api/estimates',
      anEstimate(customerId, { estimateNumber: '' }),
    );
    await startSeries('credit_note');
    const creditNote = await ok('POST', '/api/credit-notes', {
      customerId,
      creditNoteNumber: '',
      issueDate: '2026-11-20',
      lineItems: [{ description: 'Returned', quantity: '1', unitPrice: '10' }],
    });
    at('2026-11-23');
    const estimated = await ok('POST', `/api/estimates/${estimate.id}/send-email`, {
      dateOnSending: true,
    });
    expect(estimated).toMatchObject({
      status: 'sent',
      issueDate: '2026-11-23',
      expiryDate: '2026-12-23',
    });
    expect(estimated.emails[0]?.message).toContain('Dec 23, 2026');
    const credited = await ok('POST', `/api/credit-notes/${creditNote.id}/send-email`, {
      dateOnSending: true,
    });
    expect(credited).toMatchObject({ status: 'issued', issueDate: '2026-11-23' });
  });
});
