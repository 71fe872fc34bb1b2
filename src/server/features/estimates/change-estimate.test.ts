import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { anEstimate } from '../../../../test/factories/estimate.ts';
import { aCustomer, anItem } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { money } from '../../../shared/money/money.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';
import { readCustomer } from '../customers/customer.store.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../customers/save-customer.ts';
import { ESTIMATE_NUMBERS, nextNumber } from '../documents/document-numbers.ts';
import { createItem } from '../items/save-item.ts';
import { expireEstimates } from './expire-estimates.job.ts';
import { listEstimates, readEstimate, summarizeEstimates } from './read-estimates.ts';
import {
  createEstimate,
  deleteEstimate,
  restoreEstimate,
  updateEstimate,
} from './save-estimate.ts';

const NONE = { count: 0, sums: [] };

describeOnDatabase('estimates', { owned: true }, (db) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const services = { db, clock: { now: () => now } };
  const setUp = async () => {
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    return { owner, customerId: customer.id };
  };
  const listNumbers = async (owner: string, query = {}) =>
    (await listEstimates(db.orm, owner, query)).rows.map((one) => one.estimateNumber);

  it('compute every amount themselves and refuse what does not fit, naming the field', async () => {
    const { owner, customerId } = await setUp();
    const estimate = await createEstimate(services, owner, anEstimate(customerId));
    expect(estimate).toMatchObject({
      status: 'draft',
      subtotal: '3115.00',
      taxAmount: '218.05',
      total: '3333.05',
      currency: 'USD',
      version: 1,
      invoice: null,
      customer: { id: customerId, name: 'Marta Lindqvist', company: 'Harbor & Pine Coffee' },
      history: [{ type: 'estimate.created', data: { status: 'draft' } }],
    });
    expect(estimate.lineItems.map((line) => [line.quantity, line.total])).toEqual([
      ['1.00', '2400.00'],
      ['6.50', '715.00'],
    ]);
    const huge = [{ description: 'Too much', quantity: '99999999.99', unitPrice: '2' }];
    await expect(
      createEstimate(services, owner, anEstimate(customerId, { lineItems: huge })),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      details: { fields: [{ path: 'lineItems.0.unitPrice' }] },
    });
  });

  it('answer 404 for a customer, an item or an estimate of another owner', async () => {
    const { owner, customerId } = await setUp();
    const other = await setUp();
    const input = anEstimate(customerId);
    const { id } = await createEstimate(services, owner, input);
    const foreign = await createItem(services, other.owner, anItem());
    const lineItems = [{ itemId: foreign.id, description: 'x', quantity: 1, unitPrice: 1 }];
    const missing = { code: 'NOT_FOUND' };
    for (const wrong of [anEstimate(other.customerId), anEstimate(customerId, { lineItems })]) {
      await expect(createEstimate(services, owner, wrong)).rejects.toMatchObject(missing);
      await expect(updateEstimate(services, owner, { ...wrong, id })).rejects.toMatchObject(
        missing,
      );
    }
    const theirs = { ...input, id, customerId: other.customerId };
    await expect(updateEstimate(services, other.owner, theirs)).rejects.toMatchObject(missing);
    await expect(deleteEstimate(services, other.owner, id)).rejects.toMatchObject(missing);
    await expect(restoreEstimate(services, other.owner, id)).rejects.toMatchObject(missing);
    await expect(readEstimate(db.orm, other.owner, id)).rejects.toMatchObject(missing);
    expect(await readEstimate(db.orm, owner, id)).toMatchObject({ version: 1 });
  });

  it('have a number once, also when twenty ask for it, and the next free one is offered', async () => {
    const { owner, customerId } = await setUp();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        createEstimate(
          services,
          owner,
          anEstimate(customerId, { estimateNumber: 'EST-2026-0099' }),
        ),
      ),
    );
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of outcomes) {
      if (one.status === 'rejected') {
        expect(one.reason).toMatchObject({
          code: 'NUMBER_TAKEN',
          message: 'Estimate number EST-2026-0099 is already used',
          details: { suggestion: 'EST-2026-0100', fields: [{ path: 'estimateNumber' }] },
        });
      }
    }
    const at = new Date(1_800_000_000_099);
    expect(await nextNumber(ESTIMATE_NUMBERS, db.orm, owner, at, '2026')).toBe('EST-2026-0100');
  });

  it('with one key are one, however often and many at a time', async () => {
    const { owner, customerId } = await setUp();
    const input = anEstimate(customerId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createEstimate(services, owner, input, 'a key')),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await listNumbers(owner)).toEqual([input.estimateNumber]);
  });

  it('are saved from the version that was read, and tell their way', async () => {
    const { owner, customerId } = await setUp();
    const input = anEstimate(customerId);
    const { id } = await createEstimate(services, owner, input);
    const { notes: _notes, status: _status, ...without } = input;
    const sent = await updateEstimate(services, owner, {
      ...without,
      id,
      version: 1,
      status: 'sent',
    });
    expect(sent).toMatchObject({ status: 'sent', version: 2, notes: 'Two rounds of changes' });
    await expect(
      updateEstimate(services, owner, { ...input, id, version: 1 }),
    ).rejects.toMatchObject({
      code: 'STALE',
      details: { current: { version: 2, status: 'sent' } },
    });
    const outcomes = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((text) =>
        updateEstimate(services, owner, { ...without, id, version: 2, notes: text }),
      ),
    );
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const status of ['rejected', 'sent', 'expired', 'draft', 'draft'] as const) {
      await updateEstimate(services, owner, { ...without, id, status });
    }
    const { history } = await readEstimate(db.orm, owner, id);
    const kinds = history.map(({ type }) => type);
    expect(kinds).toEqual([
      'estimate.reopened',
      'estimate.expired',
      'estimate.reopened',
      'estimate.rejected',
      'estimate.edited',
      'estimate.sent',
      'estimate.created',
    ]);
    expect(history.find(({ type }) => type === 'estimate.rejected')?.data).toEqual({
      from: 'sent',
      to: 'rejected',
    });
  });

  it('are listed newest first, page by page, by status and by words; their sum is the list’s', async () => {
    const { owner, customerId } = await setUp();
    const make = (estimateNumber: string, issueDate: string, status = 'draft') =>
      createEstimate(
        services,
        owner,
        anEstimate(customerId, { estimateNumber, issueDate, status }),
      );
    await make('E-1', '2026-11-01');
    await make('E-2', '2026-11-03', 'sent');
    await make('E-3', '2026-11-02', 'sent');
    expect(await listNumbers(owner)).toEqual(['E-2', 'E-3', 'E-1']);
    expect(await listNumbers(owner, { status: 'sent' })).toEqual(['E-2', 'E-3']);
    const first = await listEstimates(db.orm, owner, { limit: 2 });
    expect(first.rows[0]?.lineItems).toBeUndefined();
    expect(await listNumbers(owner, { limit: 2, cursor: first.next })).toEqual(['E-1']);
    expect(await listNumbers(owner, { search: 'pine e-3' })).toEqual(['E-3']);
    expect(await listNumbers(owner, { search: 'lindqvist', status: 'draft' })).toEqual(['E-1']);
    expect(await summarizeEstimates(db.orm, owner, { status: 'sent', search: 'harbor' })).toEqual({
      count: 2,
      sums: [money('6666.10', 'USD')],
      byStatus: {
        draft: { count: 1, sums: [money('3333.05', 'USD')] },
        sent: { count: 2, sums: [money('6666.10', 'USD')] },
        accepted: NONE,
        rejected: NONE,
        expired: NONE,
      },
    });
    const all = await summarizeEstimates(db.orm, owner, {});
    expect(all).toMatchObject({
      count: 3,
      sums: [money('9999.15', 'USD')],
      byStatus: { sent: { count: 2 } },
    });
    expect(await summarizeEstimates(db.orm, owner, { search: 'nobody' })).toMatchObject(NONE);
    // A customer's new name finds their estimates, and the old one no longer does.
    const customer = await readCustomer(db.orm, owner, customerId, services.clock.now());
    await updateCustomer(services, owner, { ...customer, name: 'Nadia Okafor', company: null });
    expect(await listNumbers(owner, { search: 'okafor' })).toHaveLength(3);
    expect(await listNumbers(owner, { search: 'lindqvist' })).toEqual([]);
  });

  it('deleted are gone at once, keep their number, and come back for 30 days with their customer', async () => {
    const { owner, customerId } = await setUp();
    const input = anEstimate(customerId);
    const { id } = await createEstimate(services, owner, input);
    await expect(deleteCustomer(services, owner, customerId)).rejects.toMatchObject({
      code: 'IN_USE',
      message: 'Marta Lindqvist cannot be deleted: there is 1 estimate',
      details: { invoices: 0, estimates: 1, creditNotes: 0, payments: 0 },
    });
    const gone = await Promise.allSettled(
      Array.from({ length: 5 }, () => deleteEstimate(services, owner, id)),
    );
    expect(gone.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await listNumbers(owner)).toEqual([]);
    await expect(createEstimate(services, owner, input)).rejects.toMatchObject({
      code: 'NUMBER_TAKEN',
    });
    await deleteCustomer(services, owner, customerId);
    const in30Days = { db, clock: { now: () => new Date(now.getTime() + 30 * 86_400_000) } };
    const later = { db, clock: { now: () => new Date(now.getTime() + 30 * 86_400_000 + 1) } };
    await expect(restoreEstimate(later, owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const back = await restoreEstimate(in30Days, owner, id);
    expect(back).toMatchObject({
      id,
      customerId,
      history: [{ type: 'estimate.restored' }, {}, {}],
    });
    expect((await readCustomer(db.orm, owner, customerId, services.clock.now())).name).toBe(
      'Marta Lindqvist',
    );
    expect(await restoreEstimate(services, owner, id)).toEqual(back);
  });

  it('expire after their last day, where the business is, once', async () => {
    const { owner, customerId } = await setUp();
    const tokyo = await setUp();
    await db.orm
      .update(businessProfiles)
      .set({ timeZone: 'Asia/Tokyo' })
      .where(eq(businessProfiles.businessId, tokyo.owner));
    const make = async (of: { owner: string; customerId: number }, status = 'sent') => {
      const values = { status, expiryDate: '2026-12-20' };
      return (await createEstimate(services, of.owner, anEstimate(of.customerId, values))).id;
    };
    const mine = { owner, customerId };
    const [sent, draft, theirs, deleted] = [
      await make(mine),
      await make(mine, 'draft'),
      await make(tokyo),
      await make(mine),
    ];
    await deleteEstimate(services, owner, deleted);
    const at = (time: string) => ({ db, clock: { now: () => new Date(time) } });
    const readStatus = async (of: string, id: number) =>
      (await readEstimate(db.orm, of, id)).status;

    await expireEstimates(at('2026-12-20T14:59:00Z'));
    expect(await readStatus(tokyo.owner, theirs)).toBe('sent');
    await expireEstimates(at('2026-12-20T15:00:00Z'));
    expect(await readStatus(tokyo.owner, theirs)).toBe('expired');
    expect(await readStatus(owner, sent)).toBe('sent');

    const night = at('2026-12-21T12:00:00Z');
    await Promise.all([expireEstimates(night), expireEstimates(night), expireEstimates(night)]);
    await expireEstimates(night);
    const { status, version, history } = await readEstimate(db.orm, owner, sent);
    expect({ status, version }).toEqual({ status: 'expired', version: 2 });
    expect(history).toMatchObject([
      { type: 'estimate.expired', data: { expiryDate: '2026-12-20' } },
      { type: 'estimate.created' },
    ]);
    expect(await readStatus(owner, draft)).toBe('draft');
  });
});
