import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { anEstimate } from '../../../../test/factories/estimate.ts';
import { aCustomer, anInvoice, anItem } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { defaultEstimateTerms } from '../../../shared/estimates/estimate-status.ts';
import { businesses } from '../../db/tables/businesses.table.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { deleteInvoice, restoreInvoice } from '../invoices/delete-invoice.ts';
import { listInvoices, readInvoice } from '../invoices/read-invoices.ts';
import { createInvoice } from '../invoices/save-invoice.ts';
import { createItem } from '../items/save-item.ts';
import { convertEstimate } from './convert-estimate.ts';
import { readEstimate } from './read-estimates.ts';
import {
  createEstimate,
  deleteEstimate,
  restoreEstimate,
  updateEstimate,
} from './save-estimate.ts';

describeOnDatabase('an estimate becomes an invoice', (db) => {
  // Half past four in the afternoon in New York, and tomorrow in Tokyo.
  const at = new Date('2026-11-20T21:30:00Z');
  const services = { db, clock: { now: () => at } };
  const setUp = async (user: Parameters<typeof makeOwner>[1] = {}) => {
    const owner = await makeOwner(db, user);
    const customer = await createCustomer(services, owner, aCustomer());
    return { owner, customerId: customer.id };
  };
  const ownInvoices = async (owner: string) =>
    (await listInvoices(db.orm, owner, {}, services.clock.now())).rows;
  const trialUsed = async (owner: string) =>
    (await db.orm.select().from(businesses).where(eq(businesses.id, owner)))[0]?.trialInvoicesUsed;

  it('with its customer, lines, tax and notes, as a draft issued today where the business is', async () => {
    const { owner, customerId } = await setUp();
    await db.orm
      .update(businessProfiles)
      .set({ timeZone: 'Asia/Tokyo' })
      .where(eq(businessProfiles.businessId, owner));
    const item = await createItem(services, owner, anItem());
    const estimate = await createEstimate(
      services,
      owner,
      anEstimate(customerId, {
        lineItems: [
          { itemId: item.id, description: 'Photography', quantity: '0.5', unitPrice: '650' },
          { description: 'Second\nof two lines', quantity: '2', unitPrice: '0.35' },
        ],
      }),
    );
    const invoice = await convertEstimate(services, owner, estimate.id);
    expect(invoice).toMatchObject({
      customerId,
      status: 'draft',
      invoiceNumber: `INV-2026-${String(at.getTime()).slice(-4)}`,
      issueDate: '2026-11-21',
      dueDate: '2026-12-21',
      taxRate: '7.00',
      subtotal: estimate.subtotal,
      taxAmount: estimate.taxAmount,
      total: estimate.total,
      notes: 'Two rounds of changes',
      terms: 'Half in advance',
      estimate: { id: estimate.id, estimateNumber: estimate.estimateNumber },
      lineItems: [
        { itemId: item.id, description: 'Photography', quantity: '0.50', unitPrice: '650.00' },
        { itemId: null, description: 'Second\nof two lines', quantity: '2.00' },
      ],
    });
    const stored = await readEstimate(db.orm, owner, estimate.id);
    const made = { invoiceId: invoice.id, invoiceNumber: invoice.invoiceNumber };
    expect(stored).toMatchObject({
      status: 'accepted',
      invoice: { id: invoice.id, invoiceNumber: invoice.invoiceNumber, deleted: false },
      version: estimate.version + 1,
    });
    expect(stored.history[0]).toMatchObject({ type: 'estimate.converted', data: made });
    expect(stored.history).toHaveLength(2);
  });

  it('leaves out its own terms of expiry, and keeps a flat tax', async () => {
    const { owner, customerId } = await setUp();
    const estimate = await createEstimate(
      services,
      owner,
      anEstimate(customerId, {
        terms: defaultEstimateTerms(15),
        taxRate: '0',
        taxAmount: '12.34',
        status: 'sent',
      }),
    );
    expect(await convertEstimate(services, owner, estimate.id)).toMatchObject({
      terms: null,
      taxRate: '0.00',
      taxAmount: '12.34',
      total: estimate.total,
    });
  });

  it('once, however many ask at a time, and counts once against the trial', async () => {
    const { owner, customerId } = await setUp({
      subscriptionStatus: 'trial',
      trialInvoicesUsed: 3,
    });
    const { id } = await createEstimate(services, owner, anEstimate(customerId));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => convertEstimate(services, owner, id)),
    );
    expect(new Set(answers.map((invoice) => invoice.id)).size).toBe(1);
    expect(await ownInvoices(owner)).toHaveLength(1);
    expect(await trialUsed(owner)).toBe(4);
    const { history } = await readEstimate(db.orm, owner, id);
    expect(history.filter(({ type }) => type === 'estimate.converted')).toHaveLength(1);
    expect((await convertEstimate(services, owner, id)).id).toBe(answers[0]?.id);
  });

  it('once, when it is converted and saved as accepted at the same moment', async () => {
    const { owner, customerId } = await setUp({ subscriptionStatus: 'trial' });
    for (let round = 1; round <= 5; round += 1) {
      const input = anEstimate(customerId);
      const { id } = await createEstimate(services, owner, input);
      const accepted = { ...input, id, status: 'accepted' } as const;
      const outcomes = await Promise.allSettled([
        updateEstimate(services, owner, accepted),
        convertEstimate(services, owner, id),
        updateEstimate(services, owner, { ...accepted, version: 1 }),
        convertEstimate(services, owner, id),
      ]);
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason : []));
      expect(refused.length).toBeGreaterThan(0);
      for (const reason of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
      const { invoice, status } = await readEstimate(db.orm, owner, id);
      expect(status).toBe('accepted');
      expect(await ownInvoices(owner)).toHaveLength(round);
      expect(
        (await readInvoice(db.orm, owner, invoice!.id, services.clock.now())).estimate?.id,
      ).toBe(id);
    }
    expect(await trialUsed(owner)).toBe(5);
  });

  it('under the next free number, also when many are converted at once', async () => {
    const { owner, customerId } = await setUp();
    const number = `INV-2026-${String(at.getTime()).slice(-4)}`;
    await createInvoice(services, owner, anInvoice(customerId, { invoiceNumber: number }));
    const estimates = await Promise.all(
      Array.from({ length: 8 }, () => createEstimate(services, owner, anEstimate(customerId))),
    );
    const made = await Promise.all(estimates.map(({ id }) => convertEstimate(services, owner, id)));
    expect(new Set(made.map((invoice) => invoice.invoiceNumber)).size).toBe(8);
    expect(made.map((invoice) => invoice.invoiceNumber)).not.toContain(number);
  });

  it('by being saved or created as accepted', async () => {
    const { owner, customerId } = await setUp();
    const input = anEstimate(customerId, { status: 'sent' });
    const { id, version } = await createEstimate(services, owner, input);
    const saved = await updateEstimate(services, owner, {
      ...input,
      id,
      version,
      status: 'accepted',
      notes: 'As agreed on the phone',
      lineItems: [{ description: 'Less than before', quantity: '1.00', unitPrice: '100.00' }],
    });
    // What the invoice says is what was saved in this step.
    expect(await readInvoice(db.orm, owner, saved.invoice!.id, services.clock.now())).toMatchObject(
      {
        notes: 'As agreed on the phone',
        terms: 'Half in advance',
        total: '107.00',
        lineItems: [{ description: 'Less than before' }],
      },
    );
    expect(saved.history.map(({ type }) => type)).toEqual([
      'estimate.accepted',
      'estimate.edited',
      'estimate.created',
    ]);
    expect(saved.history[0]?.data).toEqual({
      invoiceId: saved.invoice!.id,
      invoiceNumber: saved.invoice!.invoiceNumber,
    });

    const born = anEstimate(customerId, { status: 'accepted' });
    const twice = await Promise.all([
      createEstimate(services, owner, born, 'key-1'),
      createEstimate(services, owner, born, 'key-1'),
    ]);
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0].invoice).not.toBeNull();
    expect(await ownInvoices(owner)).toHaveLength(2);
  });

  it('not beyond the trial: everything stays as it was', async () => {
    const { owner, customerId } = await setUp({
      subscriptionStatus: 'trial',
      trialInvoicesUsed: 10,
    });
    const input = anEstimate(customerId);
    const { id } = await createEstimate(services, owner, input);
    const over = { code: 'SUBSCRIPTION_REQUIRED', details: { requiresSubscription: true } };
    await expect(convertEstimate(services, owner, id)).rejects.toMatchObject(over);
    await expect(
      updateEstimate(services, owner, { ...input, id, status: 'accepted', notes: 'Changed' }),
    ).rejects.toMatchObject(over);
    await expect(
      createEstimate(services, owner, anEstimate(customerId, { status: 'accepted' })),
    ).rejects.toMatchObject(over);
    expect(await readEstimate(db.orm, owner, id)).toMatchObject({
      status: 'draft',
      invoice: null,
      version: 1,
      notes: 'Two rounds of changes',
    });
    expect(await ownInvoices(owner)).toEqual([]);
    const { rows } = await db.orm.execute<{ n: string }>(
      sql`select count(*) as n from estimates where business_id = ${owner}`,
    );
    expect(Number(rows[0]?.n)).toBe(1);
  });

  it('not from rejected or expired, not for another owner, not once deleted', async () => {
    const { owner, customerId } = await setUp();
    const other = await setUp();
    for (const status of ['rejected', 'expired'] as const) {
      const { id } = await createEstimate(services, owner, anEstimate(customerId, { status }));
      await expect(convertEstimate(services, owner, id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: `This estimate is ${status}. Set it back to draft or sent before you convert it.`,
      });
    }
    const { id } = await createEstimate(services, owner, anEstimate(customerId));
    await expect(convertEstimate(services, other.owner, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Estimate not found',
    });
    await deleteEstimate(services, owner, id);
    await expect(convertEstimate(services, owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ownInvoices(owner)).toEqual([]);
  });

  it('and is changed no more; it can be deleted, and the invoice stays', async () => {
    const { owner, customerId } = await setUp();
    const input = anEstimate(customerId);
    const { id } = await createEstimate(services, owner, input);
    const invoice = await convertEstimate(services, owner, id);
    await expect(updateEstimate(services, owner, { ...input, id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `This estimate became invoice ${invoice.invoiceNumber}. Change the invoice instead.`,
    });
    await deleteEstimate(services, owner, id);
    expect(
      (await readInvoice(db.orm, owner, invoice.id, services.clock.now())).estimate,
    ).toBeNull();
    expect((await restoreEstimate(services, owner, id)).invoice?.id).toBe(invoice.id);
    expect((await convertEstimate(services, owner, id)).id).toBe(invoice.id);
  });

  it('whose deletion is told, as long as it can be taken back and after', async () => {
    const { owner, customerId } = await setUp();
    const { id } = await createEstimate(services, owner, anEstimate(customerId));
    const invoice = await convertEstimate(services, owner, id);
    await deleteInvoice(services, owner, invoice.id);
    expect((await readEstimate(db.orm, owner, id)).invoice).toMatchObject({ deleted: true });
    await expect(convertEstimate(services, owner, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `This estimate became invoice ${invoice.invoiceNumber}, which was deleted. The invoice can be restored.`,
      details: { invoiceId: invoice.id, restorable: true },
    });
    const later = { db, clock: { now: () => new Date(at.getTime() + 31 * 86_400_000) } };
    await expect(convertEstimate(later, owner, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { restorable: false },
    });
    await restoreInvoice(services, owner, invoice.id);
    expect((await convertEstimate(services, owner, id)).id).toBe(invoice.id);
    expect(await ownInvoices(owner)).toHaveLength(1);
  });
});
