import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { CreditWorld } from './credit-world.ts';
import { cents, openCreditWorld } from './credit-world.ts';
import type { Caller } from './test-app.ts';

describeOnDatabase('credit notes for an invoice', (db) => {
  let world: CreditWorld;
  let ada: Caller;
  let customerId: number;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ({ ada, customerId } = world);
  });
  afterAll(() => world.test.close());
  const form = (values: object) => world.form(values);
  const invoice = (values: object = {}) => world.invoice(values);
  const create = (values: object) => world.create(values);
  const issue = (id: number) => world.issue(id);

  it('say what it says, in its currency and at its rate, with number and date of then', async () => {
    const made = await invoice({
      currency: 'EUR',
      exchangeRate: { rate: '1.1', date: '2026-11-03' },
      pricesIncludeTax: true,
    });
    const whole = await create({ correctsInvoiceId: made.id, reason: 'Cancelled' });
    expect(whole).toMatchObject({
      customerId,
      currency: 'EUR',
      pricesIncludeTax: true,
      exchangeRate: { from: 'EUR', to: 'USD', rate: '1.10' },
      subtotal: made.subtotal,
      taxAmount: made.taxAmount,
      taxTotals: made.taxTotals,
      total: made.total,
      correctsInvoiceId: made.id,
      correctedInvoice: {
        invoiceId: made.id,
        invoiceNumber: made.invoiceNumber,
        issueDate: '2026-11-03',
        revision: 1,
      },
      credit: {},
    });
  });

  it('credit it in parts that add up to it, and no more of a line than it has', async () => {
    const made = await invoice();
    const credits = [];
    for (const credit of [
      { lines: [{ line: 1, quantity: '1' }] },
      { lines: [{ line: 2, percent: '33.3333' }] },
      { amount: '17.31' },
      undefined,
    ]) {
      const draft = await create({ correctsInvoiceId: made.id, credit });
      credits.push(await issue(draft.id));
    }
    const [first, , third] = credits;
    expect(first.lineItems).toMatchObject([
      { description: 'Design work', quantity: '1.00', unitPrice: '33.33', net: '32.16' },
    ]);
    expect(third.total).toBe('17.31');
    for (const name of ['subtotal', 'taxAmount', 'total']) {
      const sum = credits.reduce((all, one) => all + cents(one[name]), 0);
      expect([name, sum]).toEqual([name, cents(made[name])]);
    }
    const bases = credits.flatMap((one) => one.taxTotals);
    for (const tax of made.taxTotals) {
      const rows = bases.filter(({ rate }) => rate === tax.rate);
      expect(rows.reduce((all, row) => all + cents(row.base), 0)).toBe(cents(tax.base));
      expect(rows.reduce((all, row) => all + cents(row.amount), 0)).toBe(cents(tax.amount));
    }
    const left = (await ada.call('GET', `/api/invoices/${made.id}/creditable`)).body;
    expect(left).toMatchObject({ left: '0.00', credited: made.total });
    const none = await ada.call('POST', '/api/credit-notes', form({ correctsInvoiceId: made.id }));
    expect(none.status).toBe(409);
    expect(none.body.message).toBe(
      `Invoice ${made.invoiceNumber} is already fully credited: nothing is left to credit`,
    );
  });

  it('refuse more than is left, naming the line or the amount', async () => {
    const made = await invoice();
    const refusal = async (credit: object) => {
      const body = form({ correctsInvoiceId: made.id, credit });
      const answer = await ada.call('POST', '/api/credit-notes', body);
      expect(answer.status).toBe(400);
      return answer.body.fields;
    };
    expect(await refusal({ lines: [{ line: 1, quantity: '3.5' }] })).toEqual([
      {
        path: 'credit.lines.0.quantity',
        message: 'Line 1 (Design work) has only 3 left to credit',
      },
    ]);
    expect(await refusal({ amount: '10000' })).toEqual([
      {
        path: 'credit.amount',
        message: `Of invoice ${made.invoiceNumber} only $${made.total} is left to credit`,
      },
    ]);
    expect(await refusal({ amount: '1.001' })).toEqual([
      { path: 'credit.amount', message: 'Amount must be a number with at most two decimals' },
    ]);
    expect(await refusal({ lines: [{ line: 3 }] })).toEqual([
      {
        path: 'credit.lines.0.line',
        message: `Invoice ${made.invoiceNumber} has no line 3 to credit`,
      },
    ]);
    expect(await refusal({ lines: [{ line: 1 }, { line: 1, percent: '5' }] })).toEqual([
      { path: 'credit.lines.1', message: 'Line 1 (Design work) is named twice' },
    ]);
    await issue(
      (await create({ correctsInvoiceId: made.id, credit: { lines: [{ line: 1 }] } })).id,
    );
    expect(await refusal({ lines: [{ line: 1 }] })).toEqual([
      { path: 'credit.lines.0', message: 'Line 1 (Design work) is credited already' },
    ]);
  });

  it('refuse a draft and a deleted invoice', async () => {
    const draft = await invoice({ status: 'draft' });
    const ofDraft = await ada.call(
      'POST',
      '/api/credit-notes',
      form({ correctsInvoiceId: draft.id }),
    );
    expect(ofDraft.status).toBe(409);
    expect(ofDraft.body.message).toBe(
      `Invoice ${draft.invoiceNumber} is a draft: change it instead of crediting it`,
    );
    await ada.call('DELETE', `/api/invoices/${draft.id}`);
    const ofNone = await ada.call(
      'POST',
      '/api/credit-notes',
      form({ correctsInvoiceId: draft.id }),
    );
    expect(ofNone.status).toBe(404);
  });

  it('count a draft again when it is issued: the last one takes the rest', async () => {
    const made = await invoice();
    const all = await create({ correctsInvoiceId: made.id });
    const part = await create({
      correctsInvoiceId: made.id,
      credit: { lines: [{ line: 1, quantity: '1' }] },
    });
    await issue(part.id);
    const rest = await issue(all.id);
    expect(cents(rest.total)).toBe(cents(made.total) - cents(part.total));
    const again = await create({ correctsInvoiceId: (await invoice()).id });
    expect(await issue(again.id)).toMatchObject({ status: 'applied' });
  });

  it('credit an invoice once, however many are issued at once', async () => {
    const made = await invoice();
    const drafts = await Promise.all(
      Array.from({ length: 8 }, () => create({ correctsInvoiceId: made.id })),
    );
    const answers = await Promise.all(
      drafts.map(({ id }) => ada.call('POST', `/api/credit-notes/${id}/issue`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const left = (await ada.call('GET', `/api/invoices/${made.id}/creditable`)).body;
    expect(left.left).toBe('0.00');
  });

  it('keep what they rely on: the invoice can neither change nor go', async () => {
    const made = await invoice();
    const { id, creditNoteNumber } = await create({
      correctsInvoiceId: made.id,
      credit: { amount: '10' },
    });
    const path = `/api/invoices/${made.id}`;
    const lineItems = [{ description: 'Other', quantity: '1', unitPrice: '5' }];
    // A draft credits nothing yet; but the invoice that it is of has another version then.
    expect((await ada.call('PUT', path, { lineItems })).status).toBe(200);
    const changed = await ada.call('POST', `/api/credit-notes/${id}/issue`);
    expect(changed.status).toBe(409);
    expect(changed.body.message).toBe(
      `Invoice ${made.invoiceNumber} was changed since this credit note was drafted. Look at what it credits, and save it again.`,
    );
    await ada.call('PUT', `/api/credit-notes/${id}`, { credit: { amount: '1.00' } });
    expect(await issue(id)).toMatchObject({ status: 'applied', total: '1.00' });
    const stays = `This invoice was credited by ${creditNoteNumber} and cannot be`;
    const then = 'Credit the rest of it, or make another invoice.';
    for (const values of [{ lineItems: [...lineItems, ...lineItems] }, { status: 'draft' }]) {
      const answer = await ada.call('PUT', path, values);
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe(`${stays} changed. ${then}`);
    }
    const deletion = await ada.call('DELETE', path);
    expect(deletion.status).toBe(409);
    expect(deletion.body.message).toBe(`${stays} deleted. ${then}`);
    expect((await ada.call('PUT', path, { notes: 'Thank you' })).status).toBe(200);
    expect((await ada.call('GET', path)).body.creditNotes).toEqual([
      { id, creditNoteNumber, status: 'applied', total: '1.00' },
    ]);
  });

  it('take an edit of what is their own, and refuse one of what follows from the invoice', async () => {
    const made = await invoice();
    const draft = await create({ correctsInvoiceId: made.id, credit: { amount: '50' } });
    const path = `/api/credit-notes/${draft.id}`;
    const { lineItems, currency, taxRate, discounts } = draft;
    const same = await ada.call('PUT', path, {
      customerId,
      lineItems,
      currency,
      taxRate,
      discounts,
      notes: 'With our apologies',
      credit: { lines: [{ line: 2 }] },
    });
    expect(same.body).toMatchObject({
      notes: 'With our apologies',
      credit: { lines: [{ line: 2 }] },
      lineItems: [{ description: 'Printed books', quantity: '7.00' }],
    });
    const other = await ada.call('PUT', path, {
      lineItems: [{ description: 'Other', quantity: '1', unitPrice: '5' }],
    });
    expect(other.status).toBe(400);
    expect(other.body.fields).toEqual([
      {
        path: 'lineItems',
        message:
          'The lines of a credit note for an invoice follow the invoice: name in credit what is credited',
      },
    ]);
  });
});
