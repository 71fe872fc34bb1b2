import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { checkLedger } from '../../../../test/ledger/check-ledger.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { AccountPayment } from '../../../shared/payments/account-payment.contract.ts';
import {
  allocatePaymentInput,
  recordPaymentInput,
} from '../../../shared/payments/account-payment.contract.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { deleteInvoice, restoreInvoice } from '../invoices/delete-invoice.ts';
import { markInvoicePaid } from '../invoices/mark-invoice.ts';
import { readInvoice } from '../invoices/read-invoices.ts';
import { createInvoice, updateInvoice } from '../invoices/save-invoice.ts';
import { undoWriteOff, writeOffInvoice } from '../invoices/write-off-invoice.ts';
import { listPayments, readAccountPayment } from './read-payments.ts';
import { allocatePayment, recordPayment, reversePayment } from './receive-payment.ts';

describeOnDatabase('payments by hand', (db) => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  const services = { db, clock };

  const setUp = async () => {
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const sent = (unitPrice: string, values: object = {}): Promise<InvoiceDetail> =>
      createInvoice(
        services,
        owner,
        anInvoice(customer.id, {
          taxRate: '0',
          lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
          status: 'sent',
          ...values,
        }),
      );
    const record = (values: object) =>
      recordPayment(
        services,
        owner,
        recordPaymentInput.parse({ customerId: customer.id, ...values }),
      );
    const allocate = (id: number, ...allocations: [invoice: { id: number }, amount: string][]) =>
      allocatePayment(
        services,
        owner,
        allocatePaymentInput.parse({ id, allocations: allocations.map(toAllocation) }),
      );
    const read = ({ id }: { id: number }) => readInvoice(db.orm, owner, id, clock.now());
    return { owner, customer, sent, record, allocate, read };
  };
  const toAllocation = ([invoice, amount]: [invoice: { id: number }, amount: string]) => ({
    invoiceId: invoice.id,
    amount,
  });
  const field = (path: string, message: string) => ({ details: { fields: [{ path, message }] } });

  it('a part, the rest, and more: what is left is the customer’s credit', async () => {
    const { owner, sent, record, allocate, read } = await setUp();
    const invoice = await sent('100');
    const first = await record({
      amount: '40',
      reference: 'Transfer 1',
      notes: 'First half',
      allocations: [{ invoiceId: invoice.id, amount: '40' }],
    });
    expect(first).toMatchObject({
      amount: '40.00',
      currency: 'USD',
      paymentDate: '2026-11-20',
      paymentMethod: 'bank_transfer',
      reference: 'Transfer 1',
      notes: 'First half',
      allocatedAmount: '40.00',
      unappliedAmount: '0.00',
      allocations: [{ invoiceId: invoice.id, amount: '40.00' }],
    });
    expect(await read(invoice)).toMatchObject({
      status: 'sent',
      amountPaid: '40.00',
      amountDue: '60.00',
      settledBy: null,
    });
    const second = await record({
      amount: '75',
      allocations: [{ invoiceId: invoice.id, amount: '60' }],
    });
    expect(second).toMatchObject({ allocatedAmount: '60.00', unappliedAmount: '15.00' });
    const paid = await read(invoice);
    expect(paid).toMatchObject({ status: 'paid', amountDue: '0.00', settledBy: 'payment' });
    expect(paid.history.map(({ type }) => type)).toEqual([
      'invoice.paid',
      'payment.recorded',
      'payment.recorded',
      'invoice.created',
    ]);
    const other = await sent('10');
    expect(await allocate(second.id, [other, '10'])).toMatchObject({ unappliedAmount: '5.00' });
    expect((await read(other)).status).toBe('paid');
    await checkLedger(db, owner);
  });

  it('one bank transfer covers several invoices; what is credit waits to be applied', async () => {
    const { owner, customer, sent, record, allocate, read } = await setUp();
    const [one, two, three] = [await sent('100'), await sent('50'), await sent('25')];
    const payment = await record({
      amount: '170',
      paymentDate: '2026-11-18',
      paymentMethod: 'check',
      allocations: [
        { invoiceId: one.id, amount: '100' },
        { invoiceId: two.id, amount: '50' },
      ],
    });
    expect(payment).toMatchObject({ allocatedAmount: '150.00', unappliedAmount: '20.00' });
    expect((await read(one)).status).toBe('paid');
    expect((await read(two)).payments).toMatchObject([
      { invoiceId: null, amount: '170.00', allocatedAmount: '50.00', unappliedAmount: '20.00' },
    ]);
    // Named anew, all of them: what is not named is settled by it no longer.
    const moved = await allocate(payment.id, [three, '25'], [two, '50']);
    expect(new Set(moved.allocations.map(({ invoiceId }) => invoiceId))).toEqual(
      new Set([two.id, three.id]),
    );
    expect(moved.unappliedAmount).toBe('95.00');
    expect(await read(one)).toMatchObject({ status: 'sent', amountDue: '100.00' });
    expect((await read(three)).status).toBe('paid');
    const { rows } = await listPayments(db.orm, owner, { customerId: customer.id });
    expect(rows).toMatchObject([{ id: payment.id, customer: { name: customer.name } }]);
    await checkLedger(db, owner);
  });

  it('settles none any more once an empty list says so, however often it does', async () => {
    const { owner, sent, record, read, allocate } = await setUp();
    const [one, two] = [await sent('100'), await sent('50')];
    const payment = await record({
      amount: '150',
      allocations: [
        { invoiceId: one.id, amount: '100' },
        { invoiceId: two.id, amount: '50' },
      ],
    });
    for (let time = 0; time < 2; time += 1) {
      expect(await allocate(payment.id)).toMatchObject({
        allocations: [],
        unappliedAmount: '150.00',
      });
    }
    for (const invoice of [one, two]) {
      expect(await read(invoice)).toMatchObject({ status: 'sent', amountDue: invoice.total });
    }
    await checkLedger(db, owner);
  });

  it('refuses an empty list where it goes on settling the invoice that it was made for', async () => {
    const { owner, sent, record, read, allocate } = await setUp();
    const [one, two] = [await sent('100'), await sent('50')];
    const payment = await record({
      amount: '150',
      allocations: [{ invoiceId: one.id, amount: '100' }],
    });
    await allocate(payment.id, [two, '50']);
    // What its owner has it settle besides is released.
    expect(await allocate(payment.id)).toMatchObject({
      allocations: [{ invoiceId: one.id, amount: '100.00' }],
      unappliedAmount: '50.00',
    });
    const message = `This payment was made for ${one.invoiceNumber} and settles nothing else, so there is nothing to release. Undo or refund the payment instead.`;
    await expect(allocate(payment.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message,
      ...field('allocations', message),
    });
    expect((await read(one)).status).toBe('paid');
    await checkLedger(db, owner);
  });

  it('is undone by a reversal, once, however often it is asked for', async () => {
    const { owner, sent, record, read } = await setUp();
    const [one, two] = [await sent('100'), await sent('50')];
    const payment = await record({
      amount: '150',
      allocations: [
        { invoiceId: one.id, amount: '100' },
        { invoiceId: two.id, amount: '50' },
      ],
    });
    await Promise.all(Array.from({ length: 4 }, () => reversePayment(services, owner, payment.id)));
    expect(await readAccountPayment(db.orm, owner, payment.id)).toMatchObject({
      status: 'reversed',
      reversal: 'undone',
      allocatedAmount: '0.00',
      unappliedAmount: '0.00',
      allocations: [],
    });
    for (const invoice of [one, two]) {
      const opened = await read(invoice);
      expect(opened).toMatchObject({ status: 'sent', amountDue: opened.total });
      const reversals = opened.history.filter(({ type }) => type === 'payment.reversed');
      expect(reversals).toHaveLength(1);
    }
    const { rows } = await db.pool.query(
      `select type, sum(amount)::float as amount from ledger_entries
       where business_id = $1 and payment_id = $2 group by type order by type`,
      [owner, payment.id],
    );
    expect(rows).toEqual([
      { type: 'received', amount: -150 },
      { type: 'reversed', amount: 150 },
    ]);
    await checkLedger(db, owner);
  });

  it('a total that is lowered releases credit, a deletion too, and restoring applies it again', async () => {
    const { owner, sent, record, read } = await setUp();
    const [one, two] = [await sent('100'), await sent('50')];
    const payment = await record({
      amount: '120',
      allocations: [
        { invoiceId: one.id, amount: '80' },
        { invoiceId: two.id, amount: '40' },
      ],
    });
    await updateInvoice(services, owner, {
      id: one.id,
      lineItems: [{ description: 'Less', quantity: '1.00', unitPrice: '60.00' }],
    });
    expect(await read(one)).toMatchObject({ status: 'paid', amountPaid: '60.00' });
    const credit = () => readAccountPayment(db.orm, owner, payment.id);
    expect((await credit()).unappliedAmount).toBe('20.00');
    await deleteInvoice(services, owner, two.id);
    expect((await credit()).unappliedAmount).toBe('60.00');
    await checkLedger(db, owner);
    await restoreInvoice(services, owner, two.id);
    expect((await credit()).unappliedAmount).toBe('20.00');
    expect(await read(two)).toMatchObject({ status: 'sent', amountDue: '10.00' });
    await checkLedger(db, owner);
  });

  it('a deletion takes back a payment that was made for the invoice; restoring brings it back', async () => {
    const { owner, sent, read } = await setUp();
    const invoice = await sent('100');
    await markInvoicePaid(services, owner, { id: invoice.id, paymentMethod: 'cash' });
    await deleteInvoice(services, owner, invoice.id);
    const { rows } = await listPayments(db.orm, owner, {});
    expect(rows).toMatchObject([{ status: 'reversed', reversal: 'deletion' }]);
    await checkLedger(db, owner);
    await restoreInvoice(services, owner, invoice.id);
    expect(await read(invoice)).toMatchObject({ status: 'paid', amountPaid: '100.00' });
    await checkLedger(db, owner);
  });

  it('refuses what would not be true, naming the field, and stores nothing', async () => {
    const { owner, sent, record, allocate } = await setUp();
    const invoice = await sent('100');
    const draft = await sent('100', { status: 'draft' });
    const unnumbered = await sent('100', { status: 'draft' });
    await db.pool.query(
      `update invoices set invoice_number = '', number_key = null
       where business_id = $1 and id = $2`,
      [owner, unnumbered.id],
    );
    const euros = await sent('100', { currency: 'EUR', exchangeRate: { rate: '1.1' } });
    const deleted = await sent('100');
    await deleteInvoice(services, owner, deleted.id);
    const stranger = await setUp();
    const foreign = await stranger.sent('100');
    const second = await createCustomer(services, owner, aCustomer({ name: 'Other' }));
    const others = await createInvoice(services, owner, anInvoice(second.id, { status: 'sent' }));
    const to = (one: { id: number }, amount = '10') => [{ invoiceId: one.id, amount }];
    const number = (one: InvoiceDetail) => one.invoiceNumber;
    for (const [values, expected] of [
      [{ amount: '0' }, field('amount', 'Amount must be positive')],
      [{ amount: '1.234' }, field('amount', 'Amount must be a number with at most two decimals')],
      [
        { amount: '10', paymentDate: '2026-11-23' },
        field('paymentDate', 'Payment date must not be in the future'),
      ],
      [
        { amount: '200', allocations: to(invoice, '100.01') },
        field(
          'allocations.0.amount',
          `Amount must be at most $100.00, which is due on ${number(invoice)}`,
        ),
      ],
      [
        { amount: '50', allocations: to(invoice, '60') },
        field('allocations', 'The invoices take $60.00, but only $50.00 is available'),
      ],
      [
        { amount: '10', allocations: to(invoice, '0') },
        field('allocations.0.amount', 'Amount must be positive'),
      ],
      [
        { amount: '10', allocations: to(draft) },
        field('allocations.0.invoiceId', `${number(draft)} is a draft. Send it first`),
      ],
      [
        { amount: '10', allocations: to(unnumbered) },
        field('allocations.0.invoiceId', 'This draft has no number yet. Send it first'),
      ],
      [
        { amount: '10', currency: 'USD', allocations: to(euros) },
        field('allocations.0.invoiceId', `${number(euros)} is in EUR, but the payment is in USD`),
      ],
      [
        { amount: '10', allocations: to(others) },
        field('allocations.0.invoiceId', `${number(others)} belongs to another customer`),
      ],
      [
        { amount: '10', allocations: to(deleted) },
        { code: 'NOT_FOUND', ...field('allocations.0.invoiceId', 'Invoice not found') },
      ],
      [
        { amount: '10', allocations: to(foreign) },
        { code: 'NOT_FOUND', ...field('allocations.0.invoiceId', 'Invoice not found') },
      ],
      [
        { amount: '10', customerId: stranger.customer.id },
        { code: 'NOT_FOUND', ...field('customerId', 'Customer not found') },
      ],
    ] as const) {
      await expect(record(values), JSON.stringify(values)).rejects.toMatchObject(expected);
    }
    expect(() =>
      recordPaymentInput.parse({
        customerId: 1,
        amount: '1',
        allocations: [...to(invoice), ...to(invoice)],
      }),
    ).toThrow('Each invoice can be listed only once');
    expect((await listPayments(db.orm, owner, {})).rows).toEqual([]);
    await record({ amount: '100', allocations: to(invoice, '100') });
    await expect(record({ amount: '10', allocations: to(invoice) })).rejects.toMatchObject(
      field('allocations.0.invoiceId', `${number(invoice)} has nothing due`),
    );
    const credit = await record({ amount: '10' });
    await expect(allocate(credit.id, [invoice, '10'])).rejects.toMatchObject(
      field('allocations.0.invoiceId', `${number(invoice)} has nothing due`),
    );
    await reversePayment(services, owner, credit.id);
    await expect(allocate(credit.id, [invoice, '10'])).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This payment does not count, so it cannot settle an invoice.',
    });
    for (const verb of [
      reversePayment,
      (...args: Parameters<typeof reversePayment>) =>
        allocatePayment(args[0], args[1], { id: args[2], allocations: [] }),
    ]) {
      await expect(verb(services, stranger.owner, credit.id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Payment not found',
      });
    }
    await checkLedger(db, owner);
  });

  it('set back by hand, an invoice is open again, and what settled it with others is credit', async () => {
    const { owner, sent, record, read } = await setUp();
    const [one, two] = [await sent('100'), await sent('50')];
    const payment = await record({
      amount: '150',
      allocations: [
        { invoiceId: one.id, amount: '100' },
        { invoiceId: two.id, amount: '50' },
      ],
    });
    const opened = await updateInvoice(services, owner, { id: one.id, status: 'sent' });
    expect(opened).toMatchObject({ status: 'sent', amountDue: '100.00' });
    expect(await readAccountPayment(db.orm, owner, payment.id)).toMatchObject({
      status: 'completed',
      unappliedAmount: '100.00',
    });
    expect((await read(two)).status).toBe('paid');
    await expect(
      record({
        amount: '10',
        allocations: [{ invoiceId: one.id, amount: '10' }],
        sendReceipt: true,
      }),
    ).rejects.toMatchObject(field('sendReceipt', 'Marta Lindqvist has no email address.'));
    expect((await listPayments(db.orm, owner, {})).rows).toHaveLength(1);
    await checkLedger(db, owner);
  });

  it('keeps customer and currency of an invoice while there is money for it', async () => {
    const { owner, sent, record } = await setUp();
    const invoice = await sent('100');
    const other = await createCustomer(services, owner, aCustomer({ name: 'Other' }));
    const payment = await record({
      amount: '50',
      allocations: [{ invoiceId: invoice.id, amount: '20' }],
    });
    const change = (values: object) =>
      updateInvoice(services, owner, { id: invoice.id, ...values });
    await expect(change({ customerId: other.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      ...field('customerId', 'This invoice has payments: its customer cannot change.'),
    });
    await expect(change({ currency: 'EUR', exchangeRate: { rate: '1.1' } })).rejects.toMatchObject(
      field('currency', 'This invoice has payments in USD: its currency cannot change.'),
    );
    await reversePayment(services, owner, payment.id);
    expect(await change({ customerId: other.id })).toMatchObject({ customerId: other.id });
    await checkLedger(db, owner);
  });

  it('64 at once: a balance is paid once, a credit is applied once, and nothing is lost', async () => {
    const { owner, sent, record, allocate, read } = await setUp();
    const invoice = await sent('100');
    const attempts = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        record({ amount: '40', allocations: [{ invoiceId: invoice.id, amount: '40' }] }),
      ),
    );
    const done = attempts.filter(
      (one): one is PromiseFulfilledResult<AccountPayment> => one.status === 'fulfilled',
    );
    expect(done).toHaveLength(2);
    expect(await read(invoice)).toMatchObject({ amountPaid: '80.00', amountDue: '20.00' });
    const credit = await record({ amount: '30' });
    const others = [await sent('20'), await sent('20')];
    await Promise.allSettled(
      Array.from({ length: 64 }, (_, n) => allocate(credit.id, [others[n % 2] ?? invoice, '20'])),
    );
    const after = await readAccountPayment(db.orm, owner, credit.id);
    expect(after).toMatchObject({ allocatedAmount: '20.00', unappliedAmount: '10.00' });
    expect(after.allocations).toHaveLength(1);
    await checkLedger(db, owner);
  }, 120_000);

  it('gives up what is due, with a reason; money that comes after all takes its place', async () => {
    const { owner, sent, record, read } = await setUp();
    const invoice = await sent('100');
    await expect(
      writeOffInvoice(services, owner, { id: invoice.id, amount: '100.01', reason: 'Gone' }),
    ).rejects.toMatchObject(field('amount', 'Amount must be at most $100.00, which is due'));
    const part = await writeOffInvoice(services, owner, {
      id: invoice.id,
      amount: '30.00',
      reason: 'A complaint',
    });
    expect(part).toMatchObject({ status: 'sent', amountWrittenOff: '30.00', amountDue: '70.00' });
    const all = await writeOffInvoice(services, owner, { id: invoice.id, reason: 'Insolvent' });
    expect(all).toMatchObject({
      status: 'paid',
      settledBy: 'write_off',
      amountWrittenOff: '100.00',
      amountDue: '0.00',
    });
    await expect(
      writeOffInvoice(services, owner, { id: invoice.id, reason: 'Again' }),
    ).rejects.toMatchObject({ code: 'ALREADY_PAID' });
    await record({ amount: '60', allocations: [{ invoiceId: invoice.id, amount: '60' }] });
    expect(await read(invoice)).toMatchObject({
      status: 'paid',
      amountPaid: '60.00',
      amountWrittenOff: '40.00',
    });
    const { rows } = await db.pool.query(
      `select amount::float, reason from ledger_entries
       where business_id = $1 and type = 'written_off' order by id`,
      [owner],
    );
    expect(rows).toEqual([
      { amount: -30, reason: 'A complaint' },
      { amount: -70, reason: 'Insolvent' },
      { amount: 60, reason: null },
    ]);
    const opened = await updateInvoice(services, owner, { id: invoice.id, status: 'sent' });
    expect(opened).toMatchObject({ status: 'sent', amountWrittenOff: '0.00', amountDue: '100.00' });
    const draft = await sent('10', { status: 'draft' });
    await expect(
      writeOffInvoice(services, owner, { id: draft.id, reason: 'No' }),
    ).rejects.toMatchObject({ message: 'Nothing is due on a draft. Delete it instead.' });
    await checkLedger(db, owner);
  });

  it('writes a part off once for one key, however often it is asked for', async () => {
    const { owner, sent, read } = await setUp();
    const invoice = await sent('100');
    const input = { id: invoice.id, amount: '10', reason: 'Goodwill' };
    const ask = () => writeOffInvoice(services, owner, input, 'W1');
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect((await read(invoice)).amountWrittenOff).toBe('10.00');
    await checkLedger(db, owner);
  });

  it('undoes a write-off, of an open invoice and of one that it settled, once', async () => {
    const { owner, sent, record, read } = await setUp();
    const stranger = await setUp();
    const invoice = await sent('100');
    const undo = () => undoWriteOff(services, owner, invoice.id);
    const writeOff = (amount: string) =>
      writeOffInvoice(services, owner, { id: invoice.id, amount, reason: 'A complaint' });
    await writeOff('10.00');
    await writeOff('20.00');
    await expect(undoWriteOff(services, stranger.owner, invoice.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await undo()).toMatchObject({
      status: 'sent',
      amountWrittenOff: '0.00',
      amountDue: '100.00',
    });
    await writeOff('100.00');
    await record({ amount: '60', allocations: [{ invoiceId: invoice.id, amount: '60' }] });
    await Promise.all(Array.from({ length: 8 }, undo));
    const after = await read(invoice);
    expect(after).toMatchObject({
      status: 'sent',
      settledBy: null,
      amountPaid: '60.00',
      amountWrittenOff: '0.00',
      amountDue: '40.00',
    });
    expect(after.history.filter(({ type }) => type === 'invoice.write_off_undone')).toHaveLength(2);
    const { rows } = await db.pool.query(
      `select amount::float, reason from ledger_entries
       where business_id = $1 and type = 'written_off' order by id`,
      [owner],
    );
    expect(rows).toEqual([
      { amount: -10, reason: 'A complaint' },
      { amount: -20, reason: 'A complaint' },
      { amount: 30, reason: 'Write-off undone' },
      { amount: -100, reason: 'A complaint' },
      { amount: 60, reason: null },
      { amount: 40, reason: 'Write-off undone' },
    ]);
    await checkLedger(db, owner);
  });
});
