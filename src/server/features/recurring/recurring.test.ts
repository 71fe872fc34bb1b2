import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anItem } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { aRecurring } from '../../../../test/factories/recurring.ts';
import { createCustomer, updateCustomer } from '../customers/save-customer.ts';
import { readInvoice } from '../invoices/index.ts';
import { createItem } from '../items/save-item.ts';
import {
  pauseRecurring,
  resumeRecurring,
  runRecurring,
  skipOccurrence,
} from './change-recurring.ts';
import { listRecurring, readRecurring, summarizeRecurring } from './read-recurring.ts';
import {
  createRecurring,
  deleteRecurring,
  restoreRecurring,
  updateRecurring,
} from './save-recurring.ts';

const NOT_FOUND = { code: 'NOT_FOUND' };

describeOnDatabase('recurring invoices', (db) => {
  const time = { now: new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock: { now: () => time.now } };
  const setUp = async (values: object = {}) => {
    time.now = new Date('2026-11-20T12:00:00Z');
    const owner = await makeOwner(db, values);
    const customer = await createCustomer(
      services,
      owner,
      aCustomer({ email: 'm@harbor.example' }),
    );
    return { owner, customerId: customer.id };
  };
  const refused = (path: string, message: string) => ({
    code: 'VALIDATION',
    message,
    details: { fields: [{ path, message }] },
  });

  it('say their next six days, and what an invoice comes to', async () => {
    const { owner, customerId } = await setUp();
    const made = await createRecurring(services, owner, aRecurring(customerId));
    expect(made).toMatchObject({
      name: 'Retainer',
      status: 'active',
      nextDate: '2026-12-01',
      madeCount: 0,
      currency: 'USD',
      total: '1070.00',
      problem: null,
      delivery: 'draft',
      catchUp: 'all',
      notes: 'For {month} {year}',
      customer: { id: customerId, name: 'Marta Lindqvist' },
      schedule: { startDate: '2026-12-01', unit: 'month', every: 1, dayOfMonth: null },
      lineItems: [{ description: 'Retainer {period}', quantity: '1.00', unitPrice: '1000.00' }],
      runs: [],
    });
    expect(made.upcoming).toHaveLength(6);
    expect(made.upcoming[1]).toEqual({
      date: '2027-01-01',
      onDate: '2027-01-01',
      isSkipped: false,
      periodFrom: '2027-01-01',
      periodTo: '2027-01-31',
    });
  });

  it('begin with the first day from today on, and refuse a schedule of the past', async () => {
    const { owner, customerId } = await setUp();
    const since = { startDate: '2026-01-31', unit: 'month', maxOccurrences: 2 };
    const made = await createRecurring(
      services,
      owner,
      aRecurring(customerId, { schedule: since }),
    );
    expect(made.upcoming.map(({ date }) => date)).toEqual(['2026-11-30', '2026-12-31']);
    const over = { ...since, maxOccurrences: null, endDate: '2026-11-19' };
    await expect(
      createRecurring(services, owner, aRecurring(customerId, { schedule: over })),
    ).rejects.toMatchObject(
      refused(
        'schedule.endDate',
        'No day of the schedule is left from today, Nov 20, 2026, on: choose a later end date',
      ),
    );
  });

  it('refuse what no invoice could say, by its field', async () => {
    const { owner, customerId } = await setUp();
    const other = await setUp();
    const create = (values: object) =>
      createRecurring(services, owner, aRecurring(customerId, values));
    await expect(create({ customerId: other.customerId })).rejects.toMatchObject(NOT_FOUND);
    const foreign = await createItem(services, other.owner, anItem());
    const line = { description: 'x', quantity: 1, unitPrice: 1 };
    await expect(create({ lineItems: [{ ...line, itemId: foreign.id }] })).rejects.toMatchObject(
      NOT_FOUND,
    );
    await expect(
      create({ taxRate: 0, lineItems: [{ ...line, taxes: [{ taxRateId: 999_999 }] }] }),
    ).rejects.toMatchObject(NOT_FOUND);
    // Fits as it is typed, and not in September.
    const long = `{month}${'x'.repeat(1_992)}`;
    await expect(create({ lineItems: [{ ...line, description: long }] })).rejects.toMatchObject(
      refused('lineItems.0.description', 'Description must be at most 2,000 characters'),
    );
  });

  it('are made now: one invoice with its variables in words, which says where it is from', async () => {
    const { owner, customerId } = await setUp();
    const { id } = await createRecurring(services, owner, aRecurring(customerId));
    const after = await runRecurring(services, owner, { id, date: '2026-12-01' });
    expect(after).toMatchObject({ nextDate: '2027-01-01', madeCount: 1, status: 'active' });
    const [run] = after.runs;
    expect(run).toMatchObject({
      date: '2026-12-01',
      outcome: 'made',
      invoice: { status: 'draft', total: '1070.00', issueDate: '2026-11-20' },
    });
    const invoice = await readInvoice(db.orm, owner, run?.invoice?.id ?? 0, time.now);
    expect(invoice).toMatchObject({
      recurringId: id,
      notes: 'For December 2026',
      dueDate: '2026-12-20',
      lineItems: [{ description: 'Retainer Dec 1 – 31, 2026' }],
      history: [
        { type: 'invoice.created', data: { status: 'draft', recurringId: id, date: '2026-12-01' } },
      ],
    });
  });

  it('are made once for a key, and once for the day that was pressed for', async () => {
    const { owner, customerId } = await setUp();
    const { id } = await createRecurring(services, owner, aRecurring(customerId));
    const input = { id };
    const run = () => runRecurring(services, owner, input, 'one key');
    const answers = await Promise.all([run(), run(), run()]);
    expect(answers.map(({ madeCount }) => madeCount)).toEqual([1, 1, 1]);
    const pressed = { id, date: '2027-01-01' };
    const twice = await Promise.allSettled([
      runRecurring(services, owner, pressed),
      runRecurring(services, owner, pressed),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(runRecurring(services, owner, pressed)).rejects.toMatchObject({
      code: 'STALE',
      message: 'The next invoice is that of Feb 01, 2027 by now',
    });
    expect((await readRecurring(db.orm, owner, id, time.now)).madeCount).toBe(2);
  });

  it('skip the next, and end with their number of invoices, skipped ones not counted', async () => {
    const { owner, customerId } = await setUp();
    const schedule = { startDate: '2026-12-31', unit: 'month', maxOccurrences: 2 };
    const { id } = await createRecurring(services, owner, aRecurring(customerId, { schedule }));
    await skipOccurrence(services, owner, { id });
    await runRecurring(services, owner, { id });
    const ended = await runRecurring(services, owner, { id });
    expect(ended).toMatchObject({ status: 'ended', nextDate: null, madeCount: 2, upcoming: [] });
    expect(ended.runs.map(({ date, outcome }) => [date, outcome])).toEqual([
      ['2027-02-28', 'made'],
      ['2027-01-31', 'made'],
      ['2026-12-31', 'skipped'],
    ]);
    const over = { code: 'CONFLICT' };
    await expect(runRecurring(services, owner, { id })).rejects.toMatchObject({
      ...over,
      message: 'This recurring invoice has ended. Change its schedule before you make an invoice.',
    });
    await expect(skipOccurrence(services, owner, { id })).rejects.toMatchObject(over);
    await expect(pauseRecurring(services, owner, id)).rejects.toMatchObject(over);
    await expect(resumeRecurring(services, owner, { id })).rejects.toMatchObject(over);
    // More of them: it goes on behind the last.
    const more = { ...ended.schedule, maxOccurrences: 3 };
    expect(await updateRecurring(services, owner, { id, schedule: more })).toMatchObject({
      status: 'active',
      nextDate: '2027-03-31',
    });
  });

  it('keep what an edit does not name, and go on behind what was made', async () => {
    const { owner, customerId } = await setUp();
    const before = await createRecurring(
      services,
      owner,
      aRecurring(customerId, { delivery: 'send', dueDays: 5 }),
    );
    const { id, version } = before;
    await runRecurring(services, owner, { id });
    const schedule = { ...before.schedule, startDate: '2026-11-15', unit: 'week' as const };
    const after = await updateRecurring(services, owner, { id, version, name: 'Care', schedule });
    expect(after).toMatchObject({
      name: 'Care',
      delivery: 'send',
      dueDays: 5,
      version: version + 1,
      // The invoice of Dec 01 is made, so days before are not asked for again.
      nextDate: '2026-12-06',
      lineItems: before.lineItems,
    });
    await expect(
      updateRecurring(services, owner, { id, version, name: 'Lost' }),
    ).rejects.toMatchObject({ code: 'STALE', details: { current: { name: 'Care' } } });
    const ended = { ...schedule, endDate: '2026-12-05' };
    expect(await updateRecurring(services, owner, { id, schedule: ended })).toMatchObject({
      status: 'ended',
      nextDate: null,
    });
  });

  it('pause and resume, from a day if one is told', async () => {
    const { owner, customerId } = await setUp();
    const { id } = await createRecurring(services, owner, aRecurring(customerId));
    expect((await pauseRecurring(services, owner, id)).status).toBe('paused');
    expect((await pauseRecurring(services, owner, id)).version).toBe(2);
    const gone = await resumeRecurring(services, owner, { id, from: '2027-02-15' });
    expect(gone).toMatchObject({ status: 'active', nextDate: '2027-03-01' });
    expect(gone.runs.map(({ date, outcome }) => [date, outcome])).toEqual([
      ['2027-02-01', 'skipped'],
      ['2027-01-01', 'skipped'],
      ['2026-12-01', 'skipped'],
    ]);
    await pauseRecurring(services, owner, id);
    const end = { ...gone.schedule, endDate: '2027-04-01' };
    await updateRecurring(services, owner, { id, schedule: end });
    await expect(
      resumeRecurring(services, owner, { id, from: '2027-05-01' }),
    ).rejects.toMatchObject(refused('from', 'No day of the schedule is left from May 01, 2027 on'));
    expect((await readRecurring(db.orm, owner, id, time.now)).status).toBe('paused');
  });

  it('are listed by their next day, found, counted and summed by the month', async () => {
    const { owner, customerId } = await setUp();
    const make = (values: object) =>
      createRecurring(services, owner, aRecurring(customerId, { taxRate: 0, ...values }));
    await make({ name: 'Yearly', schedule: { startDate: '2027-01-01', unit: 'year' } });
    await make({ name: 'Monthly' });
    const { id } = await make({
      name: 'Ended',
      schedule: { startDate: '2026-11-30', unit: 'day', maxOccurrences: 1 },
    });
    await runRecurring(services, owner, { id });
    await make({
      name: 'Euro',
      currency: 'EUR',
      schedule: { startDate: '2027-02-01', unit: 'quarter' },
    });
    const names = async (query: object) =>
      (await listRecurring(db.orm, owner, query)).rows.map(({ name }) => name);
    expect(await names({})).toEqual(['Monthly', 'Yearly', 'Euro', 'Ended']);
    expect(await names({ status: 'ended' })).toEqual(['Ended']);
    expect(await names({ status: 'problem' })).toEqual([]);
    expect(await names({ search: 'marta year' })).toEqual(['Yearly']);
    const page = await listRecurring(db.orm, owner, { limit: 3 });
    expect(await names({ limit: 3, cursor: page.next })).toEqual(['Ended']);
    expect(await summarizeRecurring(db.orm, owner, {})).toEqual({
      count: 4,
      active: 3,
      paused: 0,
      ended: 1,
      problem: 0,
      monthly: {
        count: 3,
        sums: [
          { amount: '333.33', currency: 'EUR' },
          { amount: '1083.33', currency: 'USD' },
        ],
      },
    });
    await updateCustomer(services, owner, { ...aCustomer({ name: 'Kobo Abe' }), id: customerId });
    expect(await names({ search: 'kobo yearly' })).toEqual(['Yearly']);
  });

  it('are deleted and come back, with their invoices', async () => {
    const { owner, customerId } = await setUp();
    const { id } = await createRecurring(services, owner, aRecurring(customerId));
    const made = await runRecurring(services, owner, { id });
    const invoiceId = made.runs[0]?.invoice?.id ?? 0;
    await deleteRecurring(services, owner, id);
    await expect(readRecurring(db.orm, owner, id, time.now)).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteRecurring(services, owner, id)).rejects.toMatchObject(NOT_FOUND);
    expect(await readInvoice(db.orm, owner, invoiceId, time.now)).toMatchObject({
      recurringId: null,
    });
    expect(await restoreRecurring(services, owner, id)).toMatchObject({ nextDate: '2027-01-01' });
    expect(await restoreRecurring(services, owner, id)).toMatchObject({ madeCount: 1 });
    await deleteRecurring(services, owner, id);
    time.now = new Date('2027-01-20T12:00:00Z');
    await expect(restoreRecurring(services, owner, id)).rejects.toMatchObject(NOT_FOUND);
  });

  it('are nobody else’s', async () => {
    const { owner, customerId } = await setUp();
    const other = await setUp();
    const { id } = await createRecurring(services, owner, aRecurring(customerId));
    const theirs = aRecurring(other.customerId);
    for (const attempt of [
      () => readRecurring(db.orm, other.owner, id, time.now),
      () => updateRecurring(services, other.owner, { ...theirs, id }),
      () => deleteRecurring(services, other.owner, id),
      () => restoreRecurring(services, other.owner, id),
      () => pauseRecurring(services, other.owner, id),
      () => resumeRecurring(services, other.owner, { id }),
      () => skipOccurrence(services, other.owner, { id }),
      () => runRecurring(services, other.owner, { id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    }
    expect((await listRecurring(db.orm, other.owner, {})).rows).toEqual([]);
    expect(await readRecurring(db.orm, owner, id, time.now)).toMatchObject({
      status: 'active',
      runs: [],
    });
  });
});
