import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../../test/database/describe-on-database.ts';
import { anEstimate } from '../../../../../test/factories/estimate.ts';
import { aCustomer, anInvoice } from '../../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../../test/factories/owner.ts';
import { tamperWith } from '../../../../../test/factories/tamper.ts';
import type { DocumentRef } from '../../../../shared/documents/document-ref.ts';
import { estimateUpdateInput } from '../../../../shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { invoiceUpdateInput } from '../../../../shared/invoices/invoice.contract.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical/canonical-json.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createCustomer, updateCustomer } from '../../customers/save-customer.ts';
import { setEstimateStatus } from '../../estimates/change-estimate.ts';
import { convertEstimate } from '../../estimates/convert-estimate.ts';
import { createEstimate, updateEstimate } from '../../estimates/save-estimate.ts';
import { verifyBusiness } from '../../evidence/verify-business.ts';
import { deleteInvoice, restoreInvoice } from '../../invoices/delete-invoice.ts';
import { markInvoicePaid, markInvoiceSent } from '../../invoices/mark-invoice.ts';
import { markOverdue } from '../../invoices/mark-overdue.job.ts';
import { createInvoice, updateInvoice } from '../../invoices/save-invoice.ts';
import { readRevision, readRevisions } from './read-revisions.ts';
import { findRevision, listRevisions } from './revision.store.ts';
import { prepareRevision, writeRevision } from './write-revision.ts';

const edit = (invoice: InvoiceDetail, values: object = {}) =>
  invoiceUpdateInput.parse({ ...invoice, ...values });

/** No logos here. */
const files = { read: async () => undefined } as Pick<FileStore, 'read'> as FileStore;

