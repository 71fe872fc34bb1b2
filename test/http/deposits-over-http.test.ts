import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { CreditWorld } from './credit-world.ts';
import { cents, openCreditWorld } from './credit-world.ts';
import type { Caller } from './test-app.ts';

describeOnDatabase('deposit invoices', (db) => {
  let world: CreditWorld;
  let ada: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ada = world.ada;
  });
  afterAll(async () => {
    // Whatever became of deposits, the account of their customers adds up.
    for (const { businessId } of [world.ada, world.eve]) await checkLedger(db, businessId);
    await world.test.close();
  });

  let n = 0;
  /** 33.33 × 3 at 19 %, 9.99 × 7 at 7 %, less 3.5 %: $187.02. */
  async function estimate(values: object = {}) {
    n += 1;
    const { invoiceNumber: _number, dueDate, status: _status, ...form } = world.invoiceForm();
    const body = { ...form, estimateNumber: `EST-D-${n}`, expiryDate: dueDate, ...values };
    const made = await ada.call('POST', '/api/estimates', { status: 'sent', ...body });
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return made.body;
  }
  const ask = (id: number, body: object = {}, who = ada) =>
    who.call('POST', `/api/estimates/${id}/deposit-invoice`, body);
  const convert = (id: number) => ada.call('POST', `/api/estimates/${id}/convert`);
  const issue = async (id: number) => {
    const answer = await ada.call('POST', `/api/invoices/${id}/issue`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const read = async (id: number) => (await ada.call('GET', `/api/invoices/${id}`)).body;
  async function deposit(id: number, body: object) {
    const made = await ask(id, body);
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return issue(made.body.id);
  }
  async function final(estimateId: number) {
    const made = await convert(estimateId);
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return made.body;
  }
  const credit = (values: object) => ada.call('POST', '/api/credit-notes', world.form(values));

  it('ask for a part of an estimate, with a line for each tax, and are invoices', async () => {
    const quote = await estimate({ deposit: { percent: 30 } });
    expect(quote.deposit).toEqual({ percent: '30.00', amount: null });
    const made = await ask(quote.id);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      invoiceType: 'deposit',
      status: 'draft',
      total: '56.11',
      depositEstimate: {
        estimateId: quote.id,
        estimateNumber: quote.estimateNumber,
        issueDate: quote.issueDate,
      },
      estimate: { id: quote.id, estimateNumber: quote.estimateNumber },
      deductions: [],
      whole: null,
    });
    expect(made.body.lineItems.map((line: { description: string }) => line.description)).toEqual([
      `Deposit 30% for estimate ${quote.estimateNumber} (VAT 19%)`,
      `Deposit 30% for estimate ${quote.estimateNumber} (VAT 7%)`,
    ]);
    const after = (await ada.call('GET', `/api/estimates/${quote.id}`)).body;
    expect(after).toMatchObject({
      status: 'accepted',
      invoice: null,
      depositInvoices: [{ id: made.body.id, status: 'draft', total: '56.11', isDeducted: false }],
      leftToInvoice: '130.91',
    });
  });

  it('that were given up are deducted all the same, and the estimate says how much', async () => {
    const quote = await estimate();
    const given = await deposit(quote.id, { amount: '17.31' });
    const up = await ada.call('POST', `/api/invoices/${given.id}/write-off`, { reason: 'Moved' });
    expect(up.body).toMatchObject({ standing: 'written_off' });
    expect((await ada.call('GET', `/api/estimates/${quote.id}`)).body).toMatchObject({
      depositInvoices: [{ total: '17.31', notOwed: '17.31', credited: '0.00' }],
    });
    expect((await final(quote.id)).deductions).toMatchObject([{ total: '17.31' }]);
  });

  it('are deducted by the final invoice, which is left with the rest in every tax', async () => {
    const quote = await estimate();
    const first = await deposit(quote.id, { percent: '30' });
    const second = await deposit(quote.id, { amount: '17.31' });
    const made = await final(quote.id);
    expect(made.whole.total).toBe(quote.total);
    expect(made.lineTotal).toBe(quote.lineTotal);
    expect(made.deductions).toMatchObject([
      { invoiceId: first.id, invoiceNumber: first.invoiceNumber, issueDate: first.issueDate },
      { invoiceId: second.id, total: '17.31' },
    ]);
    for (const name of ['subtotal', 'taxAmount', 'rounding', 'total'] as const) {
      const all = [first, second, made].reduce((sum, each) => sum + cents(each[name]), 0);
      expect([name, all]).toEqual([name, cents(quote[name])]);
    }
    for (const [index, tax] of quote.taxTotals.entries()) {
      for (const name of ['base', 'amount'] as const) {
        const all = [first, second, made].reduce((sum, { taxTotals }) => {
          const row = taxTotals.find((each: { rate: string }) => each.rate === tax.rate);
          return sum + cents(row?.[name] ?? '0');
        }, 0);
        expect([index, name, all]).toEqual([index, name, cents(tax[name])]);
      }
    }
    expect(made.amountDue).toBe(made.total);
    expect((await read(first.id)).deductedBy).toEqual({
      id: made.id,
      invoiceNumber: made.invoiceNumber,
    });
    const listed = (await ada.call('GET', '/api/invoices')).body;
    const byId = new Map(listed.map((one: { id: number }) => [one.id, one]));
    expect(byId.get(first.id)).toMatchObject({ invoiceType: 'deposit' });
    expect(byId.get(made.id)).toMatchObject({ total: made.total, whole: { total: quote.total } });
    const estimated = (await ada.call('GET', `/api/estimates/${quote.id}`)).body;
    expect(estimated).toMatchObject({ leftToInvoice: '0.00', invoice: { id: made.id } });
  });

  it('are asked for once, whatever comes at once, and before their draft is out no other is', async () => {
    const quote = await estimate();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => ask(quote.id, { percent: '30' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const other = await ask(quote.id, { percent: '20' });
    expect(other.status).toBe(409);
    const number = answers[0]?.body.invoiceNumber;
    expect(other.body.message).toBe(
      `Deposit invoice ${number} of this estimate is still a draft. Issue or delete it before you ask for another deposit.`,
    );
    // More than the draft leaves is said before that, with what may be asked for.
    const more = await ask(quote.id, { percent: '80' });
    expect(more.status).toBe(400);
    expect(more.body.fields).toMatchObject([
      { path: 'percent', message: expect.stringMatching(/only \$[\d,.]+ is left to ask for/) },
    ]);
    const converted = await convert(quote.id);
    expect(converted.status).toBe(409);
    expect(converted.body.message).toBe(
      `Deposit invoice ${number} of this estimate is still a draft. Issue it, so that it is deducted, or delete it.`,
    );
  });

  it('come with the acceptance of an estimate that asks for one, in place of its invoice', async () => {
    const quote = await estimate({ deposit: { amount: '50' } });
    const accepted = (await ada.call('POST', `/api/estimates/${quote.id}/accept`)).body;
    expect(accepted).toMatchObject({
      status: 'accepted',
      invoice: null,
      deposit: { percent: null, amount: '50.00' },
      depositInvoices: [{ status: 'draft', total: '50.00' }],
      leftToInvoice: '137.02',
    });
    await ada.call('POST', `/api/estimates/${quote.id}/accept`);
    const again = (await ada.call('GET', `/api/estimates/${quote.id}`)).body;
    expect(again.depositInvoices).toHaveLength(1);
    const born = await estimate({ deposit: { percent: 10 }, status: 'accepted' });
    expect(born.depositInvoices).toHaveLength(1);
    await issue(again.depositInvoices[0].id);
    expect((await final(quote.id)).total).toBe('137.02');
  });

  it('are not asked for with decimals that the currency of their estimate does not have', async () => {
    const { invoiceNumber: _number, dueDate, status: _status, ...form } = world.invoiceForm();
    const given = { ...form, estimateNumber: 'EST-D-DECIMALS', expiryDate: dueDate };
    const invalid = (message: string) => ({
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'deposit.amount', message }] },
    });
    const two = invalid('Deposit amount must be a number with at most two decimals');
    const added = await ada.call('POST', '/api/estimates', {
      ...given,
      deposit: { amount: 1.001 },
    });
    expect(added).toMatchObject(two);
    const quote = await estimate({ status: 'draft', deposit: { amount: '10.50' }, discounts: [] });
    const edit = (values: object) => ada.call('PUT', `/api/estimates/${quote.id}`, values);
    expect(await edit({ deposit: { amount: '0.001' } })).toMatchObject(two);
    const none = 'Deposit amount must be a whole number: JPY has no decimals';
    expect(await edit({ currency: 'JPY' })).toMatchObject(invalid(none));
    expect((await edit({ currency: 'JPY', deposit: { amount: '10' } })).body).toMatchObject({
      currency: 'JPY',
      deposit: { amount: '10' },
    });
  });

  it('refuse what cannot be asked for, naming the field', async () => {
    const quote = await estimate();
    const refusal = async (body: object) => {
      const { status, body: said } = await ask(quote.id, body);
      return [status, said.fields ?? said.message];
    };
    const field = (path: string, message: string) => [400, [{ path, message }]];
    expect(await refusal({})).toEqual(
      field('percent', 'A deposit needs a percentage or an amount'),
    );
    expect(await refusal({ percent: '5', amount: '5' })).toEqual(
      field('amount', 'A deposit is a percentage or an amount, not both'),
    );
    expect(await refusal({ percent: '0' })).toEqual(
      field('percent', 'Deposit percentage must be more than 0'),
    );
    expect(await refusal({ amount: '187.03' })).toEqual(
      field(
        'amount',
        `Of estimate ${quote.estimateNumber} only $187.02 is left to ask for in advance`,
      ),
    );
    expect(await refusal({ amount: '1.001' })).toEqual(
      field('amount', 'Deposit amount must be a number with at most two decimals'),
    );
    expect((await refusal({ percent: '101' }))[0]).toBe(400);
    await deposit(quote.id, { percent: '60' });
    expect(await refusal({ percent: '60' })).toEqual(
      field(
        'percent',
        `Of estimate ${quote.estimateNumber} only $74.81 is left to ask for in advance`,
      ),
    );
    await deposit(quote.id, { amount: '74.81' });
    expect(await refusal({ percent: '1' })).toEqual([
      409,
      `Deposits already ask for all of estimate ${quote.estimateNumber}: nothing is left`,
    ]);
    const rest = await final(quote.id);
    expect(rest).toMatchObject({ total: '0.00', subtotal: '0.00', taxAmount: '0.00' });
    await issue(rest.id);
    expect(await refusal({ percent: '1' })).toEqual([
      409,
      `This estimate became invoice ${rest.invoiceNumber}: nothing is left to ask for in advance.`,
    ]);
    const over = await ada.call('PUT', `/api/estimates/${(await estimate()).id}`, {
      deposit: { amount: '187.03' },
    });
    expect([over.status, over.body.fields]).toEqual(
      field('deposit.amount', 'Deposit amount must be at most the total, $187.02'),
    );
    const rejected = await estimate({ status: 'rejected' });
    expect((await ask(rejected.id, { percent: 5 })).body.message).toBe(
      'This estimate is rejected. Set it back to draft or sent before you ask for a deposit.',
    );
    expect((await ask(quote.id, { percent: 5 }, world.eve)).status).toBe(404);
  });

  it('are not asked for once the estimate became an invoice, a draft too, as it would not deduct them', async () => {
    const quote = await estimate();
    const rest = await final(quote.id);
    const refused = await ask(quote.id, { percent: '30' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `This estimate became invoice ${rest.invoiceNumber}: nothing is left to ask for in advance.`,
    ]);
    expect((await ask(quote.id, { percent: '30' }, world.eve)).status).toBe(404);
    const again = await estimate();
    const both = await Promise.all([ask(again.id, { percent: '30' }), convert(again.id)]);
    const [asked, converted] = both.map(({ status }) => status);
    // Whichever comes first: a deposit that is a draft stops the conversion, an invoice the deposit.
    expect([asked, converted].filter((status) => status === 409)).toHaveLength(1);
  });

  it('come back from a deletion only while nothing else was made of their share', async () => {
    const restore = (id: number) => ada.call('POST', `/api/invoices/${id}/restore`);
    const remove = async (id: number) => {
      expect((await ada.call('DELETE', `/api/invoices/${id}`)).status).toBe(200);
    };
    const quote = await estimate();
    const [first, second] = [
      await deposit(quote.id, { percent: '30' }),
      await deposit(quote.id, { percent: '20' }),
    ];
    // Which was first is said by the time.
    const { time } = world.test;
    time.now = new Date(time.now.getTime() + 1_000);
    await remove(first.id);
    expect((await restore(first.id)).status).toBe(200);
    await remove(first.id);
    const third = await deposit(quote.id, { percent: '80' });
    const beside = await restore(first.id);
    expect([beside.status, beside.body.message]).toEqual([
      409,
      `Another deposit, invoice ${third.invoiceNumber}, was asked for since this one was deleted: it cannot be restored. Ask for a deposit again.`,
    ]);
    await remove(second.id);
    const rest = await final(quote.id);
    const late = await restore(second.id);
    expect([late.status, late.body.message]).toEqual([
      409,
      `The estimate became invoice ${rest.invoiceNumber}, which does not deduct this deposit: it cannot be restored.`,
    ]);
    expect((await world.eve.call('POST', `/api/invoices/${second.id}/restore`)).status).toBe(404);
    const draft = (await ask((await estimate()).id, { percent: '10' })).body;
    await remove(draft.id);
    expect((await restore(draft.id)).body).toMatchObject({ status: 'draft' });
  });

  it('follow their estimate, which stays as they say it', async () => {
    const quote = await estimate();
    const made = (await ask(quote.id, { percent: '33.3333' })).body;
    const { id: _id, history: _history, ...sent } = made;
    const same = await ada.call('PUT', `/api/invoices/${made.id}`, { ...sent, notes: 'Thanks' });
    expect(same.body).toMatchObject({
      notes: 'Thanks',
      total: made.total,
      subtotal: made.subtotal,
      taxTotals: made.taxTotals,
      lineItems: made.lineItems.map(({ net, tax }: { net: string; tax: string }) => ({ net, tax })),
    });
    const [line] = made.lineItems;
    const other = await ada.call('PUT', `/api/invoices/${made.id}`, {
      lineItems: [{ ...line, unitPrice: '1' }],
    });
    expect([other.status, other.body.fields]).toEqual([
      400,
      [
        {
          path: 'lineItems',
          message:
            'The lines of a deposit invoice follow its estimate: delete it and ask for another deposit',
        },
      ],
    ]);
    const edited = await ada.call('PUT', `/api/estimates/${quote.id}`, { notes: 'Cheaper' });
    expect([edited.status, edited.body.message]).toEqual([
      409,
      `Deposit invoice ${made.invoiceNumber} was created from this estimate, so the estimate cannot change. Delete or credit the invoice first.`,
    ]);
    expect((await ada.call('DELETE', `/api/invoices/${made.id}`)).status).toBe(200);
    const free = await ada.call('PUT', `/api/estimates/${quote.id}`, { notes: 'Cheaper' });
    expect(free.status).toBe(200);
    expect((await final(quote.id)).deductions).toEqual([]);
  });

  it('are not changed, deleted or credited once deducted; deleting the final invoice frees them', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '30' });
    const rest = await final(quote.id);
    const refusal = async (call: Promise<{ status: number; body: { message: string } }>) => {
      const { status, body } = await call;
      return [status, body.message];
    };
    const cannot = (what: string, instead: string) => [
      409,
      `This deposit invoice is deducted by invoice ${rest.invoiceNumber} and cannot ${what}. ${instead}`,
    ];
    const path = `/api/invoices/${part.id}`;
    expect(await refusal(ada.call('DELETE', path))).toEqual(
      cannot('be deleted', 'Take it off there first.'),
    );
    await issue(rest.id);
    expect(await refusal(ada.call('DELETE', path))).toEqual(
      cannot('be deleted', 'Correct that one instead.'),
    );
    expect(await refusal(ada.call('PUT', path, { invoiceNumber: 'INV-OTHER' }))).toEqual(
      cannot('be changed', 'Correct that one instead.'),
    );
    expect(await refusal(ada.call('PUT', path, { status: 'draft' }))).toEqual(
      cannot('be changed', 'Correct that one instead.'),
    );
    expect(await refusal(credit({ correctsInvoiceId: part.id }))).toEqual(
      cannot('be credited', 'Credit that one first.'),
    );
    expect((await ada.call('PUT', path, { notes: 'Thanks' })).status).toBe(200);
    expect((await ada.call('DELETE', `/api/invoices/${rest.id}`)).status).toBe(200);
    expect((await read(part.id)).deductedBy).toBeNull();
    const back = await ada.call('POST', `/api/invoices/${rest.id}/restore`);
    expect(back.body).toMatchObject({ total: rest.total, deductions: rest.deductions });
    await ada.call('DELETE', `/api/invoices/${rest.id}`);
    expect((await credit({ correctsInvoiceId: part.id, status: 'issued' })).status).toBe(201);
    expect(await refusal(ada.call('POST', `/api/invoices/${rest.id}/restore`))).toEqual([
      409,
      `Deposit invoice ${part.invoiceNumber} was changed or deducted elsewhere since this invoice was deleted: it cannot be restored. Make a new one.`,
    ]);
  });

  it('are deducted less what was credited of them, and not at all once all was', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '50' });
    const gone = await deposit(quote.id, { percent: '20' });
    const taken = await credit({
      correctsInvoiceId: part.id,
      credit: { amount: '10' },
      status: 'issued',
    });
    const whole = await credit({ correctsInvoiceId: gone.id, status: 'issued' });
    expect(whole.body).toMatchObject({
      total: gone.total,
      subtotal: gone.subtotal,
      taxTotals: gone.taxTotals,
    });
    expect(taken.body.total).toBe('10.00');
    const left = cents(quote.total) - cents(part.total) + 1000;
    const estimated = (await ada.call('GET', `/api/estimates/${quote.id}`)).body;
    expect(cents(estimated.leftToInvoice)).toBe(left);
    const rest = await final(quote.id);
    expect(rest.deductions).toHaveLength(1);
    expect(cents(rest.total)).toBe(left);
    for (const name of ['subtotal', 'taxAmount'] as const) {
      const all = cents(part[name]) - cents(taken.body[name]) + cents(rest[name]);
      expect([name, all]).toEqual([name, cents(quote[name])]);
    }
  });

  it('leave lines of the final invoice to be credited as they are, and no more than it asks for', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '50' });
    const rest = await issue((await final(quote.id)).id);
    const both = await credit({
      correctsInvoiceId: rest.id,
      credit: { lines: [{ line: 1 }, { line: 2 }] },
    });
    expect(both.body.fields).toEqual([
      {
        path: 'credit.lines',
        message: `Of invoice ${rest.invoiceNumber} only $93.51 is left to credit: the rest was asked for by ${part.invoiceNumber}`,
      },
    ]);
    const some = await credit({
      correctsInvoiceId: rest.id,
      credit: { lines: [{ line: 2, quantity: '3' }] },
      status: 'issued',
    });
    expect(some.body.lineItems).toMatchObject([{ description: 'Printed books', quantity: '3.00' }]);
    const all = await credit({ correctsInvoiceId: rest.id, status: 'issued' });
    expect(all.status).toBe(201);
    for (const name of ['subtotal', 'taxAmount', 'total'] as const) {
      expect(cents(some.body[name]) + cents(all.body[name])).toBe(cents(rest[name]));
    }
    const none = await credit({ correctsInvoiceId: rest.id });
    expect(none.body.message).toBe(
      `Invoice ${rest.invoiceNumber} is already fully credited: nothing is left to credit`,
    );
    // Nothing is left of the final invoice: its deposit can go back, too.
    expect((await credit({ correctsInvoiceId: part.id, status: 'issued' })).body.total).toBe(
      part.total,
    );
  });

  it('let a whole line be credited though a part of its tax stands on them', async () => {
    const quote = await estimate();
    await deposit(quote.id, { percent: '30' });
    const rest = await issue((await final(quote.id)).id);
    const line = await credit({
      correctsInvoiceId: rest.id,
      credit: { lines: [{ line: 2 }] },
      status: 'issued',
    });
    const wrong = quote.lineItems[1];
    expect(line.body).toMatchObject({ subtotal: wrong.net, taxAmount: wrong.tax });
    const guessed = await credit({ correctsInvoiceId: rest.id });
    expect([guessed.status, guessed.body.message]).toEqual([
      409,
      `More was credited of some tax than invoice ${rest.invoiceNumber} itself asks for: choose the lines to credit`,
    ]);
    const next = await credit({
      correctsInvoiceId: rest.id,
      credit: { lines: [{ line: 1, quantity: '1' }] },
    });
    expect(next.status).toBe(201);
  });

  it('go over to the new draft when their final invoice is corrected, and are corrected themselves', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '30' });
    const renewed = (await ada.call('POST', `/api/invoices/${part.id}/correct`)).body;
    expect(renewed.invoice).toMatchObject({
      invoiceType: 'deposit',
      status: 'draft',
      total: part.total,
      taxTotals: part.taxTotals,
      depositEstimate: part.depositEstimate,
    });
    await issue(renewed.invoice.id);
    const rest = await issue((await final(quote.id)).id);
    expect(rest.deductions).toMatchObject([{ invoiceId: renewed.invoice.id }]);
    const corrected = (await ada.call('POST', `/api/invoices/${rest.id}/correct`)).body;
    expect(corrected.creditNote.total).toBe(rest.total);
    expect(corrected.invoice).toMatchObject({
      status: 'draft',
      total: rest.total,
      whole: rest.whole,
      deductions: rest.deductions,
    });
    expect((await read(renewed.invoice.id)).deductedBy.id).toBe(corrected.invoice.id);
  });

  it('are chosen by hand: taken off, added, and refused where they are not to be deducted', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '30' });
    const rest = await final(quote.id);
    const put = (values: object) => ada.call('PUT', `/api/invoices/${rest.id}`, values);
    const off = (await put({ deductsInvoiceIds: [] })).body;
    expect(off).toMatchObject({ total: quote.total, whole: null, deductions: [] });
    const deductible = `/api/invoices/deductible?customerId=${world.customerId}&currency=USD`;
    const offered = (await ada.call('GET', deductible)).body;
    expect(offered.map(({ invoiceId }: { invoiceId: number }) => invoiceId)).toContain(part.id);
    const on = (await put({ deductsInvoiceIds: [part.id] })).body;
    expect(on).toMatchObject({ total: rest.total, whole: rest.whole, deductions: rest.deductions });
    const { id: _id, ...sent } = on;
    expect((await put({ ...sent, notes: 'Thanks' })).body).toMatchObject({ total: rest.total });
    const refusal = async (form: object, who = ada) => {
      const { status, body } = await who.call('POST', '/api/invoices', world.invoiceForm(form));
      return [status, body.fields?.[0]];
    };
    const said = (status: number, message: string, index = 0) => [
      status,
      { path: `deductsInvoiceIds.${index}`, message },
    ];
    const named = `Deposit invoice ${part.invoiceNumber}`;
    expect(await refusal({ deductsInvoiceIds: [part.id] })).toEqual(
      said(409, `${named} is already deducted by invoice ${rest.invoiceNumber}`),
    );
    await put({ deductsInvoiceIds: [] });
    expect(await refusal({ deductsInvoiceIds: [part.id, part.id] })).toEqual(
      said(400, `${named} is named twice`, 1),
    );
    const plain = await world.invoice();
    expect(await refusal({ deductsInvoiceIds: [plain.id] })).toEqual(
      said(404, 'Deposit invoice not found'),
    );
    const eves = await world.eve.call('POST', '/api/customers', { name: 'Eve' });
    const hers = { customerId: eves.body.id, deductsInvoiceIds: [part.id] };
    expect(await refusal(hers, world.eve)).toEqual(said(404, 'Deposit invoice not found'));
    const other = await ada.call('POST', '/api/customers', { name: 'Olu' });
    expect(await refusal({ customerId: other.body.id, deductsInvoiceIds: [part.id] })).toEqual(
      said(400, `${named} is another customer’s: it cannot be deducted here`),
    );
    const abroad = { currency: 'EUR', exchangeRate: { rate: '1.1' } };
    expect(await refusal({ ...abroad, deductsInvoiceIds: [part.id] })).toEqual(
      said(400, `${named} is in USD: it cannot be deducted in EUR`),
    );
    const lineItems = [{ description: 'Something else', quantity: '1', unitPrice: '900' }];
    expect(await refusal({ lineItems, deductsInvoiceIds: [part.id] })).toEqual(
      said(
        400,
        `${named} comes to more than this invoice has with the same taxes: it cannot be deducted`,
      ),
    );
    const quote2 = await estimate();
    const draft = (await ask(quote2.id, { percent: '10' })).body;
    expect(await refusal({ deductsInvoiceIds: [draft.id] })).toEqual(
      said(
        409,
        `Deposit invoice ${draft.invoiceNumber} is a draft: issue it before it is deducted`,
      ),
    );
    await ada.call('DELETE', `/api/invoices/${draft.id}`);
    expect(await refusal({ deductsInvoiceIds: [draft.id] })).toEqual(
      said(404, 'Deposit invoice not found'),
    );
    await credit({ correctsInvoiceId: part.id, status: 'issued' });
    expect(await refusal({ deductsInvoiceIds: [part.id] })).toEqual(
      said(409, `${named} is fully credited: nothing is left to deduct`),
    );
  });

  it('stay issued when what paid them as drafts is undone, once they are deducted', async () => {
    const quote = await estimate();
    const made = (await ask(quote.id, { percent: '30' })).body;
    const paid = await ada.call('PUT', `/api/invoices/${made.id}`, { status: 'paid' });
    expect(paid.body).toMatchObject({ status: 'paid', total: '56.11' });
    const rest = await final(quote.id);
    expect(rest.deductions).toMatchObject([{ invoiceId: made.id }]);
    const [payment] = (await read(made.id)).payments;
    const undone = await ada.call('POST', `/api/payments/${payment.id}/reverse`);
    expect(undone.status).toBe(200);
    expect(await read(made.id)).toMatchObject({ status: 'sent', amountDue: '56.11' });
    expect(await read(rest.id)).toMatchObject({ total: rest.total });
  });

  it('are numbered by the series, fixed and corrected as every invoice is', async () => {
    const quote = await estimate();
    const series = { kind: 'invoice', pattern: 'D-{YYYY}-{SEQ:3}' };
    const { id: seriesId } = (await ada.call('POST', '/api/number-series', series)).body;
    const fix = (issuedInvoices: string) =>
      ada.call('PUT', '/api/business-profile/issued-invoices', { issuedInvoices });
    await fix('fixed');
    const draft = (await ask(quote.id, { percent: '30' })).body;
    expect(draft.invoiceNumber).toBe('');
    expect((await convert(quote.id)).body.message).toBe(
      'A deposit invoice of this estimate is still a draft. Issue it, so that it is deducted, or delete it.',
    );
    const part = await issue(draft.id);
    expect(part.invoiceNumber).toMatch(/^D-\d{4}-001$/);
    const rest = await issue((await final(quote.id)).id);
    expect(rest.invoiceNumber).toMatch(/-002$/);
    expect(rest.deductions).toMatchObject([{ invoiceNumber: part.invoiceNumber }]);
    for (const { id } of [part, rest]) {
      expect((await ada.call('DELETE', `/api/invoices/${id}`)).status).toBe(409);
    }
    const off = await ada.call('PUT', `/api/invoices/${rest.id}`, { deductsInvoiceIds: [] });
    expect([off.status, off.body.message]).toEqual([
      409,
      'An issued invoice cannot be changed. Credit this invoice, or correct it.',
    ]);
    const corrected = (await ada.call('POST', `/api/invoices/${rest.id}/correct`)).body;
    expect(corrected.invoice).toMatchObject({ invoiceNumber: '', deductions: rest.deductions });
    const revisions = (await ada.call('GET', `/api/invoices/${rest.id}/revisions/1`)).body;
    expect(revisions.body.content).toMatchObject({
      total: rest.total,
      whole: rest.whole,
      deductions: rest.deductions,
    });
    await fix('revise');
    await ada.call('POST', `/api/number-series/${seriesId}/archive`);
  });

  it('count on the trial as every invoice does', async () => {
    const { eve } = world;
    const used = async () => (await eve.call('GET', '/api/auth/user')).body.trialInvoicesUsed;
    const customer = await eve.call('POST', '/api/customers', { name: 'Olu' });
    const { id } = (
      await eve.call('POST', '/api/estimates', {
        customerId: customer.body.id,
        estimateNumber: 'EST-EVE',
        issueDate: '2026-11-03',
        expiryDate: '2026-12-03',
        lineItems: [{ description: 'Work', quantity: '1', unitPrice: '100' }],
      })
    ).body;
    const before = await used();
    const part = (await ask(id, { percent: '30' }, eve)).body;
    await ask(id, { percent: '30' }, eve);
    expect(await used()).toBe(before + 1);
    await eve.call('POST', `/api/invoices/${part.id}/issue`);
    const corrected = await eve.call('POST', `/api/invoices/${part.id}/correct`);
    expect(corrected.status).toBe(200);
    await eve.call('POST', `/api/invoices/${corrected.body.invoice.id}/issue`);
    expect(await used()).toBe(before + 1);
    expect((await eve.call('POST', `/api/estimates/${id}/convert`)).body.total).toBe('70.00');
    expect(await used()).toBe(before + 2);
  });

  it('are said on the page of the customer, with number, date, net and tax', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '30' });
    const rest = await issue((await final(quote.id)).id);
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${rest.publicId}`);
    const sums = page.body.invoice.sums.map(
      ({ label, value }: { label: string; value: string }) =>
        `${label.replaceAll('\u00a0', ' ')}: ${value}`,
    );
    expect(sums).toContain(`Total before deposits: $${quote.total}`);
    const at = sums.findIndex((row: string) => row.startsWith(`Deposit ${part.invoiceNumber} of `));
    expect(sums.slice(at)).toEqual([
      expect.stringMatching(/: −\$49\.19$/),
      'VAT 19% on $28.95: −$5.50',
      'VAT 7% on $20.24: −$1.42',
      expect.stringMatching(/^This invoice: /),
      expect.stringMatching(/^VAT 19% on /),
      expect.stringMatching(/^VAT 7% on /),
    ]);
    expect(page.body.invoice).toMatchObject({ total: rest.total, amountDue: rest.total });
  });

  it('are deducted once, whoever asks at once', async () => {
    const quote = await estimate();
    const part = await deposit(quote.id, { percent: '30' });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        ada.call('POST', '/api/invoices', world.invoiceForm({ deductsInvoiceIds: [part.id] })),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array(15).fill(409),
    ]);
  });
});
