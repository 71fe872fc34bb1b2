import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import { noteBounce } from '../../src/server/features/emails/bounces/note-bounce.ts';
import { queueAcceptance, queueDecline } from '../../src/server/features/emails/index.ts';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { aRecurringBody } from '../factories/recurring.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import type { SmtpPeer } from './smtp-peer.ts';
import { openSmtpPeer } from './smtp-peer.ts';

const REASON = 'An earlier message to this address came back. Correct the address of the customer.';

describeOnDatabase('messages to an address that bounced', { owned: true }, (db) => {
  let app: TestApp;
  let peer: SmtpPeer;
  let owner: Caller;
  let stranger: Caller;

  beforeAll(async () => {
    app = await openTestApp(db);
    peer = await openSmtpPeer();
    owner = await app.signUp();
    stranger = await app.signUp();
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
  });

  const drain = () => app.services.jobs.drain();
  const read = async (id: number) =>
    (await owner.call('GET', `/api/invoices/${id}`)).body as InvoiceDetail;
  const newest = async (id: number) => (await read(id)).emails[0] as Email;
  const retry = ({ id }: Pick<Email, 'id'>, who = owner) =>
    who.call('POST', `/api/emails/${id}/retry`, {});
  const news = async () =>
    (await owner.call('GET', '/api/notifications?limit=20')).body as {
      title: string;
      message: string;
      customerId: number | null;
    }[];
  const newsOf = async (to: string) => {
    const all = await news();
    return all.filter(({ title, message }) => title === 'Emails not sent' && message.includes(to));
  };
  const create = async (customerId: number, values: object = {}): Promise<InvoiceDetail> => {
    const answer = await owner.call('POST', '/api/invoices', anInvoice(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body as InvoiceDetail;
  };

  let count = 0;
  /** A customer, and an invoice that has gone there. */
  const sent = async () => {
    count += 1;
    const to = `customer-${count}@example.com`;
    const form = aCustomer({ email: to, company: null });
    const customer = await owner.call('POST', '/api/customers', form);
    const customerId = customer.body.id as number;
    const invoice = await create(customerId);
    await owner.call('POST', `/api/invoices/${invoice.id}/send-email`, {});
    await drain();
    const { rows } = await db.pool.query<{ message_id: string }>(
      'select message_id from emails where business_id = $1 order by id desc limit 1',
      [owner.businessId],
    );
    const messageId = rows[0]?.message_id ?? '';
    const comeBack = (kind: 'hard' | 'soft' = 'hard') =>
      noteBounce(app.services, {
        kind,
        messageId,
        address: to,
        reason: 'There is no such address',
      });
    const correct = (email: string) =>
      owner.call('PUT', `/api/customers/${customerId}`, { ...form, email });
    peer.accepted.length = 0;
    peer.recipients.length = 0;
    return { to, customerId, invoice, comeBack, correct };
  };
  /** A payment of an invoice, with its receipt. */
  const pay = (customerId: number, invoiceId: number) =>
    owner.call('POST', '/api/payments', {
      customerId,
      amount: '1.00',
      paymentMethod: 'cash',
      paymentDate: '2026-11-20',
      allocations: [{ invoiceId, amount: '1.00' }],
      sendReceipt: true,
    });

  it('stay unsent, and their owner is told once where to mend it', async () => {
    const { to, customerId, invoice, comeBack } = await sent();
    expect(await comeBack()).toBe(true);
    expect((await pay(customerId, invoice.id)).status).toBe(201);
    await drain();
    expect(peer.accepted).toHaveLength(0);
    const { emails, undelivered, history } = await read(invoice.id);
    expect(emails[0]).toMatchObject({
      kind: 'receipt',
      to,
      status: 'failed',
      withdrawn: true,
      withheld: true,
      lastError: REASON,
    });
    expect(undelivered).toEqual({ kind: 'receipt', to, how: 'withheld' });
    expect(history[0]).toMatchObject({
      type: 'email.failed',
      data: { kind: 'receipt', to, reason: REASON, withdrawn: true },
    });
    await pay(customerId, invoice.id);
    await drain();
    expect(peer.accepted).toHaveLength(0);
    expect(await newsOf(to)).toMatchObject([
      {
        title: 'Emails not sent',
        message: `An earlier email to ${to} came back, so nothing is sent there automatically. Correct the address of Marta Lindqvist; what was not sent is in the outbox.`,
        customerId,
      },
    ]);
    const { body } = await owner.call('GET', '/api/emails?limit=1');
    expect(body).toMatchObject([{ kind: 'receipt', withheld: true, lastError: REASON }]);
  });

  it('stay unsent as well where the mail server knew at once that there is no such mailbox', async () => {
    const { to, customerId, invoice } = await sent();
    const isReached = async () => {
      const { body } = await owner.call('GET', `/api/email-addresses/${encodeURIComponent(to)}`);
      return (body as { bouncedAt: string | null }).bouncedAt === null;
    };
    peer.be('refuse message');
    await pay(customerId, invoice.id);
    await drain();
    expect(await newest(invoice.id)).toMatchObject({ kind: 'receipt', status: 'failed' });
    expect(await isReached()).toBe(true);
    peer.be('accept');
    peer.refuse([to]);
    await pay(customerId, invoice.id);
    await drain();
    peer.refuse([]);
    expect(await newest(invoice.id)).toMatchObject({
      status: 'failed',
      withheld: false,
      lastError: `The mail server refused the address (550 5.1.1 <${to}> does not live here)`,
    });
    expect(await isReached()).toBe(false);
    await pay(customerId, invoice.id);
    await drain();
    expect(await newest(invoice.id)).toMatchObject({ withheld: true, lastError: REASON });
    expect(peer.accepted).toHaveLength(0);
  });

  it('tell once, however many stay unsent at the same time', async () => {
    const { to, customerId, invoice, comeBack } = await sent();
    await comeBack();
    await Promise.all(Array.from({ length: 4 }, () => pay(customerId, invoice.id)));
    expect(await newsOf(to)).toHaveLength(1);
  });

  it('go to the corrected address when they are sent again', async () => {
    const { customerId, invoice, comeBack, correct } = await sent();
    await comeBack();
    await pay(customerId, invoice.id);
    const receipt = await newest(invoice.id);
    expect(await retry(receipt)).toMatchObject({ status: 409, body: { message: REASON } });
    expect((await retry(receipt, stranger)).status).toBe(404);
    await correct(`corrected-${count}@example.com`);
    const answers = await Promise.all([retry(receipt), retry(receipt)]);
    expect(answers[0]?.body).toMatchObject({
      to: `corrected-${count}@example.com`,
      status: 'queued',
      withheld: false,
      lastError: null,
    });
    await drain();
    expect(peer.recipients).toEqual([[`corrected-${count}@example.com`]]);
    expect(await newest(invoice.id)).toMatchObject({ id: receipt.id, status: 'sent' });
    expect((await read(invoice.id)).undelivered).toBeNull();
  });

  it('go to the same address once it is allowed again', async () => {
    const { to, customerId, invoice, comeBack } = await sent();
    await comeBack();
    await pay(customerId, invoice.id);
    await owner.call('POST', `/api/email-addresses/${encodeURIComponent(to)}`, {});
    expect((await retry(await newest(invoice.id))).body).toMatchObject({ to, status: 'queued' });
    await drain();
    expect(peer.recipients).toEqual([[to]]);
    // What comes back from there anew is told anew.
    const { rows } = await db.pool.query<{ message_id: string }>(
      'select message_id from emails where business_id = $1 order by id desc limit 1',
      [owner.businessId],
    );
    const reason = 'There is no such address';
    const named = { kind: 'hard' as const, messageId: rows[0]?.message_id ?? '', address: to };
    await noteBounce(app.services, { ...named, reason });
    await pay(customerId, invoice.id);
    expect(await newsOf(to)).toHaveLength(2);
  });

  it('go all the same where a message was only delayed, or is sent there by name', async () => {
    const { to, customerId, invoice, comeBack } = await sent();
    await comeBack('soft');
    await pay(customerId, invoice.id);
    await drain();
    expect(peer.recipients).toEqual([[to]]);
    await comeBack();
    const path = `/api/invoices/${invoice.id}/send-email`;
    await owner.call('POST', path, { subject: 'By itself' });
    expect(await newest(invoice.id)).toMatchObject({ withheld: true });
    await owner.call('POST', path, { subject: 'By name', customerEmail: to });
    await drain();
    expect(await newest(invoice.id)).toMatchObject({ subject: 'By name', status: 'sent' });
  });

  it('stay unsent where one came back while they waited, and a draft stays one', async () => {
    const { to, customerId, comeBack } = await sent();
    const draft = await create(customerId);
    await owner.call('POST', `/api/invoices/${draft.id}/send-email`, { customerEmail: to });
    await comeBack();
    await drain();
    expect(peer.accepted).toHaveLength(0);
    expect(await read(draft.id)).toMatchObject({
      status: 'draft',
      emails: [{ withheld: true, lastError: REASON }],
    });
    expect(await newsOf(to)).toHaveLength(1);
  });

  it('have no copies either that come back, unless they are named', async () => {
    const { to, comeBack } = await sent();
    const other = await sent();
    await comeBack();
    const path = `/api/invoices/${other.invoice.id}/send-email`;
    await owner.call('POST', path, { subject: 'Copied', cc: [to] });
    await drain();
    expect(peer.recipients.slice(-2)).toEqual([[other.to], [to]]);
    await db.pool.query(`update business_profiles set email = $1 where business_id = $2`, [
      to,
      owner.businessId,
    ]);
    await owner.call('PUT', '/api/email-settings', { copyToSelf: true });
    await db.pool.query(`update mail_recipients set bounced_at = now() where address = $1`, [to]);
    await owner.call('POST', path, { subject: 'By itself' });
    await drain();
    expect(peer.recipients.at(-1)).toEqual([other.to]);
    expect(await newest(other.invoice.id)).toMatchObject({ status: 'sent', refused: [to] });
    await owner.call('PUT', '/api/email-settings', { copyToSelf: false });
  });

  it('leave a recurring invoice issued, which says that it could not be emailed', async () => {
    const { to, customerId, comeBack } = await sent();
    await comeBack();
    const before = app.time.now;
    const form = aRecurringBody(customerId, { delivery: 'send' });
    const { body } = await owner.call('POST', '/api/recurring', form);
    app.time.now = new Date('2026-12-01T12:00:00Z');
    expect(await makeRecurringInvoices(app.services)).toBe(1);
    await drain();
    const recurring = await owner.call('GET', `/api/recurring/${body.id as number}`);
    const invoice = await read(recurring.body.runs[0].invoice.id as number);
    app.time.now = before;
    expect(peer.accepted).toHaveLength(0);
    expect(invoice).toMatchObject({
      status: 'sent',
      undelivered: { kind: 'invoice', to, how: 'withheld' },
    });
    expect(recurring.body.runs[0].invoice.undelivered).toEqual(invoice.undelivered);
    const told = (await news()).find(({ title }) => title === 'Recurring invoice made');
    expect(told?.message).toBe(
      `Retainer: ${invoice.invoiceNumber} to Marta Lindqvist was issued, but could not be emailed, as an earlier email to the customer came back.`,
    );
  });

  describe('of what is told by itself', () => {
    const now = () => app.time.now;
    const inTransaction = (
      work: (tx: Parameters<typeof queueDecline>[0]) => Promise<unknown>,
    ): Promise<unknown> => withTransaction(db, work);
    const decline = (invoiceId: number, retryOn?: string) =>
      inTransaction((tx) =>
        queueDecline(
          tx,
          {
            businessId: owner.businessId,
            invoiceId,
            amount: '12.00',
            currency: 'USD',
            card: 'Visa •••• 4242',
            reason: 'Your card has insufficient funds.',
            next: { dueDate: '2026-11-20', today: '2026-11-20', retryOn },
          },
          now(),
        ),
      );

    it('stay unsent, too', async () => {
      const { customerId, invoice, comeBack } = await sent();
      await comeBack();
      await decline(invoice.id);
      expect(await newest(invoice.id)).toMatchObject({ kind: 'declined', withheld: true });
      const { body } = await owner.call('POST', '/api/estimates', anEstimate(customerId));
      const estimate = { ...invoice, of: 'estimate' as const, id: body.id as number };
      const toSend = { businessId: owner.businessId, number: 'EST-1', amount: '12.00' as const };
      await inTransaction((tx) =>
        queueAcceptance(tx, { ...estimate, ...toSend, date: '2026-11-20' }, now()),
      );
      const { body: read } = await owner.call('GET', `/api/estimates/${body.id as number}`);
      expect(read.emails[0]).toMatchObject({ kind: 'acceptance', withheld: true });
      await drain();
      expect(peer.accepted).toHaveLength(0);
    });

    it('say what their owner has written', async () => {
      const { customerId, invoice } = await sent();
      await decline(invoice.id, '2026-11-23');
      expect(await newest(invoice.id)).toMatchObject({
        subject: `Your card was declined for invoice ${invoice.invoiceNumber} from Ada Quill`,
        message:
          `Hello Marta Lindqvist,\n\n$12.00 for invoice ${invoice.invoiceNumber} could not be charged to Visa •••• 4242. Your card has insufficient funds.\n\n` +
          'The payment is due on Nov 20, 2026. The card is charged again on Nov 23, 2026. You can also pay online before that, by another card.',
      });
      const templates = {
        declined: { subject: 'Card {card}', message: '{customer}: {reason} {nextStep}' },
        acceptance: { subject: 'Thanks for {number}', message: '{amount}, {business}' },
        refund: { subject: 'Back: {amount}', message: 'Dear {customer},\n\n{message}\n\nBest' },
      };
      expect((await owner.call('PUT', '/api/email-settings', { templates })).status).toBe(200);
      await decline(invoice.id);
      expect(await newest(invoice.id)).toMatchObject({
        subject: 'Card Visa •••• 4242',
        message:
          'Marta Lindqvist: Your card has insufficient funds. The payment is due on Nov 20, 2026. The card is not charged again automatically: please pay online, where you can also agree to another card.',
      });
      const { body } = await owner.call('POST', '/api/estimates', anEstimate(customerId));
      const estimate = { ...invoice, of: 'estimate' as const, id: body.id as number };
      const toSend = {
        businessId: owner.businessId,
        number: 'EST-{card}',
        amount: '12.00' as const,
      };
      await inTransaction((tx) =>
        queueAcceptance(tx, { ...estimate, ...toSend, date: '2026-11-20' }, now()),
      );
      const { body: read } = await owner.call('GET', `/api/estimates/${body.id as number}`);
      expect(read.emails[0].subject).toBe('Thanks for EST-{card}');
      const wrong = { refund: { subject: 'Back: {amount}', message: 'No words of mine' } };
      expect(await owner.call('PUT', '/api/email-settings', { templates: wrong })).toMatchObject({
        status: 400,
        body: {
          fields: [
            {
              path: 'templates.refund.message',
              message: 'Message must contain {message}: what you write for each customer',
            },
          ],
        },
      });
      for (const [kind, words] of Object.entries(templates)) {
        const preview = await owner.call('POST', '/api/email-settings', { kind, ...words });
        expect(preview.status, kind).toBe(200);
        expect(preview.body.message, kind).not.toMatch(/\{\w+\}/);
      }
      const none = { declined: null, acceptance: null, refund: null };
      await owner.call('PUT', '/api/email-settings', { templates: none });
    });
  });
});