describeOnDatabase('revisions', { owned: true }, (db) => {
  let now = new Date('2026-11-20T12:00:00Z');
  const services = { db, clock: { now: () => now }, files };
  const setUp = async (values: object = {}) => {
    now = new Date('2026-11-20T12:00:00Z');
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const invoice = await createInvoice(services, owner, anInvoice(customer.id, values));
    const document = { of: 'invoice', businessId: owner, id: invoice.id } as const;
    return { owner, customer, invoice, document };
  };
  const numbers = async (document: DocumentRef) =>
    (await listRevisions(db.orm, document, { limit: 50 })).map(({ number }) => number);
  const verify = (owner: string) => verifyBusiness(services, owner);
  const count = async (owner: string) => (await verify(owner)).revisions;

  it('seal the whole of what was issued, chained as it is said', async () => {
    const { owner, customer, invoice, document } = await setUp({
      status: 'sent',
      poNumber: 'PO-1',
    });
    expect(invoice.revision).toBe(1);
    const first = await readRevision(db.orm, document, 1);
    expect(first.body).toMatchObject({
      schema: 1,
      kind: 'invoice',
      revision: { number: 1, date: '2026-11-20', replaces: null },
      publicId: invoice.publicId,
      content: {
        invoiceNumber: invoice.invoiceNumber,
        customerId: customer.id,
        poNumber: 'PO-1',
        currency: 'USD',
        total: invoice.total,
      },
      seller: { businessName: 'Ada Quill' },
      customer: { name: 'Marta Lindqvist', company: 'Harbor & Pine Coffee', city: null },
      look: { theme: 'classic' },
      logo: null,
      paper: 'us-letter',
    });
    const plain = {
      unit: null,
      discountPercent: null,
      discountAmount: null,
      itemCode: null,
      servicePeriod: null,
      taxes: [],
      discount: '0.00',
    };
    expect(first.body.content.lineItems).toEqual([
      {
        ...plain,
        description: 'Brand identity, phase two',
        quantity: '1.00',
        unitPrice: '2400.00',
        total: '2400.00',
        net: '2400.00',
        tax: '168.00',
        gross: '2568.00',
      },
      {
        ...plain,
        description: 'Art direction and copy, hours',
        quantity: '6.50',
        unitPrice: '110.00',
        total: '715.00',
        net: '715.00',
        tax: '50.05',
        gross: '765.05',
      },
    ]);
    expect(Object.keys(first.body.content)).not.toContain('status');
    expect(canonicalJson(first.body)).toBe(first.canonical);
    now = new Date('2026-11-22T23:30:00Z');
    const saved = await updateInvoice(services, owner, edit(invoice, { notes: 'Thank you' }));
    expect(saved.revision).toBe(2);
    const second = await readRevision(db.orm, document, 2);
    expect(second.body.revision).toEqual({
      number: 2,
      issuedAt: '2026-11-22T23:30:00.000Z',
      date: '2026-11-22',
      replaces: { number: 1, date: '2026-11-20' },
    });
    expect([first.previousSha256, second.previousSha256]).toEqual([null, first.sha256]);
    expect(first.sha256).toBe(sha256Hex(first.canonical));
    expect(first.hash).toBe(sha256Hex(Buffer.alloc(32), first.canonical));
    expect(second.hash).toBe(sha256Hex(Buffer.from(first.hash, 'hex'), second.canonical));
    expect(await verify(owner)).toEqual({ documents: 1, revisions: 2, breaks: [] });
  });

  it('are written when a draft is issued, however, and not before', async () => {
    const { owner, customer, invoice, document } = await setUp();
    const draft = await updateInvoice(services, owner, edit(invoice, { notes: 'Not yet' }));
    expect([draft.revision, await numbers(document)]).toEqual([null, []]);
    expect((await markInvoiceSent(services, owner, invoice.id)).revision).toBe(1);
    const make = async (values: object) =>
      (await createInvoice(services, owner, anInvoice(customer.id, values))).revision;
    expect(await make({ status: 'sent' })).toBe(1);
    expect(await make({ status: 'paid' })).toBe(1);
    expect(await make({ status: 'overdue' })).toBe(1);
    expect(await make({ status: 'draft' })).toBe(null);
    const byHand = await createInvoice(services, owner, anInvoice(customer.id));
    const paid = await markInvoicePaid(services, owner, { id: byHand.id, paymentMethod: 'cash' });
    expect(paid.revision).toBe(1);
    const edited = await createInvoice(services, owner, anInvoice(customer.id));
    const sent = await updateInvoice(services, owner, edit(edited, { status: 'sent', notes: 'n' }));
    expect(sent.revision).toBe(1);
    expect((await verify(owner)).breaks).toEqual([]);
  });

  it('are not written where nothing is said otherwise', async () => {
    const { owner, invoice, document } = await setUp({ status: 'sent', dueDate: '2026-11-21' });
    const same = await updateInvoice(services, owner, edit(invoice));
    await db.pool.query(`update business_profiles set city = 'Oslo' where business_id = $1`, [
      owner,
    ]);
    const again = await updateInvoice(services, owner, edit(same));
    now = new Date('2026-11-25T12:00:00Z');
    await markOverdue(services);
    await markInvoicePaid(services, owner, { id: invoice.id, paymentMethod: 'cash' });
    await deleteInvoice(services, owner, invoice.id);
    const back = await restoreInvoice(services, owner, invoice.id);
    expect([again.revision, back.revision, await numbers(document)]).toEqual([1, 1, [1]]);
    expect((await verify(owner)).breaks).toEqual([]);
  });

  it('go on where a document is set back to draft and issued again', async () => {
    const { owner, invoice, document } = await setUp({ status: 'sent' });
    const back = await updateInvoice(services, owner, edit(invoice, { status: 'draft' }));
    expect(back.revision).toBe(1);
    expect((await markInvoiceSent(services, owner, invoice.id)).revision).toBe(1);
    const open = await updateInvoice(
      services,
      owner,
      edit(await readBack(), { status: 'draft', notes: 'Another' }),
    );
    expect(open.revision).toBe(1);
    expect((await verify(owner)).breaks).toEqual([]);
    expect((await markInvoiceSent(services, owner, invoice.id)).revision).toBe(2);
    expect(await numbers(document)).toEqual([2, 1]);

    async function readBack() {
      return { ...back, version: back.version + 1 };
    }
  });

  it('are n and n + 1 of two saves at once, and never a fork', async () => {
    const { owner, invoice, document } = await setUp({ status: 'sent' });
    const { version: _any, ...unversioned } = edit(invoice);
    const notes = Array.from({ length: 6 }, (_, index) => `Save ${index}`);
    await Promise.all(
      notes.map((text) => updateInvoice(services, owner, { ...unversioned, notes: text })),
    );
    expect(await numbers(document)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await verify(owner)).toMatchObject({ revisions: 7, breaks: [] });
  });

  it('are never of a time before the one that they replace, whatever the clock says', async () => {
    const { owner, invoice, document } = await setUp({ status: 'sent' });
    const earlier = new Date('2026-11-19T23:00:00Z');
    now = earlier;
    const second = await updateInvoice(services, owner, edit(invoice, { notes: 'Earlier' }));
    now = new Date('2026-11-21T08:00:00Z');
    await updateInvoice(services, owner, edit(second, { notes: 'Later' }));
    // One that took its time before it got the document's lock.
    const mailed = await withTransaction(db, (tx) => prepareRevision(tx, document, earlier));
    expect(mailed.revision.issuedAt).toBe('2026-11-21T08:00:00.000Z');
    await db.pool.query(`update invoices set notes = 'Once more' where business_id = $1`, [owner]);
    await withTransaction(db, (tx) => writeRevision(tx, document, earlier));
    const all = await listRevisions(db.orm, document, { limit: 10 });
    expect(
      all.map(({ createdAt, body: { revision } }) => [
        createdAt.toISOString(),
        revision.issuedAt,
        revision.date,
        revision.replaces,
      ]),
    ).toEqual(
      ['21T08', '21T08', '20T12', '20T12'].map((at, index) => {
        const time = `2026-11-${at}:00:00.000Z`;
        const number = 3 - index;
        const before = ['2026-11-21', '2026-11-20', '2026-11-20'][index];
        const replaces = number === 0 ? null : { number, date: before };
        return [time, time, `2026-11-${at.slice(0, 2)}`, replaces];
      }),
    );
    expect((await verify(owner)).breaks).toEqual([]);
  });

  it('are not followed by another where the latest cannot be read any more', async () => {
    const { owner, invoice, document } = await setUp({ status: 'sent' });
    await tamperWith(db, owner, invoice.id).body(1, '{', '[');
    await expect(
      updateInvoice(services, owner, edit(invoice, { notes: 'Thank you' })),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Version 1 of this document was altered in the database and cannot be read.',
    });
    expect(await numbers(document)).toEqual([1]);
  });

  it('are read a few at a time where they are long, and compared all the same', async () => {
    const lineItems = Array.from({ length: 500 }, (_, n) => ({
      description: `${n} ${'of a long description '.repeat(85)}`,
      quantity: '1',
      unitPrice: '1',
    }));
    const { owner, invoice, document } = await setUp({ status: 'sent', lineItems });
    for (const notes of ['two', 'three', 'four', 'five']) {
      await updateInvoice(services, owner, edit(invoice, { notes, version: undefined }));
    }
    const atOnce = await listRevisions(db.orm, document, { limit: 10 });
    expect(atOnce.map(({ number }) => number)).toEqual([5, 4, 3, 2]);
    const read = await readRevisions(db.orm, document, { limit: 4 });
    expect(read.map(({ number, changes }) => [number, changes])).toEqual(
      ['two', 'three', 'four', 'five']
        .map((after, n) => [
          n + 2,
          [{ field: 'Notes', before: ['four', 'three', 'two'][3 - n] ?? invoice.notes, after }],
        ])
        .reverse(),
    );
    expect((await readRevisions(db.orm, document, { limit: 10 })).at(-1)?.number).toBe(1);
    expect(await verify(owner)).toMatchObject({ documents: 1, revisions: 5, breaks: [] });
  });

  it('tell in words what has changed: fields, lines, customer and business', async () => {
    const { owner, customer, invoice, document } = await setUp({ status: 'sent' });
    await updateCustomer(services, owner, { id: customer.id, ...aCustomer({ city: 'Bergen' }) });
    await db.pool.query(`update business_profiles set phone = '+1 5' where business_id = $1`, [
      owner,
    ]);
    expect((await findRevision(db.orm, document))?.body.customer.city).toBe(null);
    await updateInvoice(
      services,
      owner,
      edit(invoice, {
        dueDate: '2026-12-24',
        lineItems: [
          { description: 'Brand identity, phase two', quantity: '2', unitPrice: '2400' },
          { description: 'Art direction and copy, hours', quantity: '6.5', unitPrice: '110' },
          { description: 'Courier', quantity: '1', unitPrice: '20' },
        ],
      }),
    );
    const [latest, first] = await readRevisions(db.orm, document, { limit: 10 });
    expect(latest).toMatchObject({ number: 2, replaces: 1, takenOver: false });
    expect(first).toMatchObject({ number: 1, replaces: null, changes: [] });
    expect(latest?.changes).toEqual(
      [
        { field: 'Due date', before: 'Dec 20, 2026', after: 'Dec 24, 2026' },
        {
          field: 'Line 1',
          before: 'Brand identity, phase two: 1 × $2,400.00 = $2,400.00',
          after: 'Brand identity, phase two: 2 × $2,400.00 = $4,800.00',
        },
        {
          field: 'Line 2',
          before: 'Art direction and copy, hours: 6.5 × $110.00 = $715.00',
          after: 'Art direction and copy, hours: 6.5 × $110.00 = $715.00',
        },
        { field: 'Line 3', before: null, after: 'Courier: 1 × $20.00 = $20.00' },
        { field: 'Customer’s city', before: null, after: 'Bergen' },
        { field: 'Business’s phone', before: null, after: '+1 5' },
        { field: 'Subtotal', before: '$3,115.00', after: '$5,535.00' },
        { field: 'Taxes', before: 'Tax 7%: $218.05', after: 'Tax 7%: $387.45' },
        { field: 'Total', before: '$3,333.05', after: '$5,922.45' },
      ].filter(({ field }) => field !== 'Line 2'),
    );
    expect(await readRevisions(db.orm, document, { limit: 1, before: 2 })).toMatchObject([
      { number: 1 },
    ]);
  });

  it('are kept of estimates: sent, accepted, converted and edited', async () => {
    const { owner, customer } = await setUp();
    const make = (values: object = {}) =>
      createEstimate(services, owner, anEstimate(customer.id, values));
    const draft = await make();
    expect(draft.revision).toBe(null);
    const sent = await setEstimateStatus(services, owner, draft.id, 'sent');
    expect(sent.revision).toBe(1);
    const input = estimateUpdateInput.parse({ ...sent, notes: 'Cheaper' });
    expect((await updateEstimate(services, owner, input)).revision).toBe(2);
    expect((await setEstimateStatus(services, owner, draft.id, 'rejected')).revision).toBe(2);
    expect((await make({ status: 'accepted' })).revision).toBe(1);
    const converted = await make();
    const invoice = await convertEstimate(services, owner, converted.id);
    expect(invoice.revision).toBe(null);
    expect(await numbers({ of: 'estimate', businessId: owner, id: converted.id })).toEqual([1]);
    const both = await make();
    expect((await setEstimateStatus(services, owner, both.id, 'accepted')).revision).toBe(1);
    expect(await verify(owner)).toMatchObject({ revisions: 5, breaks: [] });
  });

  it('cost two statements at most when an invoice is written as sent, and a draft none', async () => {
    const { owner, customer } = await setUp();
    const statements = async (values: object) => {
      const { pool } = db;
      let asked = 0;
      const connect = pool.connect.bind(pool);
      const client = await connect();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const counted = Object.assign(Object.create(client) as typeof client, {
        query: (...args: unknown[]) => {
          asked += 1;
          return query(...args);
        },
      });
      const counting = {
        ...services,
        db: {
          ...db,
          orm: db.orm,
          pool: Object.assign(Object.create(pool) as typeof pool, { connect: async () => counted }),
        },
      };
      await createInvoice(counting, owner, anInvoice(customer.id, values));
      return asked;
    };
    const draft = await statements({ status: 'draft' });
    expect(await statements({ status: 'overdue' })).toBe(draft + 2);
  });

  it('are read by their owner alone', async () => {
    const { document } = await setUp({ status: 'sent' });
    const foreign = { ...document, businessId: await makeOwner(db) };
    const notFound = { code: 'NOT_FOUND', message: 'Invoice not found' };
    await expect(readRevision(db.orm, foreign, 1)).rejects.toMatchObject(notFound);
    await expect(readRevisions(db.orm, foreign, { limit: 5 })).rejects.toMatchObject(notFound);
    await expect(readRevision(db.orm, document, 2)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Version not found',
    });
    expect(await count(foreign.businessId)).toBe(0);
  });

  it('go with their business, and with their document', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    await db.pool.query('delete from businesses where id = $1', [owner]);
    const { rows } = await db.pool.query(
      'select 1 from document_revisions where business_id = $1 and invoice_id = $2',
      [owner, invoice.id],
    );
    expect(rows).toEqual([]);
  });
});
