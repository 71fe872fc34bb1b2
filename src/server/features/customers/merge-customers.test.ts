import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { anEstimate } from '../../../../test/factories/estimate.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { checkLedger } from '../../../../test/ledger/check-ledger.ts';
import { creditNoteInput } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { invoiceUpdateInput } from '../../../shared/invoices/invoice.contract.ts';
import {
  allocatePaymentInput,
  recordPaymentInput,
} from '../../../shared/payments/account-payment.contract.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { applyCreditNote } from '../credit-notes/apply-credit-note.ts';
import { createCreditNote } from '../credit-notes/save-credit-note.ts';
import { readCustomerAccount } from '../customer-accounts/read-account.ts';
import { readStatement } from '../customer-accounts/read-statement.ts';
import { createEstimate } from '../estimates/save-estimate.ts';
import { verifyBusiness } from '../evidence/verify-business.ts';
import { listInvoices } from '../invoices/read-invoices.ts';
import { createInvoice, updateInvoice } from '../invoices/save-invoice.ts';
import { listPayments } from '../payments/read-payments.ts';
import { allocatePayment, recordPayment, reversePayment } from '../payments/receive-payment.ts';
import { countCustomers, listCustomers, readCustomer, searchCustomers } from './customer.store.ts';
import { mergeCustomers, separateCustomer } from './merge-customers.ts';
import {
  createCustomer,
  deleteCustomer,
  restoreCustomer,
  updateCustomer,
} from './save-customer.ts';

const files = { read: async () => undefined } as Pick<FileStore, 'read'> as FileStore;

