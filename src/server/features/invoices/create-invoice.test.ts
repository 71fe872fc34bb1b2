import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice, anItem } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { businesses } from '../../db/tables/businesses.table.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createCustomer, deleteCustomer } from '../customers/save-customer.ts';
import { createItem } from '../items/save-item.ts';
import { deleteInvoice } from './delete-invoice.ts';
import { listInvoices } from './read-invoices.ts';
import { createInvoice, updateInvoice } from './save-invoice.ts';

describeOnDatabase('createInvoice', (db) => {
  const services = { db, clock: systemClock };
  const setUp = async (user: Parameters<typeof makeOwner>[1] = {}) => {
    const owner = await makeOwner(db, user);
    const customer = await createCustomer(services, owner, aCustomer());
    return { owner, customerId: customer.id };
  };
  const trialUsed = async (owner: string) =>
    (await db.orm.select().from(businesses).where(eq(businesses.id, owner)))[0]?.trialInvoicesUsed;

  it('computes every amount itself and answers the whole invoice', async () => {
    const { owner, customerId } = await setUp();
    const invoice = await createInvoice(services, owner, {
      ...anInvoice(customerId, { poNumber: 'HP-1182', total: '1.00', subtotal: 'nonsense' }),
    });
    expect(invoice).toMatchObject({
      status: 'draft',
      poNumber: 'HP-1182',
      subtotal: '3115.00',
      taxRate: '7.00',
      taxAmount: '218.05',
      total: '3333.05',
      currency: 'USD',
      version: 1,
      issueDate: '2026-11-20',
      customer: { id: customerId, name: 'Marta Lindqvist', company: 'Harbor & Pine Coffee' },
      payments: [],
    });
    expect(invoice.publicId).toMatch(/^[0-9a-f]{32}$/);
    expect(invoice.lineItems.map((line) => [line.quantity, line.unitPrice, line.total])).toEqual([
      ['1.00', '2400.00', '2400.00'],
      ['6.50', '110.00', '715.00'],
    ]);
    expect(invoice.history.map((event) => event.type)).toEqual(['invoice.created']);
  });

  it('keeps a flat tax at rate 0', async () => {
    const { owner, customerId } = await setUp();
    const invoice = await createInvoice(
      services,
      owner,
      anInvoice(customerId, { taxRate: '0', taxAmount: '12.34' }),
    );
    expect(invoice).toMatchObject({ taxRate: '0.00', taxAmount: '12.34', total: '3127.34' });
  });

  it('records a payment for an invoice born paid', async () => {
    const { owner, customerId } = await setUp();
    const invoice = await createInvoice(services, owner, anInvoice(customerId, { status: 'paid' }));
    expect(invoice.payments).toMatchObject([{ amount: '3333.05', status: 'completed' }]);
  });

  it('takes 5,000 lines and refuses what does not fit, naming the field', async () => {
    const { owner, customerId } = await setUp();
    const line = { description: 'Line', quantity: '1', unitPrice: '0.01' };
    const many = await createInvoice(
      services,
      owner,
      anInvoice(customerId, { taxRate: '0', lineItems: Array.from({ length: 5_000 }, () => line) }),
    );
    expect(many.total).toBe('50.00');
    expect(many.lineItems).toHaveLength(5_000);

    const huge = { description: 'Too much', quantity: '99999999.99', unitPrice: '2' };
    await expect(
      createInvoice(services, owner, anInvoice(customerId, { lineItems: [line, huge] })),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      message: 'Amount of line 2 must be at most $99,999,999.99',
      details: { fields: [{ path: 'lineItems.1.unitPrice' }] },
    });
  });

  it('answers 404 for a customer or an item of another owner', async () => {
    const { owner, customerId } = await setUp();
    const other = await setUp();
    const foreignItem = await createItem(services, other.owner, anItem());
    await expect(createInvoice(services, owner, anInvoice(other.customerId))).rejects.toMatchObject(
      { code: 'NOT_FOUND', message: 'Customer not found' },
    );
    const lineItems = [
      { itemId: foreignItem.id, description: 'Theirs', quantity: 1, unitPrice: 1 },
    ];
    await expect(
      createInvoice(services, owner, anInvoice(customerId, { lineItems })),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Item not found' });
    expect((await listInvoices(db.orm, owner, {}, services.clock.now())).rows).toEqual([]);
  });

  it('gives a number once, even to a deleted invoice, and suggests the next free one', async () => {
    const { owner, customerId } = await setUp();
    const first = await createInvoice(
      services,
      owner,
      anInvoice(customerId, { invoiceNumber: 'INV-2026-0099' }),
    );
    await createInvoice(services, owner, anInvoice(customerId, { invoiceNumber: 'INV-2026-0100' }));
    await deleteInvoice(services, owner, first.id);
    await expect(
      createInvoice(services, owner, anInvoice(customerId, { invoiceNumber: 'INV-2026-0099' })),
    ).rejects.toMatchObject({
      code: 'NUMBER_TAKEN',
      status: 409,
      message: 'Invoice number INV-2026-0099 is already used',
      details: { suggestion: 'INV-2026-0101' },
    });
    const other = await setUp();
    const theirs = anInvoice(other.customerId, { invoiceNumber: 'INV-2026-0099' });
    await expect(createInvoice(services, other.owner, theirs)).resolves.toBeTruthy();
  });

  it('takes numbers that read the same for one, and a save keeps its own', async () => {
    const { owner, customerId } = await setUp();
    const numbered = (invoiceNumber: string) => anInvoice(customerId, { invoiceNumber });
    const first = await createInvoice(services, owner, numbered('INV-\uff11'));
    for (const double of ['INV-1', 'inv-1', 'Inv-\uff11', 'INV\uff0d\uff11', 'IN\u3164V-1']) {
      await expect(createInvoice(services, owner, numbered(double))).rejects.toMatchObject({
        code: 'NUMBER_TAKEN',
        message: `Invoice number ${double.replace('\u3164', '')} is already used`,
        details: { suggestion: expect.stringMatching(/2|\uff11-2/) },
      });
    }
    const renamed = { ...numbered('inv-1'), id: first.id };
    expect(await updateInvoice(services, owner, renamed)).toMatchObject({ invoiceNumber: 'inv-1' });
    const second = await createInvoice(services, owner, numbered('INV-2'));
    await expect(
      updateInvoice(services, owner, { ...numbered('\uff29NV-1'), id: second.id }),
    ).rejects.toMatchObject({ code: 'NUMBER_TAKEN', details: { suggestion: '\uff29NV-3' } });
  });

  it('lets one of twenty at once have a number', async () => {
    const { owner, customerId } = await setUp();
    const input = anInvoice(customerId, { invoiceNumber: 'INV-RACE' });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => createInvoice(services, owner, input)),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.code).toBe('NUMBER_TAKEN');
    }
  });

  it('answers the same key with the same invoice, also many at once', async () => {
    const { owner, customerId } = await setUp({ subscriptionStatus: 'trial' });
    const input = anInvoice(customerId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => createInvoice(services, owner, input, 'key-1')),
    );
    expect(new Set(answers.map((invoice) => invoice.id)).size).toBe(1);
    expect(await createInvoice(services, owner, input, 'key-1')).toEqual(answers[0]);
    expect((await listInvoices(db.orm, owner, {}, services.clock.now())).rows).toHaveLength(1);
    expect(await trialUsed(owner)).toBe(1);
    await expect(
      createInvoice(services, owner, anInvoice(customerId), 'key-1'),
    ).rejects.toMatchObject({ code: 'KEY_REUSED', status: 422 });
  });

  it('leaves a key free after a failure', async () => {
    const { owner, customerId } = await setUp();
    const taken = anInvoice(customerId);
    await createInvoice(services, owner, taken);
    await expect(createInvoice(services, owner, taken, 'key-2')).rejects.toMatchObject({
      code: 'NUMBER_TAKEN',
    });
    const fixed = anInvoice(customerId);
    await expect(createInvoice(services, owner, fixed, 'key-2')).resolves.toBeTruthy();
  });

  it('ends a trial at ten, also when eleven come at once, and deleting gives nothing back', async () => {
    const { owner, customerId } = await setUp({ subscriptionStatus: 'trial' });
    const results = await Promise.allSettled(
      Array.from({ length: 11 }, () => createInvoice(services, owner, anInvoice(customerId))),
    );
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(made).toHaveLength(10);
    expect(await trialUsed(owner)).toBe(10);
    await deleteInvoice(services, owner, made[0]?.id ?? 0);
    await expect(createInvoice(services, owner, anInvoice(customerId))).rejects.toMatchObject({
      status: 403,
      message: 'Your free trial has expired, please choose a plan to continue using the product',
      details: { requiresSubscription: true },
    });
  });

  it('counts nothing against a trial when the invoice is refused', async () => {
    const { owner, customerId } = await setUp({ subscriptionStatus: 'trial' });
    const input = anInvoice(customerId);
    await createInvoice(services, owner, input);
    await expect(createInvoice(services, owner, input)).rejects.toThrow();
    expect(await trialUsed(owner)).toBe(1);
  });

  it('refuses a canceled subscription', async () => {
    const { owner, customerId } = await setUp({ subscriptionStatus: 'canceled' });
    await expect(createInvoice(services, owner, anInvoice(customerId))).rejects.toMatchObject({
      status: 403,
      details: { requiresSubscription: true },
    });
  });

  it('never leaves an invoice with a customer deleted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, customerId } = await setUp();
      const [made, deleted] = await Promise.allSettled([
        createInvoice(services, owner, anInvoice(customerId)),
        deleteCustomer(services, owner, customerId),
      ]);
      expect([made.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('is held to its rules by the database itself', async () => {
    const { owner, customerId } = await setUp();
    const other = await setUp();
    const invoice = await createInvoice(services, owner, anInvoice(customerId));
    const update = (set: ReturnType<typeof sql>) =>
      db.orm.execute(
        sql`update invoices set ${set} where business_id = ${owner} and id = ${invoice.id}`,
      );
    await expect(update(sql`customer_id = ${other.customerId}`)).rejects.toThrow();
    await expect(update(sql`total = total + 0.01`)).rejects.toThrow();
    await expect(update(sql`status = 'void'`)).rejects.toThrow();
    await expect(
      db.orm.execute(sql`update invoice_line_items set total = total + 0.01
        where business_id = ${owner} and invoice_id = ${invoice.id}`),
    ).rejects.toThrow();
  });
});
