import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { readCustomer } from '../customers/customer.store.ts';
import { createCustomer, deleteCustomer } from '../customers/save-customer.ts';
import { deleteInvoice, restoreInvoice } from './delete-invoice.ts';
import { readInvoice, summarizeInvoices } from './read-invoices.ts';
import { createInvoice } from './save-invoice.ts';

const NOT_FOUND = { code: 'NOT_FOUND', message: 'Invoice not found' };

describeOnDatabase('deleting invoices', (db) => {
  let now = new Date('2026-11-20T12:00:00Z');
  const services = { db, clock: { now: () => now } };
  const setUp = async (values: object = {}) => {
    now = new Date('2026-11-20T12:00:00Z');
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const invoice = await createInvoice(services, owner, anInvoice(customer.id, values));
    return { owner, customer, invoice };
  };

  it('deletes at once and brings back for 30 days', async () => {
    const { owner, customer, invoice } = await setUp({ status: 'sent' });
    await deleteInvoice(services, owner, invoice.id);
    await expect(deleteInvoice(services, owner, invoice.id)).rejects.toMatchObject(NOT_FOUND);
    await expect(
      readInvoice(db.orm, owner, invoice.id, services.clock.now()),
    ).rejects.toMatchObject(NOT_FOUND);
    expect((await summarizeInvoices(db.orm, owner, {}, services.clock.now())).all.count).toBe(0);
    await deleteCustomer(services, owner, customer.id);
    now = new Date('2026-12-20T11:00:00Z');
    expect((await restoreInvoice(services, owner, invoice.id)).total).toBe(invoice.total);
    expect((await readCustomer(db.orm, owner, customer.id, services.clock.now())).name).toBe(
      'Marta Lindqvist',
    );
    await deleteInvoice(services, owner, invoice.id);
    now = new Date('2027-01-20T11:00:00Z');
    await expect(restoreInvoice(services, owner, invoice.id)).rejects.toMatchObject(NOT_FOUND);
  });
});