describeOnDatabase('customers that are one', (db) => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock };

  const setUp = async () => {
    const owner = await makeOwner(db);
    const make = (name: string) =>
      createCustomer(services, owner, aCustomer({ name, company: '' }));
    const sent = (customer: { id: number }, unitPrice: string): Promise<InvoiceDetail> =>
      createInvoice(
        services,
        owner,
        anInvoice(customer.id, {
          taxRate: '0',
          lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
          status: 'sent',
        }),
      );
    const record = (customer: { id: number }, values: object) =>
      recordPayment(
        services,
        owner,
        recordPaymentInput.parse({ customerId: customer.id, ...values }),
      );
    const merge = (one: { id: number }, into: { id: number }) =>
      mergeCustomers(services, owner, { id: one.id, intoCustomerId: into.id });
    const separate = ({ id }: { id: number }) => separateCustomer(services, owner, id);
    const account = ({ id }: { id: number }) => readCustomerAccount(services, owner, id);
    const searchInvoices = async (filter: { customerId?: number; search?: string }) =>
      (await listInvoices(db.orm, owner, filter, clock.now())).rows;
    return { owner, make, sent, record, merge, separate, account, searchInvoices };
  };
  const names = async (owner: string) =>
    (await listCustomers(db.orm, owner, {}, clock.now())).rows.map(({ name }) => name);
  const numbers = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b);

  it('reads what either has as one customer’s, and rewrites nothing', async () => {
    const { owner, make, sent, record, merge, account, searchInvoices } = await setUp();
    const [old, kept] = [await make('Kobo'), await make('Kobo Abe')];
    const [first, second] = [await sent(old, '100'), await sent(kept, '50')];
    await record(old, { amount: '30' });
    await createEstimate(services, owner, anEstimate(old.id));
    const rows = () =>
      db.pool.query(
        'select customer_id, amount from ledger_entries where business_id = $1 order by id',
        [owner],
      );
    const before = (await rows()).rows;
    const merged = await merge(old, kept);
    expect(merged).toMatchObject({ id: kept.id, name: 'Kobo Abe' });
    expect((await rows()).rows).toEqual(before);
    // What was issued says the number of the customer that it was issued to.
    expect((await verifyBusiness({ db, files }, owner)).breaks).toEqual([]);
    expect(merged.balance).toMatchObject({ invoiced: '150.00', outstanding: '150.00' });
    for (const customer of [old, kept]) {
      const read = await account(customer);
      expect(read.customer.id).toBe(kept.id);
      expect(read.accounts[0]).toMatchObject({
        balance: '120.00',
        outstanding: '150.00',
        unappliedCredit: '30.00',
      });
      expect(read.merged).toMatchObject([{ id: old.id, name: 'Kobo' }]);
      expect(read.invoiceCount).toBe(2);
      const statement = await readStatement(services, owner, { id: customer.id });
      expect(statement.accounts[0]).toMatchObject({ closingBalance: '120.00' });
      expect(statement.accounts[0]?.entries).toHaveLength(3);
      const listed = await searchInvoices({ customerId: customer.id });
      expect(numbers(listed)).toEqual(numbers([first, second]));
      expect(listed.map(({ customerId }) => customerId)).toEqual([kept.id, kept.id]);
      expect(listed.map(({ customer: { name } }) => name)).toEqual(['Kobo Abe', 'Kobo Abe']);
      const { rows: paid } = await listPayments(db.orm, owner, { customerId: customer.id });
      expect(paid).toMatchObject([{ customerId: kept.id, customer: { name: 'Kobo Abe' } }]);
    }
    expect(numbers(await searchInvoices({ search: 'kobo abe' }))).toEqual(numbers([first, second]));
    expect(await names(owner)).toEqual(['Kobo Abe']);
    expect(await countCustomers(db.orm, owner, undefined)).toBe(1);
    expect(await searchCustomers(db.orm, owner, 'kobo', 5)).toHaveLength(1);
    expect((await readCustomer(db.orm, owner, old.id, clock.now())).id).toBe(kept.id);
    await checkLedger(db, owner);
  });

  it('settles an invoice of one with money of the other, and then stays one until that is undone', async () => {
    const { owner, make, sent, record, merge, separate, account } = await setUp();
    const [old, kept, third] = [await make('Old'), await make('Kept'), await make('Third')];
    const invoice = await sent(old, '100');
    const own = await sent(kept, '20');
    const money = await record(kept, { amount: '100' });
    const allocate = (...allocations: object[]) =>
      allocatePayment(services, owner, allocatePaymentInput.parse({ id: money.id, allocations }));
    const whole = { invoiceId: invoice.id, amount: '100' };
    await expect(allocate(whole)).rejects.toMatchObject({ code: 'VALIDATION' });
    await merge(old, kept);
    await expect(
      record(third, { amount: '5', allocations: [{ invoiceId: invoice.id, amount: '5' }] }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await allocate(whole)).toMatchObject({ unappliedAmount: '0.00' });
    expect((await account(old)).accounts[0]?.balance).toBe('20.00');
    await checkLedger(db, owner);
    await expect(separate(old)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(invoice.invoiceNumber),
    });
    await allocate();
    expect(await separate(old)).toMatchObject({ id: old.id, name: 'Old' });
    expect((await account(old)).accounts[0]).toMatchObject({ balance: '100.00' });
    expect((await account(kept)).accounts[0]).toMatchObject({ balance: '-80.00' });
    // A transfer for invoices of the one alone is the one's, whichever number was given.
    await merge(old, kept);
    const transfer = await record(kept, {
      amount: '40',
      allocations: [{ ...whole, amount: '40' }],
    });
    await separate(old);
    expect((await account(old)).accounts[0]).toMatchObject({ balance: '60.00' });
    await reversePayment(services, owner, transfer.id);
    await merge(old, kept);
    const both = await record(kept, {
      amount: '120',
      allocations: [whole, { invoiceId: own.id, amount: '20' }],
    });
    expect(both.allocations).toHaveLength(2);
    await expect(separate(old)).rejects.toMatchObject({ code: 'CONFLICT' });
    await checkLedger(db, owner);
  });

  it('stays one while a credit note of one settles an invoice of the other', async () => {
    const { owner, make, sent, merge, separate, account } = await setUp();
    const credit = (customer: { id: number }, unitPrice: string) =>
      createCreditNote(
        services,
        owner,
        creditNoteInput.parse({
          customerId: customer.id,
          creditNoteNumber: `CN-${customer.id}`,
          issueDate: '2026-11-20',
          status: 'issued',
          lineItems: [{ description: 'Returned', quantity: '1', unitPrice }],
        }),
      );
    for (const isOfMerged of [true, false]) {
      const [old, kept] = [await make('Old'), await make('Kept')];
      const [debtor, creditor] = isOfMerged ? [old, kept] : [kept, old];
      const invoice = await sent(debtor, '100');
      const { id } = await credit(creditor, '30');
      await merge(old, kept);
      const apply = (amount: string) =>
        applyCreditNote(services, owner, {
          id,
          allocations: [{ invoiceId: invoice.id, amount }],
        });
      await apply('20');
      for (const customer of [old, kept]) {
        expect((await account(customer)).accounts[0]).toMatchObject({
          balance: '70.00',
          outstanding: '80.00',
          unappliedCredit: '10.00',
        });
      }
      await expect(separate(old)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(`${invoice.invoiceNumber} is settled by a credit note`),
      });
      await apply('0');
      await separate(old);
      expect((await account(debtor)).accounts[0]?.balance).toBe('100.00');
      expect((await account(creditor)).accounts[0]?.balance).toBe('-30.00');
    }
    await checkLedger(db, owner);
  });

  it('edits of a document keep its number of the customer; new ones get the other’s', async () => {
    const { owner, make, sent, record, merge, separate, searchInvoices } = await setUp();
    const [old, kept] = [await make('Old'), await make('Kept')];
    const invoice = await sent(old, '100');
    await record(old, { amount: '10', allocations: [{ invoiceId: invoice.id, amount: '10' }] });
    await merge(old, kept);
    // It has payments: to another customer it could not go.
    const saved = await updateInvoice(
      services,
      owner,
      invoiceUpdateInput.parse({ id: invoice.id, customerId: kept.id, notes: 'Seen' }),
    );
    expect(saved).toMatchObject({ customerId: kept.id, notes: 'Seen' });
    const made = await sent(old, '5');
    await updateCustomer(services, owner, { id: kept.id, name: 'Renamed' });
    expect(numbers(await searchInvoices({ search: 'renamed' }))).toEqual(numbers([invoice, made]));
    await separate(old);
    expect(await searchInvoices({ customerId: old.id })).toMatchObject([{ id: invoice.id }]);
    expect(await searchInvoices({ customerId: kept.id })).toMatchObject([{ id: made.id }]);
    expect(await searchInvoices({ search: 'renamed' })).toMatchObject([{ id: made.id }]);
    await checkLedger(db, owner);
    // What was issued meanwhile is of the customer that the document is of, whoever it was addressed to.
    expect((await verifyBusiness({ db, files }, owner)).breaks).toEqual([]);
  });

  it('stays flat, and refuses what makes no sense', async () => {
    const { owner, make, merge, separate, account } = await setUp();
    const [a, b, c] = [await make('A'), await make('B'), await make('C')];
    await merge(a, b);
    expect(await merge(a, b)).toMatchObject({ id: b.id });
    await expect(merge(b, a)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(merge(a, c)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(merge(a, a)).rejects.toMatchObject({
      details: { fields: [{ path: 'intoCustomerId' }] },
    });
    await expect(separate(c)).rejects.toMatchObject({ code: 'CONFLICT' });
    await merge(b, c);
    expect((await account(a)).merged.map(({ name }) => name)).toEqual(['A', 'B']);
    // A target that was merged itself means the one that it was merged into.
    const d = await make('D');
    expect(await merge(d, a)).toMatchObject({ id: c.id });
    await separate(b);
    expect((await account(c)).merged.map(({ name }) => name)).toEqual(['A', 'D']);
    const stranger = await makeOwner(db);
    for (const id of [a.id, c.id]) {
      const other = { id, intoCustomerId: b.id };
      await expect(mergeCustomers(services, stranger, other)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(separateCustomer(services, stranger, id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(readCustomerAccount(services, stranger, id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    const foreign = await createCustomer(services, stranger, aCustomer());
    await expect(merge(b, foreign)).rejects.toMatchObject({
      details: { fields: [{ path: 'intoCustomerId' }] },
    });
    await expect(updateCustomer(services, owner, { id: a.id, name: 'X' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('follows the other when that is deleted and comes back', async () => {
    const { owner, make, sent, merge, account } = await setUp();
    const [old, kept, free] = [await make('Old'), await make('Kept'), await make('Free')];
    await sent(old, '1');
    await merge(old, kept);
    await expect(deleteCustomer(services, owner, kept.id)).rejects.toMatchObject({
      code: 'IN_USE',
      details: { invoices: 1 },
    });
    await merge(free, await make('Alone'));
    const { customer } = await account(free);
    await deleteCustomer(services, owner, customer.id);
    await expect(account(free)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await restoreCustomer(services, owner, customer.id);
    expect((await restoreCustomer(services, owner, free.id)).id).toBe(customer.id);
  });

  it('at once, and crossed, ends with one of the two', async () => {
    const { owner, make, sent, merge, separate } = await setUp();
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await make(`A${round}`), await make(`B${round}`)];
      await Promise.allSettled([
        ...[0, 1, 2].flatMap(() => [merge(a, b), merge(b, a)]),
        sent(a, '1'),
        sent(b, '2'),
      ]);
      const { rows } = await db.pool.query(
        'select id, merged_into_id from customers where business_id = $1 and id = any($2)',
        [owner, [a.id, b.id]],
      );
      expect(rows.filter((row) => row.merged_into_id === null)).toHaveLength(1);
      await Promise.allSettled([separate(a), separate(b), separate(a), separate(b)]);
    }
    expect(await names(owner)).toHaveLength(10);
    expect(
      (await db.pool.query('select 1 from invoices where business_id = $1', [owner])).rows,
    ).toHaveLength(10);
    await checkLedger(db, owner);
  });

  it('money is not divided across two that are being separated', async () => {
    const { owner, make, sent, record, merge, separate } = await setUp();
    for (let round = 0; round < 5; round += 1) {
      const [old, kept] = [await make('Old'), await make('Kept')];
      const invoice = await sent(old, '10');
      const money = await record(kept, { amount: '10' });
      await merge(old, kept);
      const allocations = [{ invoiceId: invoice.id, amount: '10' }];
      const outcome = await Promise.allSettled([
        allocatePayment(services, owner, allocatePaymentInput.parse({ id: money.id, allocations })),
        separate(old),
      ]);
      expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    await checkLedger(db, owner);
  });
});
