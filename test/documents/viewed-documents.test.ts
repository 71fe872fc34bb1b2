import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { noteView } from '../../src/server/features/documents/note-view.ts';
import { listEstimates, readEstimate } from '../../src/server/features/estimates/read-estimates.ts';
import { createEstimate } from '../../src/server/features/estimates/save-estimate.ts';
import { listInvoices, readInvoice } from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { findEverything } from '../../src/server/features/search/find-everything.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';

describeOnDatabase('documents that customers have opened', (db) => {
  let time = new Date('2026-11-20T12:00:00.000Z');
  const clock = { now: () => time };
  const services = { db, clock, log: pino({ enabled: false }) };

  it('are known by when that was first, however many open them at once; their owner is no customer', async () => {
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const status = 'sent';
    const invoice = await createInvoice(services, owner, anInvoice(customer.id, { status }));
    const estimate = await createEstimate(services, owner, anEstimate(customer.id, { status }));
    const other = await createInvoice(services, owner, anInvoice(customer.id, { status }));
    expect([invoice.viewedAt, estimate.viewedAt]).toEqual([null, null]);

    const documents = [
      { of: 'invoice', businessId: owner, id: invoice.id },
      { of: 'estimate', businessId: owner, id: estimate.id },
    ] as const;
    for (const document of documents) {
      await noteView(services, document, owner);
      time = new Date('2026-11-21T08:30:00.000Z');
      await Promise.all(Array.from({ length: 5 }, () => noteView(services, document, undefined)));
      time = new Date('2026-11-22T08:30:00.000Z');
      await noteView(services, document, await makeOwner(db));
      const { rows } = await db.pool.query(
        `select created_at from events where type = $1 and business_id = $2`,
        [`${document.of}.viewed`, owner],
      );
      expect(rows).toEqual([{ created_at: new Date('2026-11-21T08:30:00Z') }]);
      time = new Date('2026-11-20T12:00:00.000Z');
    }
    const at = '2026-11-21T08:30:00.000Z';
    for (const limit of [undefined, 50]) {
      const invoices = await listInvoices(db.orm, owner, { limit }, clock.now());
      expect(invoices.rows.map(({ id, viewedAt }) => [id, viewedAt])).toEqual([
        [other.id, null],
        [invoice.id, at],
      ]);
      const estimates = await listEstimates(db.orm, owner, { limit });
      expect(estimates.rows.map(({ viewedAt }) => viewedAt)).toEqual([at]);
    }
    const found = await findEverything(db.orm, owner, 'harbor', clock.now());
    expect(found.invoices.map(({ viewedAt }) => viewedAt)).toEqual([null, at]);
    expect(found.estimates.map(({ viewedAt }) => viewedAt)).toEqual([at]);
    expect((await readInvoice(db.orm, owner, invoice.id, clock.now())).viewedAt).toBe(at);
    expect((await readEstimate(db.orm, owner, estimate.id)).viewedAt).toBe(at);
  });
});
