import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverEmail } from '../../src/server/features/emails/deliver-email.ts';
import { GiveUp } from '../../src/server/platform/jobs/job-queue.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const NOBODY = {
  code: 'VALIDATION',
  message: "Customer doesn't have an email address on file.",
  fields: [{ path: 'customerEmail', message: "Customer doesn't have an email address on file." }],
};

describeOnDatabase('messages about estimates, and their public page', { owned: true }, (db) => {
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
    customerId = await customer({ email: 'marta@example.com' });
    await db.pool.query(
      `update business_profiles set business_name = 'Quill Studio', email = 'ada@quill.example'`,
    );
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

  const customer = async (values: object) =>
    (await owner.call('POST', '/api/customers', aCustomer(values))).body.id as number;
  const create = async (values: object = {}): Promise<EstimateDetail> => {
    const answer = await owner.call('POST', '/api/estimates', anEstimate(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body as EstimateDetail;
  };
  const read = async (id: number) =>
    (await owner.call('GET', `/api/estimates/${id}`)).body as EstimateDetail;
  const change = async (estimate: EstimateDetail, values: object) =>
    owner.call('PUT', `/api/estimates/${estimate.id}`, {
      ...anEstimate(customerId),
      estimateNumber: estimate.estimateNumber,
      ...values,
    });
  const send = (id: number, body: object = {}, headers: object = {}) =>
    owner.call('POST', `/api/estimates/${id}/send-email`, body, headers);
  const queued = async (values: object = {}) => {
    const estimate = await create(values);
    const answer = await send(estimate.id);
    expect(answer.status).toBe(200);
    const [email] = (answer.body as EstimateDetail).emails as [Email];
    return { estimate, email };
  };
  const attempt = (email: Email) =>
    deliverEmail(app.services, { businessId: owner.businessId, emailId: email.id });
  const drain = () => app.services.jobs.drain();
  const types = (estimate: EstimateDetail) => estimate.history.map((event) => event.type);
  const listed = async (id: number) => {
    const list = (await owner.call('GET', '/api/estimates?limit=200')).body as EstimateDetail[];
    return list.find((one) => one.id === id)?.undelivered;
  };

  it('goes out with one that is created as sent, where that is asked for', async () => {
    const mailed = await create({ status: 'sent', sendEmail: true, hold: true });
    expect(mailed).toMatchObject({ status: 'sent', emails: [{ status: 'queued' }] });
    // Calls of the specification send nothing, and nothing goes out of a draft.
    expect((await create({ status: 'sent' })).emails).toEqual([]);
    expect((await create({ status: 'draft', sendEmail: true })).emails).toEqual([]);
  });

  it('goes out with the PDF and the link, and a draft is sent and public only then', async () => {
    const estimate = await create({ status: 'draft' });
    const link = `/api/public/estimate/${estimate.publicId}`;
    const asked = await send(estimate.id);
    expect(asked.body).toMatchObject({
      status: 'draft',
      emails: [{ kind: 'estimate', estimateId: estimate.id, invoiceId: null, status: 'queued' }],
    });
    expect((await app.visitor.call('GET', link)).status).toBe(404);
    expect((await app.visitor.call('GET', `${link}/pdf`)).status).toBe(404);
    await drain();
    const sent = await read(estimate.id);
    expect(sent).toMatchObject({ status: 'sent', undelivered: null });
    expect(sent.emails).toMatchObject([{ status: 'sent', attempts: 1, keptInOutbox: false }]);
    // One sending, one entry.
    expect(types(sent)).toEqual(['estimate.sent', 'estimate.created']);
    expect(sent.history[0]?.data).toMatchObject({ to: 'marta@example.com', kind: 'estimate' });
    const message = await peer.read(0);
    expect(message).toMatchObject({
      replyTo: [{ address: 'ada@quill.example' }],
      to: [{ name: 'Marta Lindqvist', address: 'marta@example.com' }],
      subject: `Estimate ${estimate.estimateNumber} from Quill Studio`,
    });
    for (const words of ['$3,333.05', 'Dec 20, 2026', `/view-estimate/${estimate.publicId}`]) {
      expect(message.text).toContain(words);
      expect(message.html).toContain(words);
    }
    expect(message.text).toContain('You can accept and sign it online, or decline it');
    expect(message.html).toContain('View and accept estimate');
    expect(message.text).not.toMatch(/due|pay/i);
    const [attached] = message.attachments;
    expect(attached?.filename).toContain(estimate.estimateNumber);
    const paper = pdfText(Buffer.from(attached?.content as ArrayBuffer));
    expect(paper).toMatch(/Expires\s+Dec 20, 2026/);
    expect(paper).not.toContain('DRAFT');

    const page = await app.visitor.call('GET', link);
    expect(page.body).toMatchObject({
      estimate: {
        id: estimate.publicId,
        estimateNumber: estimate.estimateNumber,
        status: 'sent',
        total: '3333.05',
        daysUntilExpiry: 30,
        terms: 'Half in advance',
      },
      businessProfile: { businessName: 'Quill Studio' },
    });
    expect(JSON.stringify(page.body)).not.toContain(owner.userId);
    const publicPdf = await app.visitor.call('GET', `${link}/pdf`);
    expect(publicPdf.headers['content-type']).toBe('application/pdf');
    expect(pdfText(publicPdf.raw)).toContain(estimate.estimateNumber);
    // The first look is noted, and the owner's never.
    await owner.call('GET', link);
    await app.visitor.call('GET', link);
    expect(types(await read(estimate.id))).toEqual([
      'estimate.viewed',
      'estimate.sent',
      'estimate.created',
    ]);
  });

  it('has an address that names nothing else, and is gone with its estimate', async () => {
    const estimate = await create({ status: 'sent' });
    const invoice = (await owner.call('POST', '/api/invoices', anInvoice(customerId))).body;
    expect(estimate.publicId).toMatch(/^[0-9a-f]{32}$/);
    const missing = { code: 'NOT_FOUND', message: 'Estimate not found' };
    for (const id of [String(estimate.id), invoice.publicId, 'f'.repeat(32), 'x']) {
      for (const caller of [app.visitor, stranger]) {
        const answer = await caller.call('GET', `/api/public/estimate/${id}`);
        expect([id, answer.status, answer.body]).toEqual([id, 404, missing]);
      }
    }
    const other = await app.visitor.call('GET', `/api/public/invoice/${estimate.publicId}`);
    expect(other.body).toEqual({ code: 'NOT_FOUND', message: 'Invoice not found' });
    expect((await owner.call('GET', `/api/public/estimate/${estimate.id}`)).status).toBe(200);
    const address = `/api/public/estimate/${estimate.publicId}`;
    await change(estimate, { status: 'rejected' });
    expect((await app.visitor.call('GET', address)).body.estimate.status).toBe('rejected');
    await change(estimate, { status: 'draft' });
    expect((await app.visitor.call('GET', address)).status).toBe(404);
    expect((await owner.call('GET', address)).status).toBe(200);
    await change(estimate, { status: 'sent' });
    await owner.call('DELETE', `/api/estimates/${estimate.id}`);
    for (const caller of [app.visitor, owner]) {
      expect((await caller.call('GET', address)).status).toBe(404);
      expect((await caller.call('GET', `${address}/pdf`)).status).toBe(404);
    }
  });

  it('is queued once by two clicks at once, by one key, and while an equal one waits', async () => {
    const estimate = await create();
    const both = await Promise.all([send(estimate.id), send(estimate.id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const key = { 'idempotency-key': `estimate-${estimate.id}` };
    await send(estimate.id, {}, key);
    await send(estimate.id, {}, key);
    expect((await read(estimate.id)).emails).toHaveLength(1);
    await send(estimate.id, { customerEmail: 'copy@example.com' });
    expect((await read(estimate.id)).emails.map(({ to }) => to)).toEqual([
      'copy@example.com',
      'marta@example.com',
    ]);
  });

  it('is refused without an address, and for what its customer cannot take any more', async () => {
    const bare = await create({ customerId: await customer({}) });
    const refused = await send(bare.id);
    expect([refused.status, refused.body]).toEqual([400, NOBODY]);
    expect((await send(bare.id, { customerEmail: 'elsewhere@example.com' })).status).toBe(200);
    const words = {
      rejected: 'This estimate is rejected. Set it back to draft or sent before you send it.',
      expired: 'This estimate is expired. Set it back to draft or sent before you send it.',
      accepted: 'This estimate was accepted. Send its invoice instead.',
    };
    for (const [status, message] of Object.entries(words)) {
      const closed = await send((await create({ status })).id);
      expect([closed.status, closed.body]).toEqual([409, { code: 'CONFLICT', message }]);
    }
    const gone = await create();
    await owner.call('DELETE', `/api/estimates/${gone.id}`);
    expect((await send(gone.id)).body).toEqual({
      code: 'NOT_FOUND',
      message: 'Estimate not found',
    });
  });

  it('says what the PDF says when it is edited before it goes, and to nobody else', async () => {
    const { estimate, email } = await queued();
    await change(estimate, {
      expiryDate: '2026-12-31',
      lineItems: [{ description: 'Less', quantity: '1', unitPrice: '100' }],
    });
    const [renewed] = (await read(estimate.id)).emails;
    expect(renewed).toMatchObject({ id: email.id, status: 'queued' });
    expect(renewed?.message).toContain('for $107.00, valid until Dec 31, 2026.');
    await change(estimate, { customerId: await customer({ email: 'new@example.com' }) });
    expect((await read(estimate.id)).emails[0]).toMatchObject({
      status: 'failed',
      withdrawn: true,
      lastError: 'The estimate was moved to another customer in the meantime.',
    });
    expect((await owner.call('POST', `/api/emails/${email.id}/retry`, {})).body).toEqual({
      code: 'CONFLICT',
      message: 'This message was for another customer.',
    });
    expect(await attempt(email)).toBe(0);
    expect(peer.accepted).toHaveLength(0);
  });

  it('does not go out when the estimate was answered or deleted meanwhile', async () => {
    const answered = await queued();
    await owner.call('POST', `/api/estimates/${answered.estimate.id}/convert`, {});
    expect(await attempt(answered.email)).toBe(0);
    const closed = await read(answered.estimate.id);
    expect(closed).toMatchObject({
      status: 'accepted',
      emails: [
        {
          withdrawn: true,
          lastError: 'The estimate was accepted, rejected or expired in the meantime.',
        },
      ],
    });
    const again = await owner.call('POST', `/api/emails/${answered.email.id}/retry`, {});
    expect([again.status, again.body.message]).toEqual([
      409,
      'This estimate was accepted. Send its invoice instead.',
    ]);
    const deleted = await queued();
    await owner.call('DELETE', `/api/estimates/${deleted.estimate.id}`);
    expect(await attempt(deleted.email)).toBe(0);
    await owner.call('POST', `/api/estimates/${deleted.estimate.id}/restore`, {});
    expect((await read(deleted.estimate.id)).emails[0]?.lastError).toBe(
      'The estimate was deleted in the meantime.',
    );
    expect(peer.accepted).toHaveLength(0);
  });

  it('fails, says why in the list and on its page, and can be tried again', async () => {
    const { estimate, email } = await queued();
    peer.be('refuse');
    await expect(attempt(email)).rejects.toThrow(GiveUp);
    const failed = await read(estimate.id);
    expect(failed).toMatchObject({
      status: 'draft',
      undelivered: { kind: 'estimate', to: 'marta@example.com', how: 'failed' },
      emails: [{ status: 'failed', withdrawn: false }],
    });
    expect(await listed(estimate.id)).toEqual(failed.undelivered);
    expect(types(failed)).toEqual(['email.failed', 'estimate.created']);
    const news = (await owner.call('GET', '/api/notifications')).body[0];
    expect(news).toMatchObject({ type: 'email.failed', estimateId: estimate.id });
    peer.be('accept');
    expect((await owner.call('POST', `/api/emails/${email.id}/retry`, {})).status).toBe(200);
    expect(await attempt(email)).toBe(1);
    // Twice is once.
    expect(await attempt(email)).toBe(0);
    expect(peer.accepted).toHaveLength(1);
    expect(await read(estimate.id)).toMatchObject({ status: 'sent', undelivered: null });
    expect(await listed(estimate.id)).toBeNull();
  });

  it('stands in the list of messages, and is nobody else’s', async () => {
    const { estimate, email } = await queued();
    const { body } = await owner.call('GET', '/api/emails?limit=1');
    expect(body).toMatchObject([{ id: email.id, estimateId: estimate.id, invoiceId: null }]);
    expect((await owner.call('GET', `/api/emails/${email.id}`)).body.attachments).toEqual([
      {
        fileName: `${estimate.estimateNumber} Quill Studio.pdf`,
        url: `/api/estimates/${estimate.id}/pdf`,
      },
    ]);
    for (const path of [
      `/api/estimates/${estimate.id}/send-email`,
      `/api/emails/${email.id}/retry`,
    ]) {
      expect((await stranger.call('POST', path, {})).status).toBe(404);
      expect((await app.visitor.call('POST', path, {})).status).toBe(401);
    }
    await owner.call('DELETE', `/api/estimates/${estimate.id}`);
    expect((await owner.call('GET', `/api/emails/${email.id}`)).status).toBe(404);
    expect((await owner.call('GET', '/api/emails?limit=1')).body[0].id).not.toBe(email.id);
  });

  it('is kept in the outbox where no mail server is set up', async () => {
    const { estimate, email } = await queued();
    app.services.mailer = { kind: 'outbox', send: async () => {} };
    await attempt(email);
    expect(await read(estimate.id)).toMatchObject({
      status: 'sent',
      undelivered: { kind: 'estimate', how: 'outbox' },
    });
  });
});
