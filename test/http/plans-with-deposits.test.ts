import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { CreditWorld } from './credit-world.ts';
import { openCreditWorld } from './credit-world.ts';
import type { Caller } from './test-app.ts';

/** $1,190.00 */
const WORK = {
  discounts: [],
  lineItems: [
    {
      description: 'Garden plan',
      quantity: '4',
      unitPrice: '250',
      taxes: [{ name: 'VAT', rate: '19', category: 'S' }],
    },
  ],
};
const atIssue = (share: object, days = 0) => ({ event: 'issue', days, ...share });
const onAcceptance = (share: object, days = 0) => ({ event: 'acceptance', days, ...share });

describeOnDatabase('installments of what deposits leave', (db) => {
  let world: CreditWorld;
  let ada: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ada = world.ada;
  });
  afterAll(async () => {
    await checkLedger(db, world.ada.businessId);
    await world.test.close();
  });

  let n = 0;
  const askEstimate = (values: object = {}) => {
    n += 1;
    const { invoiceNumber: _number, dueDate, ...form } = world.invoiceForm(WORK);
    const body = { ...form, estimateNumber: `EST-P-${n}`, expiryDate: dueDate, ...values };
    return ada.call('POST', '/api/estimates', body);
  };
  const estimate = async (values: object = {}) => {
    const made = await askEstimate(values);
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return made.body;
  };
  const ask = (id: number, body: object = {}) =>
    ada.call('POST', `/api/estimates/${id}/deposit-invoice`, body);
  const issue = async (id: number) => (await ada.call('POST', `/api/invoices/${id}/issue`)).body;
  /** Issued, of 30 %: $357.00. */
  const deposit = async (body: object = { percent: '30' }, of?: { id: number }) => {
    const made = await ask((of ?? (await estimate())).id, body);
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return issue(made.body.id);
  };
  const convert = (id: number) => ada.call('POST', `/api/estimates/${id}/convert`);
  const put = (id: number, body: object) => ada.call('PUT', `/api/invoices/${id}`, body);
  const read = async (id: number) => (await ada.call('GET', `/api/invoices/${id}`)).body;
  const amounts = ({ schedule }: { schedule: { amount: string }[] }) =>
    schedule.map(({ amount }) => amount);
  const open = ({ schedule }: { schedule: { amountDue: string }[] }) =>
    schedule.map(({ amountDue }) => amountDue);
  const refusal = ({ status, body }: { status: number; body: { fields?: unknown[] } }) => [
    status,
    body.fields,
  ];
  const fault = (path: string, message: string) => [400, [{ path, message }]];

  it('add up to what remains when an invoice is made, and are refused by name otherwise', async () => {
    const part = await deposit();
    const create = (installments: object[]) =>
      ada.call(
        'POST',
        '/api/invoices',
        world.invoiceForm({ ...WORK, deductsInvoiceIds: [part.id], installments }),
      );
    expect(refusal(await create([atIssue({ amount: '357' }), atIssue({ amount: '833' })]))).toEqual(
      fault(
        'installments.1.amount',
        'The installments add up to $1,190.00 and must add up to what is left after deposits, $833.00',
      ),
    );
    expect(refusal(await create([atIssue({ amount: '833' }), atIssue({}, 30)]))).toEqual(
      fault(
        'installments.0.amount',
        'The installments before the last add up to $833.00 of $833.00: nothing is left for the last one',
      ),
    );
    const made = await create([atIssue({ amount: '333' }), atIssue({ amount: '500' }, 30)]);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ total: '833.00', amountDue: '833.00' });
    expect(amounts(made.body)).toEqual(['333.00', '500.00']);
    expect(made.body.dueDate).toBe(made.body.schedule[1].dueDate);
  });

  it('follow an edit of the deductions: shares by themselves, amounts once they add up', async () => {
    const part = await deposit();
    const form = world.invoiceForm({
      ...WORK,
      installments: [atIssue({ percent: '50' }), atIssue({ percent: '50' }, 30)],
    });
    const { id } = (await ada.call('POST', '/api/invoices', form)).body;
    const deducting = { deductsInvoiceIds: [part.id] };
    expect(amounts((await put(id, deducting)).body)).toEqual(['416.50', '416.50']);
    expect(amounts((await put(id, { deductsInvoiceIds: [] })).body)).toEqual(['595.00', '595.00']);

    const inAmounts = [atIssue({ amount: '595' }), atIssue({ amount: '595' }, 30)];
    expect((await put(id, { installments: inAmounts })).status).toBe(200);
    expect(refusal(await put(id, deducting))).toEqual(
      fault(
        'installments.1.amount',
        'The installments add up to $1,190.00 and must add up to what is left after deposits, $833.00',
      ),
    );
    const less = [atIssue({ amount: '595' }), atIssue({ amount: '238' }, 30)];
    const both = await put(id, { ...deducting, installments: less });
    expect(amounts(both.body)).toEqual(['595.00', '238.00']);
    expect(refusal(await put(id, { deductsInvoiceIds: [] }))).toEqual(
      fault(
        'installments.1.amount',
        'The installments add up to $833.00 and must add up to the total of $1,190.00',
      ),
    );
    // What is refused changes nothing, and frees no deposit.
    expect(await read(id)).toMatchObject({ total: '833.00', deductions: [{ invoiceId: part.id }] });
    expect((await read(part.id)).deductedBy).toMatchObject({ id });
  });

  it('of an estimate that asks for a deposit come to what it leaves', async () => {
    const whole = [onAcceptance({ amount: '590' }), onAcceptance({ amount: '600' }, 30)];
    expect(refusal(await askEstimate({ deposit: { percent: '30' }, installments: whole }))).toEqual(
      fault(
        'installments.1.amount',
        'The installments add up to $1,190.00 and must add up to what is left after deposits, $833.00',
      ),
    );
    const quote = await estimate({ installments: whole });
    const edited = await ada.call('PUT', `/api/estimates/${quote.id}`, {
      deposit: { amount: '190' },
    });
    expect(refusal(edited)).toEqual(
      fault(
        'installments.1.amount',
        'The installments add up to $1,190.00 and must add up to what is left after deposits, $1,000.00',
      ),
    );
    const fitting = [onAcceptance({ amount: '400' }), onAcceptance({ amount: '600' }, 30)];
    const saved = await ada.call('PUT', `/api/estimates/${quote.id}`, {
      deposit: { amount: '190' },
      installments: fitting,
    });
    expect(saved.body).toMatchObject({ deposit: { amount: '190.00' } });
    const accepted = (await ada.call('POST', `/api/estimates/${quote.id}/accept`)).body;
    await issue(accepted.depositInvoices[0].id);
    const made = (await convert(quote.id)).body;
    expect(made).toMatchObject({ total: '1000.00', amountDue: '1000.00' });
    expect(amounts(made)).toEqual(['400.00', '600.00']);
  });

  it('become those of the final invoice, whatever was asked for in advance', async () => {
    const shares = [onAcceptance({ percent: '50' }), onAcceptance({ percent: '50' }, 30)];
    const byShares = await estimate({ deposit: { percent: '30' }, installments: shares });
    await deposit({ percent: '30' }, byShares);
    expect(amounts((await convert(byShares.id)).body)).toEqual(['416.50', '416.50']);

    // The last one takes the rest: more was asked for than the estimate said, or nothing at all.
    const fixed = [onAcceptance({ amount: '400' }), onAcceptance({ amount: '433' }, 30)];
    const values = { deposit: { percent: '30' }, installments: fixed };
    const byHand = await estimate(values);
    await deposit({ amount: '500' }, byHand);
    expect(amounts((await convert(byHand.id)).body)).toEqual(['400.00', '290.00']);
    const without = await estimate(values);
    expect(amounts((await convert(without.id)).body)).toEqual(['400.00', '790.00']);

    // Of what the first ones take no deposit can be asked for.
    const tooMuch = await estimate(values);
    expect(refusal(await ask(tooMuch.id, { percent: '70' }))).toEqual(
      fault(
        'percent',
        'The installments before the last add up to $400.00 of $357.00: nothing is left for the last one. Ask for less, or change the installments of the estimate first.',
      ),
    );
  });

  it('are of what credit notes left of a deposit, and stay so when the invoice is corrected', async () => {
    const installments = [onAcceptance({ percent: '50' }), onAcceptance({}, 30)];
    const quote = await estimate({ installments });
    const part = await deposit({ percent: '30' }, quote);
    await world.create({ correctsInvoiceId: part.id, status: 'issued', credit: { amount: '57' } });
    expect(await read(part.id)).toMatchObject({ amountDue: '300.00', amountCredited: '57.00' });
    const made = await issue((await convert(quote.id)).body.id);
    expect(made).toMatchObject({ total: '890.00', deductions: [{ total: '300.00' }] });
    expect(amounts(made)).toEqual(['445.00', '445.00']);

    // What is credited covers what is due first.
    await world.create({ correctsInvoiceId: made.id, status: 'issued', credit: { amount: '100' } });
    const credited = await read(made.id);
    expect(credited).toMatchObject({ status: 'sent', amountDue: '790.00' });
    expect(open(credited)).toEqual(['345.00', '445.00']);
    expect(credited.nextDueDate).toBe(credited.schedule[0].dueDate);

    const corrected = (await ada.call('POST', `/api/invoices/${made.id}/correct`)).body;
    expect(corrected.creditNote).toMatchObject({ status: 'applied', total: '790.00' });
    expect(corrected.invoice).toMatchObject({ total: '890.00', deductions: made.deductions });
    expect(amounts(corrected.invoice)).toEqual(['445.00', '445.00']);
    expect(open(await read(made.id))).toEqual(['0.00', '0.00']);
    expect((await read(part.id)).deductedBy).toMatchObject({ id: corrected.invoice.id });
  });

  it('are numbered, fixed and credited as strict mode asks', async () => {
    const series = { kind: 'invoice', pattern: 'P-{YYYY}-{SEQ:3}' };
    const { id: seriesId } = (await ada.call('POST', '/api/number-series', series)).body;
    const fix = (issuedInvoices: string) =>
      ada.call('PUT', '/api/business-profile/issued-invoices', { issuedInvoices });
    await fix('fixed');
    const quote = await estimate({
      deposit: { percent: '30' },
      installments: [onAcceptance({ percent: '50' }), onAcceptance({ percent: '50' }, 30)],
    });
    const part = await deposit({}, quote);
    const made = await issue((await convert(quote.id)).body.id);
    expect([part.invoiceNumber, made.invoiceNumber]).toEqual([
      expect.stringMatching(/-001$/),
      expect.stringMatching(/-002$/),
    ]);
    const later = { installments: [atIssue({ percent: '10' }), atIssue({}, 60)] };
    expect((await put(made.id, later)).status).toBe(409);
    // An installment that is paid goes back as credit with what is corrected.
    await ada.call('POST', '/api/payments', {
      customerId: world.customerId,
      amount: '416.50',
      allocations: [{ invoiceId: made.id, amount: '416.50' }],
    });
    expect(open(await read(made.id))).toEqual(['0.00', '416.50']);
    const corrected = (await ada.call('POST', `/api/invoices/${made.id}/correct`)).body;
    expect(corrected.invoice).toMatchObject({ invoiceNumber: '', total: '833.00' });
    expect(open(await read(made.id))).toEqual(['0.00', '0.00']);
    const again = await issue(corrected.invoice.id);
    expect(again).toMatchObject({ invoiceNumber: expect.stringMatching(/-003$/) });
    expect(open(again)).toEqual(['416.50', '416.50']);
    await fix('revise');
    await ada.call('POST', `/api/number-series/${seriesId}/archive`);
  });

  it('stand on the page of an estimate as what its deposit leaves', async () => {
    const quote = await estimate({
      deposit: { percent: '30' },
      installments: [onAcceptance({ percent: '50' }), onAcceptance({ percent: '50' }, 30)],
    });
    const page = await ada.call('GET', `/api/public/estimate/${quote.publicId}`);
    expect(page.status).toBe(200);
    expect(JSON.stringify(page.body)).toContain('$416.50');
  });
});
