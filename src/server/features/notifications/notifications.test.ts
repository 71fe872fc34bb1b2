import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { DocumentEvent } from '../../platform/events/record-events.ts';
import { onEvents, recordEvents } from '../../platform/events/record-events.ts';
import type { LiveNews } from '../../platform/live/live-bus.ts';
import { announce, openLiveBus } from '../../platform/live/live-bus.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { noteView } from '../documents/note-view.ts';
import { deleteInvoice } from '../invoices/delete-invoice.ts';
import { markInvoicePaid } from '../invoices/mark-invoice.ts';
import { markOverdue } from '../invoices/mark-overdue.job.ts';
import { createInvoice } from '../invoices/save-invoice.ts';
import { formatNotification } from './format-notification.ts';
import { countUnread, listNotifications } from './notification.store.ts';
import { notifyOwner } from './notify-owner.ts';
import { readAllNotifications, readNotification } from './read-notifications.ts';

const log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
const at = new Date('2026-11-20T12:00:00Z');

onEvents(notifyOwner);

describe('the words of news', () => {
  const subject = { number: 'INV-2026-7324', customer: 'Marsh Legal PLLC', currency: 'USD' };
  const event = (type: DocumentEvent['type'], data: Record<string, unknown> = {}) =>
    formatNotification({ businessId: 'u', type, data, createdAt: at }, subject);
  const trial = (used: number) =>
    formatNotification(
      { businessId: 'u', type: 'trial.counted', data: { used, allowed: 10 }, createdAt: at },
      undefined,
    );

  it.each([
    [
      'payment.received',
      { amount: '1860.00' },
      'Payment received',
      'Marsh Legal PLLC paid $1,860.00',
    ],
    [
      'payment.review',
      { amount: '50.00', reason: 'Paid 50.00 instead of 60.00.' },
      'Payment needs review',
      'Marsh Legal PLLC paid $50.00 for INV-2026-7324. Paid 50.00 instead of 60.00.',
    ],
    [
      'payment.failed',
      { amount: '50.00' },
      'Payment failed',
      '$50.00 from Marsh Legal PLLC for INV-2026-7324 did not come through',
    ],
    [
      'payment.overpaid',
      { amount: '50.00' },
      'Invoice overpaid',
      'Marsh Legal PLLC overpaid INV-2026-7324 by $50.00. Open the invoice to refund it.',
    ],
    [
      'payment.disputed',
      { amount: '50.00' },
      'Payment disputed',
      'Marsh Legal PLLC disputes $50.00 for INV-2026-7324',
    ],
    [
      'invoice.overdue',
      { dueDate: '2026-11-18' },
      'Invoice overdue',
      'INV-2026-7324 to Marsh Legal PLLC',
    ],
    ['invoice.viewed', {}, 'Invoice viewed', 'Marsh Legal PLLC opened INV-2026-7324'],
    [
      'email.failed',
      { kind: 'invoice', to: 'pay@marsh.example', reason: 'the address does not exist' },
      'Email failed',
      'INV-2026-7324 did not reach pay@marsh.example. The address does not exist.',
    ],
    [
      'email.failed',
      { kind: 'receipt', to: 'pay@marsh.example' },
      'Email failed',
      'The receipt for INV-2026-7324 did not reach pay@marsh.example.',
    ],
    [
      'email.failed',
      { kind: 'invoice', to: 'pay@marsh.example', reason: 'No answer.', mayHaveArrived: true },
      'Email may have been sent',
      'It is not known whether INV-2026-7324 reached pay@marsh.example. No answer.',
    ],
    ['estimate.expired', {}, 'Estimate expired', 'INV-2026-7324 to Marsh Legal PLLC'],
  ] as const)('%s', (type, data, title, message) => {
    expect(event(type, data)).toMatchObject({ title, message });
    expect(event(type, data)).not.toHaveProperty('isRead');
  });

  it('says nothing of a message that was taken back, for its invoice was paid', () => {
    const data = { kind: 'invoice', to: 'pay@marsh.example', reason: 'Paid.', withdrawn: true };
    expect(event('email.failed', data)).toBeUndefined();
  });

  it('says what an accepted estimate became, and leads there', () => {
    const estimate = {
      number: 'EST-2026-3120',
      customer: 'Duarte',
      currency: 'USD',
      became: { id: 41, number: 'INV-2026-8841' },
    };
    const accepted = {
      businessId: 'u',
      type: 'estimate.accepted',
      data: {},
      createdAt: at,
    } as const;
    expect(formatNotification(accepted, estimate)).toEqual({
      type: 'estimate.accepted',
      title: 'Estimate accepted',
      message: 'EST-2026-3120 became INV-2026-8841',
      invoiceId: 41,
    });
  });

  it('tells of the trial at eight and at ten of ten', () => {
    expect([7, 9].map(trial)).toEqual([undefined, undefined]);
    expect(trial(8)).toMatchObject({
      type: 'trial.nearly_used',
      message: '8 of 10 free invoices are used. Choose a plan to keep going after that.',
    });
    expect(trial(10)).toMatchObject({ type: 'trial.used_up', title: 'Free trial used up' });
  });

  it('is silent about what the owner did by hand', () => {
    expect(event('invoice.overdue', { from: 'sent', to: 'overdue' })).toBeUndefined();
    expect(event('estimate.expired', { from: 'sent', to: 'expired' })).toBeUndefined();
    expect(event('invoice.paid', { from: 'sent', to: 'paid' })).toBeUndefined();
    expect(event('invoice.edited')).toBeUndefined();
  });
});

