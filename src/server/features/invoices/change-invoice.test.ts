import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { INVOICE_STATUSES } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { invoiceUpdateInput, previewInput } from '../../../shared/invoices/invoice.contract.ts';
import { money, sumMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { readCustomer } from '../customers/customer.store.ts';
import { createCustomer, updateCustomer } from '../customers/save-customer.ts';
import { INVOICE_NUMBERS, nextNumber } from '../documents/document-numbers.ts';
import { deleteInvoice, restoreInvoice } from './delete-invoice.ts';
import { previewInvoice } from './invoice-documents.ts';
import { markInvoicePaid } from './mark-invoice.ts';
import { markOverdue } from './mark-overdue.job.ts';
import { listInvoices, readInvoice, summarizeInvoices } from './read-invoices.ts';
import { createInvoice, updateInvoice } from './save-invoice.ts';

/** The invoice as an edit form would send it back. */
const edit = (invoice: InvoiceDetail, values: object = {}) =>
  invoiceUpdateInput.parse({ ...invoice, ...values });

describeOnDatabase('changing invoices', { owned: true }, (db) => {
  let now = new Date('2026-11-20T12:00:00Z');
  const clock: Clock = { now: () => now };
  const services = { db, clock };
  const setUp = async (values: object = {}) => {
    now = new Date('2026-11-20T12:00:00Z');
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const invoice = await createInvoice(services, owner, anInvoice(customer.id, values));
    return { owner, customer, invoice };
  };
  const NOT_FOUND = { code: 'NOT_FOUND', message: 'Invoice not found' };

  it('saves an edit, counts the version and recomputes', async () => {
    const { owner, invoice } = await setUp({ poNumber: 'PO-1' });
    const { poNumber: _left, ...rest } = edit(invoice, {
      notes: 'Thank you',
      lineItems: [{ description: 'Only line', quantity: 3, unitPrice: '33.335'.slice(0, 5) }],
      status: 'sent',
    });
    const saved = await updateInvoice(services, owner, rest);
    expect(saved).toMatchObject({
      version: 2,
      status: 'sent',
      notes: 'Thank you',
      poNumber: 'PO-1',
      subtotal: '99.99',
      taxAmount: '7.00',
      total: '106.99',
    });
    expect(saved.history.map((event) => event.type)).toEqual([
      'invoice.sent',
      'invoice.edited',
      'invoice.created',
    ]);
  });

  it('refuses a save based on a stale version and hands over the newer one', async () => {
    const { owner, invoice } = await setUp();
    await updateInvoice(services, owner, edit(invoice, { notes: 'first' }));
    await expect(
      updateInvoice(services, owner, edit(invoice, { notes: 'second' })),
    ).rejects.toMatchObject({
      code: 'STALE',
      status: 409,
      details: { current: { version: 2, notes: 'first' } },
    });
    expect((await readInvoice(db.orm, owner, invoice.id, services.clock.now())).notes).toBe(
      'first',
    );
  });

  it('lets one of many saves of the same version through', async () => {
    const { owner, invoice } = await setUp();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        updateInvoice(services, owner, edit(invoice, { notes: `tab ${n}` })),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('names a clash of numbers on an edit too', async () => {
    const { owner, customer, invoice } = await setUp();
    const other = await createInvoice(services, owner, anInvoice(customer.id));
    await expect(
      updateInvoice(services, owner, edit(other, { invoiceNumber: invoice.invoiceNumber })),
    ).rejects.toMatchObject({ code: 'NUMBER_TAKEN' });
  });

  it('keeps a flat tax that is not sent again, and drops it when a rate is set', async () => {
    const { owner, invoice } = await setUp({ taxRate: 0, taxAmount: '5.00' });
    const { taxAmount: _absent, ...same } = edit(invoice);
    const kept = await updateInvoice(services, owner, same);
    expect(kept).toMatchObject({ taxAmount: '5.00', taxRate: '0.00' });
    const rated = await updateInvoice(services, owner, { ...edit(kept), taxRate: '10.00' });
    expect(rated).toMatchObject({ taxAmount: '311.50', taxRate: '10.00' });
  });

  it('leaves an invoice paid whose payment nobody has written, as long as no status is set', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    await db.orm.execute(sql`
      update invoices set status = 'paid', amount_written_off = total
      where business_id = ${owner} and id = ${invoice.id}`);
    const noted = await updateInvoice(services, owner, { id: invoice.id, notes: 'Long ago' });
    expect(noted).toMatchObject({ status: 'paid', notes: 'Long ago', payments: [] });
    expect(noted.history.map(({ type }) => type)).not.toContain('invoice.reopened');
  });

  it('takes no payment of a day to come', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const paid = (paymentDate: string) =>
      markInvoicePaid(services, owner, { id: invoice.id, paymentMethod: 'cash', paymentDate });
    await expect(paid('2127-05-01')).rejects.toMatchObject({
      code: 'VALIDATION',
      details: {
        fields: [{ path: 'paymentDate', message: 'Payment date must not be in the future' }],
      },
    });
    expect((await readInvoice(db.orm, owner, invoice.id, services.clock.now())).status).toBe(
      'sent',
    );
  });

  it('marks as paid once, with method and date, however many ask at once', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const ask = () =>
      markInvoicePaid(services, owner, {
        id: invoice.id,
        paymentMethod: 'bank_transfer',
        paymentDate: '2026-11-19',
      });
    const results = await Promise.allSettled(Array.from({ length: 6 }, ask));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await expect(ask()).rejects.toMatchObject({
      code: 'ALREADY_PAID',
      message: 'This invoice has already been paid.',
    });
    const paid = await readInvoice(db.orm, owner, invoice.id, services.clock.now());
    expect(paid.status).toBe('paid');
    expect(paid.payments).toMatchObject([
      {
        amount: paid.total,
        paymentMethod: 'bank_transfer',
        paymentDate: '2026-11-19',
        status: 'completed',
      },
    ]);
  });

  it('takes another currency as long as nothing was paid', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const inEuros = await updateInvoice(
      services,
      owner,
      edit(invoice, {
        currency: 'EUR',
        exchangeRate: { rate: '1.08', date: '2026-11-20' },
      }),
    );
    expect(inEuros).toMatchObject({ currency: 'EUR', total: invoice.total });
    const paid = await markInvoicePaid(services, owner, { id: invoice.id, paymentMethod: 'cash' });
    expect(paid.payments[0]).toMatchObject({ currency: 'EUR', amount: invoice.total });
    await expect(
      updateInvoice(services, owner, edit(paid, { currency: 'USD', exchangeRate: null })),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This invoice has payments in EUR: its currency cannot change.',
    });
    expect((await readInvoice(db.orm, owner, invoice.id, services.clock.now())).currency).toBe(
      'EUR',
    );
  });

  it('asks again for the currency in which money has come meanwhile', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    await db.pool.query(
      `insert into payments (business_id, customer_id, invoice_id, amount, currency, payment_date,
         payment_method, status) values ($1, $3, $2, 100, 'USD', '2026-11-20', 'card', 'review')`,
      [owner, invoice.id, invoice.customerId],
    );
    await db.pool.query(`update invoices set currency = 'EUR' where business_id = $1`, [owner]);
    const stored = await readInvoice(db.orm, owner, invoice.id, services.clock.now());
    await expect(
      updateInvoice(
        services,
        owner,
        edit(stored, { currency: 'GBP', exchangeRate: { rate: '1.3' }, version: undefined }),
      ),
    ).rejects.toMatchObject({
      message: 'This invoice has payments in USD: its currency cannot change.',
    });
    const back = await updateInvoice(
      services,
      owner,
      edit(stored, { currency: 'USD', version: undefined }),
    );
    expect(back.currency).toBe('USD');
    // Money of both would never count together.
    await db.pool.query(
      `insert into payments (business_id, customer_id, invoice_id, amount, currency, payment_date,
         payment_method, status) values ($1, $4, $2, $3, 'EUR', '2026-11-20', 'card', 'completed')`,
      [owner, invoice.id, invoice.total, invoice.customerId],
    );
    await expect(
      updateInvoice(
        services,
        owner,
        edit(back, { currency: 'EUR', exchangeRate: { rate: '1.1' }, version: undefined }),
      ),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This invoice has payments in USD: its currency cannot change.',
    });
  });

  it('keeps payments and status in agreement when the status is edited by hand', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const received = (it: InvoiceDetail) =>
      sumMoneyIn(
        it.currency,
        it.payments
          .filter((p) => p.status === 'completed')
          .map((p) => money(p.amount, it.currency)),
      ).amount;
    const paid = await updateInvoice(services, owner, edit(invoice, { status: 'paid' }));
    expect(received(paid)).toBe(paid.total);
    await expect(
      updateInvoice(services, owner, edit(paid, { taxRate: '9' })),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: /^This invoice is paid\./ });
    const reopened = await updateInvoice(services, owner, edit(paid, { status: 'sent' }));
    expect(received(reopened)).toBe('0.00');
    expect(reopened.history[0]?.type).toBe('invoice.reopened');
    // Nobody edited it.
    expect(reopened.history.map(({ type }) => type)).not.toContain('invoice.edited');
    const again = await markInvoicePaid(services, owner, {
      id: invoice.id,
      paymentMethod: 'cash',
    });
    expect(received(again)).toBe(again.total);
  });

  it('takes the method and the day of a payment with a status set to paid', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const told = { status: 'paid', paymentMethod: 'bank_transfer' };
    await expect(
      updateInvoice(services, owner, edit(invoice, { ...told, paymentDate: '2026-11-23' })),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      details: {
        fields: [{ path: 'paymentDate', message: 'Payment date must not be in the future' }],
      },
    });
    expect((await readInvoice(db.orm, owner, invoice.id, services.clock.now())).payments).toEqual(
      [],
    );
    const paid = await updateInvoice(
      services,
      owner,
      edit(invoice, { ...told, paymentDate: '2026-11-12' }),
    );
    expect(paid).toMatchObject({
      status: 'paid',
      payments: [{ paymentMethod: 'bank_transfer', paymentDate: '2026-11-12', notes: null }],
    });
  });

  it('previews an edit of the status as a save would leave it', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    const drawn: DocumentData[] = [];
    const pdf = {
      async svg(document: DocumentData) {
        drawn.push(document);
        return { pages: [], pageCount: 0 };
      },
    };
    const drawing = { ...services, pdf, appUrl: () => 'http://localhost' } as never;
    const preview = async (stored: InvoiceDetail, status: string, taxRate = stored.taxRate) => {
      await previewInvoice(drawing, owner, previewInput.parse({ ...stored, status, taxRate }));
      return drawn.at(-1);
    };
    const total = ['Amount due', '$3,333.05'];
    expect((await preview(invoice, 'paid'))?.hero).toMatchObject({ label: 'Amount paid' });
    const paid = await markInvoicePaid(services, owner, {
      id: invoice.id,
      paymentMethod: 'cash',
    });
    const back = await preview(paid, 'sent');
    expect([back?.hero.label, back?.hero.value]).toEqual(total);
    // The payment is reversed by the save: nothing has been received.
    expect(back?.totals.map(([label]) => label)).not.toContain('Received');
    expect((await preview(paid, 'paid'))?.hero).toMatchObject({
      label: 'Amount paid',
      value: '$3,333.05',
      note: 'Paid Nov 20, 2026 in cash',
    });
    const raised = await preview(paid, 'paid', '50');
    expect(raised?.hero.label).toBe('Amount due');
    expect(raised?.totals.at(-1)).toEqual(['Received', '\u2212$3,333.05']);
    const lowered = await preview(paid, 'paid', '0');
    expect(lowered?.hero.label).toBe('Amount paid');
    expect(lowered?.totals.map(([label]) => label)).not.toContain('Refunded');
  });

  it('answers another owner as if there were nothing', async () => {
    const { invoice } = await setUp();
    const { owner: stranger } = await setUp();
    const id = invoice.id;
    const attempts = [
      readInvoice(db.orm, stranger, id, services.clock.now()),
      updateInvoice(services, stranger, edit(invoice)),
      deleteInvoice(services, stranger, id),
      restoreInvoice(services, stranger, id),
      markInvoicePaid(services, stranger, { id, paymentMethod: 'cash' }),
    ];
    for (const result of await Promise.allSettled(attempts)) {
      expect(result).toMatchObject({ status: 'rejected', reason: NOT_FOUND });
    }
  });

  it('moves the default number on to a free one', async () => {
    const { owner } = await setUp({ invoiceNumber: 'INV-2026-9999' });
    const at = new Date(1_780_000_009_999);
    expect(await nextNumber(INVOICE_NUMBERS, db.orm, owner, at, '2026')).toBe('INV-2026-10000');
    const free = new Date(1_780_000_001_234);
    expect(await nextNumber(INVOICE_NUMBERS, db.orm, owner, free, '2026')).toBe('INV-2026-1234');
  });

  it('marks overdue by the day of the business, once, due today not yet', async () => {
    const { owner, invoice } = await setUp({ status: 'sent', dueDate: '2026-11-20' });
    const draft = await createInvoice(
      services,
      owner,
      anInvoice(invoice.customerId, {
        status: 'draft',
        issueDate: '2026-11-01',
        dueDate: '2026-11-01',
      }),
    );
    const nothing = await createInvoice(
      services,
      owner,
      anInvoice(invoice.customerId, {
        status: 'sent',
        issueDate: '2026-11-01',
        dueDate: '2026-11-01',
        lineItems: [{ description: 'A gift', quantity: '1', unitPrice: '0' }],
      }),
    );
    const inZone = (timeZone: string) =>
      db.orm
        .update(businessProfiles)
        .set({ timeZone })
        .where(sql`business_id = ${owner}`);
    const status = async () =>
      (await readInvoice(db.orm, owner, invoice.id, services.clock.now())).status;

    await inZone('Pacific/Honolulu');
    now = new Date('2026-11-21T06:00:00Z');
    await markOverdue(services);
    expect(await status()).toBe('sent');
    await inZone('Pacific/Kiritimati');
    now = new Date('2026-11-20T09:00:00Z');
    await markOverdue(services);
    expect(await status()).toBe('sent');
    now = new Date('2026-11-20T11:00:00Z');
    const marked = await Promise.all([markOverdue(services), markOverdue(services)]);
    expect(marked.reduce((a, b) => a + b)).toBe(1);
    expect(await status()).toBe('overdue');
    expect((await readInvoice(db.orm, owner, draft.id, services.clock.now())).status).toBe('draft');
    expect((await readInvoice(db.orm, owner, nothing.id, services.clock.now())).status).toBe(
      'sent',
    );
    const { history } = await readInvoice(db.orm, owner, invoice.id, services.clock.now());
    expect(history.filter((event) => event.type === 'invoice.overdue')).toHaveLength(1);
  });

  it('lists in pages that neither repeat nor miss, by status and by search', async () => {
    const owner = await makeOwner(db);
    const names = ['Østfold Kaffe', '100% Wool_Works', 'Ünal & Söhne'];
    const customers = [];
    for (const name of names) {
      customers.push(await createCustomer(services, owner, aCustomer({ name, company: '' })));
    }
    for (let n = 0; n < 23; n += 1) {
      await createInvoice(
        services,
        owner,
        anInvoice(customers[n % 3]?.id ?? 0, {
          issueDate: `2026-11-${String(1 + (n % 4)).padStart(2, '0')}`,
          status: n % 2 ? 'sent' : 'draft',
        }),
      );
    }
    const walk = async (query: object) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await listInvoices(
          db.orm,
          owner,
          { ...query, limit: 5, cursor },
          services.clock.now(),
        );
        seen.push(...page.rows.map((invoice) => invoice.id));
        expect(page.rows.every((invoice) => invoice.lineItems === undefined)).toBe(true);
        cursor = page.next;
      } while (cursor !== undefined);
      return seen;
    };
    const whole = (await listInvoices(db.orm, owner, {}, services.clock.now())).rows;
    expect(whole[0]?.lineItems).toHaveLength(2);
    expect(await walk({})).toEqual(whole.map((invoice) => invoice.id));
    expect(await walk({ status: 'sent' })).toHaveLength(11);
    expect(await walk({ search: 'ØSTFOLD' })).toHaveLength(8);
    expect(await walk({ search: '100%' })).toHaveLength(8);
    expect(await walk({ search: 'wool_w' })).toHaveLength(8);
    expect(await walk({ search: '%%' })).toEqual([]);
    expect(await walk({ search: whole[3]?.invoiceNumber.toLowerCase() })).toEqual([whole[3]?.id]);

    const first = customers[0];
    await updateCustomer(services, owner, {
      ...aCustomer({ name: 'Bergen Roastery', company: 'BR' }),
      id: first?.id ?? 0,
    });
    expect(await walk({ search: 'østfold' })).toEqual([]);
    expect(await walk({ search: 'bergen' })).toHaveLength(8);
    await expect(
      listInvoices(db.orm, owner, { limit: 5, cursor: 'x' }, services.clock.now()),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('keeps its totals equal to the rows, whatever is done in whatever order', async () => {
    const owner = await makeOwner(db);
    const customers = [
      await createCustomer(services, owner, aCustomer()),
      await createCustomer(services, owner, aCustomer({ name: 'Second' })),
    ];
    const step = fc.record({
      kind: fc.constantFrom('create', 'edit', 'pay', 'delete', 'restore', 'overdue'),
      pick: fc.nat(),
      status: fc.constantFrom(...INVOICE_STATUSES),
      price: fc.integer({ min: 0, max: 99_999_99 }),
      customer: fc.constantFrom(0, 1),
    });
    const ids: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const { kind, pick, status, price, customer } of steps) {
          const values = {
            status,
            lineItems: [
              { description: 'Work', quantity: '1.5', unitPrice: (price / 100).toFixed(2) },
            ],
          };
          const customerId = customers[customer]?.id ?? 0;
          const id = ids[pick % Math.max(ids.length, 1)] ?? 0;
          // Refusals (paid twice, deleted already) are part of the history: they must change nothing.
          const refused = (error: { code?: string }) => expect(error.code).toBeDefined();
          if (kind === 'create' || ids.length === 0) {
            ids.push((await createInvoice(services, owner, anInvoice(customerId, values))).id);
          } else if (kind === 'edit') {
            await readInvoice(db.orm, owner, id, services.clock.now())
              .then((it) => updateInvoice(services, owner, edit(it, { ...values, customerId })))
              .catch(refused);
          } else if (kind === 'pay') {
            await markInvoicePaid(services, owner, { id, paymentMethod: 'cash' }).catch(refused);
          } else if (kind === 'overdue') {
            now = new Date('2027-01-15T12:00:00Z');
            await markOverdue(services);
          } else {
            await (kind === 'delete' ? deleteInvoice : restoreInvoice)(services, owner, id).catch(
              refused,
            );
          }
        }
        const list = (await listInvoices(db.orm, owner, {}, services.clock.now())).rows;
        const summary = await summarizeInvoices(db.orm, owner, {}, services.clock.now());
        for (const status of INVOICE_STATUSES) {
          const rows = list.filter((invoice) => invoice.status === status);
          expect(summary[status]).toEqual({
            count: rows.length,
            sums: sumMoney(
              rows.map(({ total, amountOverdue, currency }) =>
                money(status === 'overdue' ? amountOverdue : total, currency),
              ),
            ),
          });
        }
        for (const customer of customers) {
          const rows = list.filter((it) => it.customerId === customer.id && it.status !== 'draft');
          const { balance } = await readCustomer(db.orm, owner, customer.id, services.clock.now());
          const invoiced = rows.map(({ total, currency }) => money(total, currency));
          expect(balance.invoiced).toBe(sumMoneyIn('USD', invoiced).amount);
        }
        for (const invoice of list) {
          const { payments, total, status, currency } = await readInvoice(
            db.orm,
            owner,
            invoice.id,
            services.clock.now(),
          );
          const completed = payments.filter((payment) => payment.status === 'completed');
          const received = sumMoneyIn(
            currency,
            completed.map((payment) => money(payment.amount, currency)),
          );
          expect(received.amount).toBe(status === 'paid' ? total : '0.00');
        }
      }),
      { numRuns: db.kind === 'embedded' ? 6 : 12 },
    );
  });
});
