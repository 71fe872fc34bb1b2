import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { listInvoices } from './read-invoices.ts';
import { createInvoice } from './save-invoice.ts';

describeOnDatabase('invoices of one customer', (db) => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock };

  it('page by page, of any status or of what is unpaid, and of no other owner', async () => {
    const owner = await makeOwner(db);
    const [one, other] = [
      await createCustomer(services, owner, aCustomer()),
      await createCustomer(services, owner, aCustomer()),
    ];
    const add = (customerId: number, status: string, dueDate = '2026-12-20') =>
      createInvoice(
        services,
        owner,
        anInvoice(customerId, { status, issueDate: '2026-11-01', dueDate }),
      );
    const [draft, sent, late, paid] = [
      await add(one.id, 'draft'),
      await add(one.id, 'sent'),
      await add(one.id, 'sent', '2026-11-01'),
      await add(one.id, 'paid'),
    ];
    await add(other.id, 'sent');
    const ids = async (query: object, by = owner) => {
      const { rows: invoices, next } = await listInvoices(db.orm, by, query, clock.now());
      return { ids: invoices.map(({ id }) => id), next };
    };
    const all = [paid.id, late.id, sent.id, draft.id];
    expect(await ids({ customerId: one.id })).toEqual({ ids: all, next: undefined });
    const unpaid = { customerId: one.id, status: 'unpaid', limit: 1 };
    const first = await ids(unpaid);
    expect(first.ids).toEqual([late.id]);
    const second = await ids({ ...unpaid, cursor: first.next });
    expect(second).toEqual({ ids: [sent.id], next: undefined });
    expect((await ids({ customerId: one.id }, await makeOwner(db))).ids).toEqual([]);
  });
});