describeOnDatabase('notifications', { owned: true }, (db) => {
  let now = at;
  const services = { db, clock: { now: () => now }, log };
  const setUp = async (values: object = {}, account: object = {}) => {
    now = at;
    const owner = await makeOwner(db, account);
    const customer = await createCustomer(
      services,
      owner,
      aCustomer({ company: 'Marsh Legal PLLC' }),
    );
    const invoice = await createInvoice(services, owner, anInvoice(customer.id, values));
    return { owner, customer, invoice };
  };
  const list = (owner: string, before?: number, limit = 100) =>
    listNotifications(db.orm, owner, { limit, before });
  const unread = (owner: string) => countUnread(db.orm, owner);
  const happen = (owner: string, invoiceId: number, type: DocumentEvent['type'], data = {}) =>
    withTransaction(db, (tx) =>
      recordEvents(tx, [{ businessId: owner, invoiceId, type, data, createdAt: now }]),
    );
  /** What a listener hears meanwhile: from when it surely listens until all before has arrived. */
  const listening = async (during: () => Promise<unknown>): Promise<LiveNews[]> => {
    const heard: LiveNews[] = [];
    const markers = new Set<string>();
    const bus = openLiveBus(db, log, { news: (news) => heard.push(news), missed: () => {} });
    const hearMarker = async () => {
      const businessId = randomUUID();
      markers.add(businessId);
      await expect
        .poll(async () => {
          await withTransaction(db, (tx) => announce(tx, [{ businessId }]));
          return heard.some((news) => news.businessId === businessId);
        })
        .toBe(true);
    };
    try {
      await hearMarker();
      await during();
      await hearMarker();
    } finally {
      await bus.close();
    }
    return heard.filter((news) => !markers.has(news.businessId));
  };

  it('goes with what it tells when that is rolled back', async () => {
    const { owner, invoice } = await setUp();
    const failing = withTransaction(db, async (tx) => {
      await recordEvents(tx, [
        {
          businessId: owner,
          invoiceId: invoice.id,
          type: 'invoice.viewed',
          data: {},
          createdAt: at,
        },
      ]);
      expect(await countUnread(tx, owner)).toBe(1);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await list(owner)).toEqual([]);
  });

  it('tells once that a customer has opened an invoice, and never that its owner has', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const seen = { of: 'invoice', businessId: owner, id: invoice.id } as const;
    await noteView(services, seen, owner);
    expect(await list(owner)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => noteView(services, seen, undefined)));
    expect(await list(owner)).toMatchObject([
      {
        type: 'invoice.viewed',
        message: `Marsh Legal PLLC opened ${invoice.invoiceNumber}`,
        invoiceId: invoice.id,
        isRead: false,
      },
    ]);
  });

  it('keeps what was recorded by hand in the list, as read', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    await markInvoicePaid(services, owner, { id: invoice.id, paymentMethod: 'bank_transfer' });
    expect(await list(owner)).toMatchObject([
      {
        type: 'invoice.paid',
        title: 'Payment recorded',
        message: '$3,333.05 from Marsh Legal PLLC by bank transfer',
        isRead: true,
      },
    ]);
    expect(await unread(owner)).toBe(0);
  });

  it('tells many owners of many overdue invoices, each once, however often the job runs', async () => {
    const worlds = await Promise.all([setUp({ status: 'sent' }), setUp({ status: 'sent' })]);
    const [one, other] = worlds;
    if (!one || !other) throw new Error('no owners');
    for (let more = 0; more < 3; more += 1) {
      await createInvoice(services, one.owner, anInvoice(one.customer.id, { status: 'sent' }));
    }
    now = new Date('2027-01-20T12:00:00Z');
    const heard = await listening(() =>
      Promise.all([markOverdue(services), markOverdue(services), markOverdue(services)]),
    );
    const own = await list(one.owner);
    expect(own).toHaveLength(4);
    expect(new Set(own.map((notification) => notification.invoiceId)).size).toBe(4);
    expect(await list(other.owner)).toMatchObject([
      { title: 'Invoice overdue', message: `${other.invoice.invoiceNumber} to Marsh Legal PLLC` },
    ]);
    const told = heard.filter((news) => news.businessId === one.owner);
    expect(told).toContainEqual({ businessId: one.owner, id: own[0]?.id });
    // One notice for each batch, however many invoices it held.
    expect(told.length).toBeLessThan(4);
  });

  it('tells at eight and at ten invoices of the trial, also when all are made at once', async () => {
    const { owner, customer } = await setUp(
      {},
      { subscriptionStatus: 'trial', trialInvoicesUsed: 5 },
    );
    await Promise.allSettled(
      Array.from({ length: 6 }, () => createInvoice(services, owner, anInvoice(customer.id))),
    );
    expect((await list(owner)).map(({ type }) => type)).toEqual([
      'trial.used_up',
      'trial.nearly_used',
    ]);
  });

  it('is read page by page, newest first', async () => {
    const { owner, invoice } = await setUp();
    for (let n = 1; n <= 5; n += 1) {
      await happen(owner, invoice.id, 'payment.received', { amount: `${n}.00` });
    }
    const first = await list(owner, undefined, 2);
    expect(first.map(({ message }) => message)).toEqual([
      'Marsh Legal PLLC paid $5.00',
      'Marsh Legal PLLC paid $4.00',
    ]);
    const rest = await list(owner, first[1]?.id);
    expect(rest.map(({ message }) => message.split(' ').at(-1))).toEqual([
      '$3.00',
      '$2.00',
      '$1.00',
    ]);
  });

  it('is marked read once or often, and by nobody else', async () => {
    const { owner, invoice } = await setUp();
    await happen(owner, invoice.id, 'invoice.viewed');
    const [notification] = await list(owner);
    const id = notification?.id ?? 0;
    const other = await makeOwner(db);
    const NOT_FOUND = { code: 'NOT_FOUND', message: 'Notification not found' };
    await expect(readNotification(db, other, id)).rejects.toMatchObject(NOT_FOUND);
    await expect(readAllNotifications(db, other)).resolves.toEqual({ count: 0 });
    expect(await unread(owner)).toBe(1);

    const heard = await listening(() =>
      Promise.all([readNotification(db, owner, id), readNotification(db, owner, id)]),
    );
    // The other tabs are told of the change, and not of a change that was none.
    expect(heard).toEqual([{ businessId: owner, id: undefined }]);
    await expect(readNotification(db, owner, id)).resolves.toMatchObject({ id, isRead: true });
    await expect(readNotification(db, owner, id + 1)).rejects.toMatchObject(NOT_FOUND);
    expect(await unread(owner)).toBe(0);
  });

  it('marks all read at once, twice at once', async () => {
    const { owner, invoice } = await setUp();
    for (let n = 0; n < 3; n += 1) await happen(owner, invoice.id, 'invoice.viewed');
    const counts = await Promise.all([
      readAllNotifications(db, owner),
      readAllNotifications(db, owner),
    ]);
    expect(counts.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect(await unread(owner)).toBe(0);
    expect((await list(owner)).every(({ isRead }) => isRead)).toBe(true);
  });

  it('leads no more to a document that was deleted', async () => {
    const { owner, invoice } = await setUp();
    await happen(owner, invoice.id, 'invoice.viewed');
    await deleteInvoice(services, owner, invoice.id);
    expect(await list(owner)).toMatchObject([{ type: 'invoice.viewed', invoiceId: null }]);
  });

  it('counts the unread ones by their own index', async () => {
    const { owner } = await setUp();
    await db.pool.query(
      `insert into notifications (business_id, type, title, message, is_read)
       select $1, 'invoice.viewed', 't', 'm', n % 50 <> 0 from generate_series(1, 5000) n`,
      [owner],
    );
    await db.pool.query('analyze notifications');
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
      `explain select count(*) from notifications where business_id = '${owner}' and not is_read`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('notifications_unread');
    expect(await unread(owner)).toBe(100);
  });
});
