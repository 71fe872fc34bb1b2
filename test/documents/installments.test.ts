import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { convertEstimate } from '../../src/server/features/estimates/convert-estimate.ts';
import { createEstimate } from '../../src/server/features/estimates/save-estimate.ts';
import {
  deleteInvoice,
  restoreInvoice,
} from '../../src/server/features/invoices/delete-invoice.ts';
import { markInvoicePaid } from '../../src/server/features/invoices/mark-invoice.ts';
import { markOverdue } from '../../src/server/features/invoices/mark-overdue.job.ts';
import {
  listInvoices,
  readInvoice,
  summarizeInvoices,
} from '../../src/server/features/invoices/read-invoices.ts';
import { createInvoice, updateInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { writeOffInvoice } from '../../src/server/features/invoices/write-off-invoice.ts';
import {
  recordPayment,
  reversePayment,
} from '../../src/server/features/payments/receive-payment.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { invoiceUpdateInput } from '../../src/shared/invoices/invoice.contract.ts';
import { recordPaymentInput } from '../../src/shared/payments/account-payment.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

const THREE_PARTS = [
  { percent: '30', event: 'issue' },
  { percent: '30', event: 'issue', days: 30 },
  { event: 'issue', days: 60 },
];
/** What does not move with the issue date. */
const fixedDueDates = ({ dueDate, installments }: InvoiceDetail): string[] =>
  installments.length === 0 ? [dueDate] : installments.flatMap((one) => one.dueDate ?? []);

const work = (unitPrice: string) => [{ description: 'Work', quantity: '1', unitPrice }];

describeOnDatabase('installments', { owned: true }, (db) => {
  let now = new Date('2026-11-20T12:00:00Z');
  const clock = { now: () => now };
  const services = { db, clock };
  const on = (day: string) => {
    now = new Date(`${day}T12:00:00Z`);
  };

  const setUp = async () => {
    on('2026-11-20');
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const create = (values: object = {}) =>
      createInvoice(
        services,
        owner,
        anInvoice(customer.id, {
          taxRate: '0',
          lineItems: work('1000'),
          installments: THREE_PARTS,
          status: 'sent',
          ...values,
        }),
      );
    const update = (id: number, values: object) =>
      updateInvoice(services, owner, invoiceUpdateInput.parse({ id, ...values }));
    const pay = (invoice: { id: number }, amount: string) =>
      recordPayment(
        services,
        owner,
        recordPaymentInput.parse({
          customerId: customer.id,
          amount,
          allocations: [{ invoiceId: invoice.id, amount }],
        }),
      );
    const read = ({ id }: { id: number }) => readInvoice(db.orm, owner, id, clock.now());
    const stored = async ({ id }: { id: number }) => {
      const { rows } = await db.pool.query<{ status: string }>(
        'select status from invoices where business_id = $1 and id = $2',
        [owner, id],
      );
      return rows[0]?.status;
    };
    return { owner, customer, create, update, pay, read, stored };
  };
  const field = (path: string, message: string) => ({ details: { fields: [{ path, message }] } });
  const due = ({ schedule }: InvoiceDetail) => schedule.map(({ amountDue }) => amountDue);

  it('says what each comes to, and is due when the last one is', async () => {
    const { owner, create } = await setUp();
    const invoice = await create({ dueDate: '2026-11-25' });
    expect(invoice).toMatchObject({
      dueDate: '2027-01-19',
      nextDueDate: '2026-11-20',
      installments: [
        { percent: '30.00', amount: null, dueDate: null, event: 'issue', days: 0 },
        { percent: '30.00', amount: null, dueDate: null, event: 'issue', days: 30 },
        { percent: null, amount: null, dueDate: null, event: 'issue', days: 60 },
      ],
      schedule: [
        { number: 1, amount: '300.00', dueDate: '2026-11-20', amountDue: '300.00' },
        { number: 2, amount: '300.00', dueDate: '2026-12-20', amountDue: '300.00' },
        { number: 3, amount: '400.00', dueDate: '2027-01-19', amountDue: '400.00' },
      ],
    });
    await checkLedger(db, owner);
  });

  it('needs no due date beside its plan: when it is made, planned anew and given another issue date', async () => {
    const { owner, create, update } = await setUp();
    const invoice = await create({ dueDate: undefined });
    expect(invoice).toMatchObject({ dueDate: '2027-01-19', nextDueDate: '2026-11-20' });
    const days = await create({
      dueDate: undefined,
      installments: [
        { percent: '50', dueDate: '2027-03-01' },
        { percent: '50', dueDate: '2027-02-01' },
      ],
    });
    expect(days).toMatchObject({ dueDate: '2027-03-01', nextDueDate: '2027-02-01' });
    const moved = await update(invoice.id, { issueDate: '2026-11-30' });
    expect(moved).toMatchObject({ dueDate: '2027-01-29', nextDueDate: '2026-11-30' });
    const installments = [
      { percent: '40', event: 'issue' },
      { event: 'issue', days: 10 },
    ];
    expect(await update(invoice.id, { installments })).toMatchObject({ dueDate: '2026-12-10' });
    await expect(
      create({ dueDate: undefined, installments: [{ percent: '100', event: 'acceptance' }] }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });
    await checkLedger(db, owner);
  });

  it('is overdue while an installment is, and sent again once that one is paid', async () => {
    const { owner, create, pay, read, stored } = await setUp();
    const invoice = await create();
    on('2026-11-21');
    expect((await read(invoice)).status).toBe('overdue');
    const overdue = () => listInvoices(db.orm, owner, { status: 'overdue', limit: 50 }, now);
    expect((await overdue()).rows.map(({ id }) => id)).toEqual([invoice.id]);
    expect((await summarizeInvoices(db.orm, owner, {}, now)).overdue.count).toBe(1);
    await markOverdue(services);
    expect(await stored(invoice)).toBe('overdue');

    await pay(invoice, '299.99');
    expect(await read(invoice)).toMatchObject({ status: 'overdue', nextDueDate: '2026-11-20' });
    await pay(invoice, '0.01');
    const current = await read(invoice);
    expect(current).toMatchObject({ status: 'sent', nextDueDate: '2026-12-20' });
    expect(current.history.map(({ type }) => type)).not.toContain('invoice.sent');
    expect(await stored(invoice)).toBe('sent');
    expect((await overdue()).rows).toEqual([]);

    on('2026-12-21');
    await markOverdue(services);
    expect((await read(invoice)).status).toBe('overdue');
    on('2027-02-01');
    // One that is paid of two that are late leaves it late.
    await pay(invoice, '300');
    expect(await read(invoice)).toMatchObject({ status: 'overdue', nextDueDate: '2027-01-19' });
    await pay(invoice, '400');
    expect(await read(invoice)).toMatchObject({ status: 'paid', nextDueDate: '2027-01-19' });
    await checkLedger(db, owner);
  });

  it('follows what is taken back, given up, deleted and restored', async () => {
    const { owner, create, pay, read } = await setUp();
    const invoice = await create();
    const first = await pay(invoice, '450');
    expect(await read(invoice)).toMatchObject({ nextDueDate: '2026-12-20' });
    expect(due(await read(invoice))).toEqual(['0.00', '150.00', '400.00']);
    await reversePayment(services, owner, first.id);
    expect(await read(invoice)).toMatchObject({ nextDueDate: '2026-11-20' });
    await writeOffInvoice(services, owner, { id: invoice.id, amount: '600', reason: 'Goodwill' });
    expect(await read(invoice)).toMatchObject({ nextDueDate: '2027-01-19' });
    await checkLedger(db, owner);
    await deleteInvoice(services, owner, invoice.id);
    await checkLedger(db, owner);
    await restoreInvoice(services, owner, invoice.id);
    expect(await read(invoice)).toMatchObject({ nextDueDate: '2027-01-19' });
    await markInvoicePaid(services, owner, { id: invoice.id, paymentMethod: 'cash' });
    expect(due(await read(invoice))).toEqual(['0.00', '0.00', '0.00']);
    await checkLedger(db, owner);
  });

  it('has percentages follow an edited total, and refuses amounts that add up no more', async () => {
    const { owner, create, update, read } = await setUp();
    const invoice = await create();
    const edited = await update(invoice.id, { lineItems: work('500') });
    expect(edited.schedule.map(({ amount }) => amount)).toEqual(['150.00', '150.00', '200.00']);
    // What an edit does not name stays, and what it answers sent back changes nothing.
    expect(edited.installments).toEqual(invoice.installments);
    const again = await update(invoice.id, invoiceUpdateInput.parse({ ...edited }));
    expect(again.revision).toBe(edited.revision);

    const amounts = await create({
      installments: [
        { amount: '400', event: 'issue' },
        { amount: '600', dueDate: '2027-01-15' },
      ],
    });
    await expect(update(amounts.id, { lineItems: work('900') })).rejects.toMatchObject(
      field(
        'installments.1.amount',
        'The installments add up to $1,000.00 and must add up to the total of $900.00',
      ),
    );
    expect((await read(amounts)).total).toBe('1000.00');
    const moved = await update(amounts.id, { issueDate: '2026-11-01' });
    expect(moved).toMatchObject({ nextDueDate: '2026-11-01', dueDate: '2027-01-15' });
    await expect(update(amounts.id, { dueDate: '2027-02-01' })).rejects.toMatchObject(
      field('dueDate', 'An invoice with installments is due when the last one is: change that one'),
    );
    const plain = await update(amounts.id, { installments: [], dueDate: '2027-02-01' });
    expect(plain).toMatchObject({ nextDueDate: '2027-02-01', dueDate: '2027-02-01', schedule: [] });
    await checkLedger(db, owner);
  });

  it('makes an overdue invoice sent again by a plan that puts it off', async () => {
    const { owner, create, update, stored } = await setUp();
    const invoice = await create({ installments: [], dueDate: '2026-11-25' });
    on('2026-12-01');
    await markOverdue(services);
    expect(await stored(invoice)).toBe('overdue');
    const planned = await update(invoice.id, {
      installments: [{ percent: '50', dueDate: '2026-12-05' }, { dueDate: '2027-01-05' }],
    });
    expect(planned).toMatchObject({ status: 'sent', nextDueDate: '2026-12-05' });
    expect(await stored(invoice)).toBe('sent');
    await checkLedger(db, owner);
  });

  it('refuses a plan that does not add up, and stores nothing', async () => {
    const { owner, create } = await setUp();
    await expect(
      create({ installments: [{ percent: '90', event: 'issue' }] }),
    ).rejects.toMatchObject(
      field('installments.0.percent', 'The installments add up to 90% and must add up to 100%'),
    );
    const { rows: invoices } = await listInvoices(db.orm, owner, {}, now);
    expect(invoices).toEqual([]);
  });

  it('is carried from an estimate, where the acceptance is the day of conversion', async () => {
    const { owner, customer, read } = await setUp();
    const estimate = await createEstimate(
      services,
      owner,
      anEstimate(customer.id, {
        taxRate: '0',
        lineItems: work('1000'),
        installments: [
          { percent: '30', event: 'acceptance' },
          { percent: '30', event: 'acceptance', days: 14 },
          { event: 'issue', days: 60 },
        ],
      }),
    );
    expect(estimate.installments[1]).toMatchObject({ event: 'acceptance', days: 14 });
    on('2026-12-01');
    const invoice = await convertEstimate(services, owner, estimate.id);
    expect(await read(invoice)).toMatchObject({
      issueDate: '2026-12-01',
      dueDate: '2027-01-30',
      nextDueDate: '2026-12-01',
      schedule: [
        { amount: '300.00', dueDate: '2026-12-01' },
        { amount: '300.00', dueDate: '2026-12-15' },
        { amount: '400.00', dueDate: '2027-01-30' },
      ],
    });
    await checkLedger(db, owner);
  });

  it('holds through any history of edits, payments and days', async () => {
    const { owner, create, update, pay, read } = await setUp();
    const step = fc.oneof(
      fc.record({ do: fc.constant('pay'), share: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ do: fc.constant('undo'), share: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ do: fc.constant('price'), share: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ do: fc.constant('plan'), share: fc.integer({ min: 1, max: 99 }) }),
      fc.record({ do: fc.constant('date'), share: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ do: fc.constant('day'), share: fc.integer({ min: 1, max: 40 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        on('2026-11-20');
        const invoice = await create();
        const payments: number[] = [];
        let today = '2026-11-20';
        for (const { do: what, share } of steps) {
          const current = await read(invoice);
          const paid = current.status === 'paid';
          if (what === 'pay' && !paid) {
            const amount = ((Number(current.amountDue) * share) / 100).toFixed(2);
            if (Number(amount) > 0) payments.push((await pay(invoice, amount)).id);
          } else if (what === 'undo') {
            const id = payments.pop();
            if (id !== undefined) await reversePayment(services, owner, id);
          } else if (what === 'price' && !paid) {
            await update(invoice.id, { lineItems: work(`${share * 20}`) });
          } else if (what === 'plan') {
            await update(invoice.id, {
              installments: [
                // Before today, on it or after it, and never before the issue.
                { percent: `${share}`, dueDate: addDays(current.issueDate, share - 1) },
                { event: 'issue', days: share },
              ],
            });
          } else if (what === 'date') {
            // An issue date behind a due date is refused.
            const dates = [addDays('2026-11-20', share - 50), ...fixedDueDates(current)];
            await update(invoice.id, { issueDate: dates.sort()[0] });
          } else if (what === 'day') {
            today = addDays(today, share);
            on(today);
            await markOverdue(services);
          }
          await checkLedger(db, owner);
          const after = await read(invoice);
          const late = after.status !== 'paid' && after.nextDueDate < today;
          if (after.status !== 'paid') expect(after.status).toBe(late ? 'overdue' : 'sent');
        }
      }),
      { numRuns: 12 },
    );
  });
});
