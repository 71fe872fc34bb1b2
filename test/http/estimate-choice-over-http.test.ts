import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { pdfText } from '../e2e/pdf-text.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { CreditWorld } from './credit-world.ts';
import { openCreditWorld } from './credit-world.ts';
import type { Answer, Caller } from './test-app.ts';

const LINES = [
  { description: 'Garden plan', quantity: '1', unitPrice: '1000' },
  { description: 'Lighting', quantity: '1', unitPrice: '300', optional: true },
  { description: 'Trees', quantity: '4', unitPrice: '50', minQuantity: '2', maxQuantity: '10' },
  {
    description: 'Visits',
    quantity: '6',
    unit: 'h',
    unitPrice: '80',
    optional: true,
    maxQuantity: '12',
  },
];
const ACCEPTED = [409, 'CONFLICT', 'This estimate has already been accepted.'];
const NOT_WITH_THE_REST =
  'This choice does not go with the deposit, discounts or installments of the estimate. Choose otherwise, or ask the business.';

describeOnDatabase('lines of estimates that customers choose', (db) => {
  let world: CreditWorld;
  let ada: Caller;
  let visitor: Caller;
  beforeAll(async () => {
    world = await openCreditWorld(db);
    ({ ada } = world);
    ({ visitor } = world.test);
  });
  afterAll(async () => {
    for (const { businessId } of [world.ada, world.eve]) await checkLedger(db, businessId);
    await world.test.close();
  });

  let n = 0;
  const form = (values: object = {}) => {
    n += 1;
    const { invoiceNumber: _number, dueDate, status: _status, ...given } = world.invoiceForm();
    return {
      ...given,
      status: 'sent',
      estimateNumber: `EST-C-${n}`,
      expiryDate: dueDate,
      taxRate: '10',
      discounts: [],
      onAcceptance: 'send',
      lineItems: LINES,
      ...values,
    };
  };
  async function estimate(values: object = {}) {
    const made = await ada.call('POST', '/api/estimates', form(values));
    expect(made.body).toMatchObject({ id: expect.any(Number) });
    return made.body;
  }
  type Estimate = { id: number; publicId: string };
  const open = async ({ publicId }: Estimate) =>
    (await visitor.call('GET', `/api/public/estimate/${publicId}`)).body;
  const read = async ({ id }: Estimate) => (await ada.call('GET', `/api/estimates/${id}`)).body;
  async function send(quote: Estimate, verb: string, values: object): Promise<Answer> {
    const { hash } = (await open(quote)).estimate;
    const path = `/api/public/estimate/${quote.publicId}/${verb}`;
    return visitor.call('POST', path, { hash, ...values });
  }
  const choose = (quote: Estimate, choice: unknown, values: object = {}) =>
    send(quote, 'choose', { choice, ...values });
  const accept = (quote: Estimate, values: object) =>
    send(quote, 'accept', {
      name: 'Marta Lindqvist',
      signature: { way: 'typed' },
      agreed: true,
      ...values,
    });
  const refused = ({ status, body }: Answer) => [status, body.code, body.fields ?? body.message];

  it('are offered with their bounds, on the page and on paper', async () => {
    const quote = await estimate();
    expect(quote.total).toBe('2178.00');
    expect((await open(quote)).lineItems).toMatchObject([
      { line: 0, optional: false, bounds: null, details: '' },
      { line: 1, optional: true, bounds: null, details: '' },
      { line: 2, optional: false, bounds: '2 to 10' },
      {
        line: 3,
        optional: true,
        bounds: '6 to 12 hours',
        details: '',
      },
    ]);
    const text = pdfText((await ada.call('GET', `/api/estimates/${quote.id}/pdf`)).raw);
    expect(text).toContain('Quantity from 2 to 10');
    expect(text).toContain('Optional, quantity from 6 to 12');
  });

  it('are computed for a choice, of which nothing is kept', async () => {
    const quote = await estimate();
    await open(quote);
    const before = await read(quote);
    const answer = await choose(quote, [
      { line: 1, quantity: '0' },
      { line: 2, quantity: '10' },
      { line: 3, quantity: '7.5' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.estimate).toMatchObject({ total: '2310.00', isOpen: true });
    expect(answer.body.lineItems).toMatchObject([
      { line: 0, total: '1000.00' },
      { line: 2, total: '500.00', priced: '10 × $50.00' },
      { line: 3, total: '600.00', priced: '7.5 hours × $80.00' },
    ]);
    expect(await read(quote)).toEqual(before);
  });

  it('are accepted as they were chosen: a version of its own, and its invoice', async () => {
    const quote = await estimate({ deposit: null });
    const choice = [
      { line: 3, quantity: 0 },
      { line: 2, quantity: '3' },
    ];
    const { total } = (await choose(quote, choice)).body.estimate;
    expect(total).toBe('1595.00');
    const answer = await accept(quote, { choice, total });
    expect(answer.status).toBe(200);
    expect(answer.body.estimate).toMatchObject({
      status: 'accepted',
      total,
      acceptance: { revision: 2 },
      toPay: { amountDue: total },
    });
    const accepted = await read(quote);
    const { body: versions } = await ada.call('GET', `/api/estimates/${quote.id}/revisions`);
    expect(accepted.acceptance).toMatchObject({
      total,
      revision: 2,
      sha256: versions.find(({ number }: { number: number }) => number === 2).sha256,
      choice: { offered: 1, changes: ['Without “Visits”', '3 of “Trees”, 4 offered'] },
    });
    expect(accepted.lineItems).toMatchObject([
      { description: 'Garden plan', optional: false },
      { description: 'Lighting', optional: false },
      { description: 'Trees', quantity: '3.00', minQuantity: null, maxQuantity: null },
    ]);
    const { body: invoice } = await ada.call('GET', `/api/invoices/${accepted.invoice.id}`);
    expect(invoice).toMatchObject({ total, status: 'sent' });
    expect(invoice.lineItems.map((line: object) => 'optional' in line)).toEqual([
      false,
      false,
      false,
    ]);
    const { raw } = await visitor.call('GET', `/api/public/estimate/${quote.publicId}/pdf`);
    expect(pdfText(raw).replace(/\s+/g, ' ')).toContain(
      'Without “Visits”; 3 of “Trees”, 4 offered (offered in version 1)',
    );
  });

  it('ask for the deposit of what was chosen', async () => {
    const quote = await estimate({ deposit: { percent: '50' } });
    const choice = [{ line: 1, quantity: '0' }];
    const answer = await accept(quote, { choice, total: '1848.00' });
    expect(answer.body.estimate).toMatchObject({
      total: '1848.00',
      toPay: { isDeposit: true, amountDue: '924.00' },
    });
  });

  it('are accepted as they are offered without another version', async () => {
    const quote = await estimate();
    const choice = [{ line: 2, quantity: '4' }];
    expect((await accept(quote, { choice, total: quote.total })).status).toBe(200);
    expect((await read(quote)).acceptance).toMatchObject({ revision: 1, choice: null });
  });

  const wants = (line: unknown, quantity: unknown) => [{ line, quantity }];
  const field = (path: string, message: string) => [{ path, message }];
  const NONE = field('choice.0.line', 'There is no such line');
  it.each([
    [wants(0, '0'), field('choice.0.quantity', '“Garden plan” cannot be left out')],
    [wants(0, '2'), field('choice.0.quantity', 'The quantity of “Garden plan” is 1')],
    [
      wants(2, '1.999999'),
      field('choice.0.quantity', 'The quantity of “Trees” can be from 2 to 10'),
    ],
    [
      wants(2, '10.000001'),
      field('choice.0.quantity', 'The quantity of “Trees” can be from 2 to 10'),
    ],
    [wants(3, '5'), field('choice.0.quantity', 'The quantity of “Visits” can be from 6 to 12')],
    [wants(2, '-1'), field('choice.0.quantity', 'Quantity must not be negative')],
    [wants(4, '1'), NONE],
    [[...wants(2, '3'), ...wants(2, '4')], field('choice.1.line', 'There is no such line')],
  ])('refuse %j, on the page and in the answer', async (choice, fields) => {
    const quote = await estimate();
    const why = [400, 'VALIDATION', fields];
    expect(refused(await choose(quote, choice))).toEqual(why);
    expect(refused(await accept(quote, { choice, total: quote.total }))).toEqual(why);
    expect(await read(quote)).toMatchObject({ status: 'sent', acceptance: null, revision: 1 });
  });

  it('leave at least one', async () => {
    const [, lighting] = LINES;
    const quote = await estimate({ lineItems: [lighting] });
    const choice = wants(0, '0');
    expect(refused(await choose(quote, choice))).toEqual([
      400,
      'VALIDATION',
      field('choice', 'Keep at least one line of the estimate'),
    ]);
  });

  it('do not go with a deposit that is more than what is left', async () => {
    const quote = await estimate({ deposit: { amount: '2000' } });
    const choice = wants(1, '0');
    const why = [400, 'VALIDATION', field('choice', NOT_WITH_THE_REST)];
    expect(refused(await choose(quote, choice))).toEqual(why);
    expect(refused(await accept(quote, { choice, total: '1848.00' }))).toEqual(why);
    expect((await read(quote)).status).toBe('sent');
  });

  it('are refused with another total than was shown, or of another version', async () => {
    const quote = await estimate();
    const choice = wants(1, '0');
    const other = 'The total is another one by now. Look at it again before you accept.';
    for (const given of [{ choice, total: quote.total }, { choice }, { total: '1.00' }]) {
      expect(refused(await accept(quote, given))).toEqual([409, 'STALE', other]);
    }
    for (const given of [{ total: '1980.001' }, { choice, total: '0.001' }]) {
      const { status, body } = await accept(quote, given);
      const message = 'Total must be a number with at most two decimals';
      expect([status, body.fields]).toEqual([400, [{ path: 'total', message }]]);
    }
    const { hash } = (await open(quote)).estimate;
    await ada.call('PUT', `/api/estimates/${quote.id}`, { terms: 'Half in advance.' });
    const changed =
      'This estimate has changed since you opened it. Read it again before you decide.';
    const stale = [409, 'STALE', changed];
    expect(refused(await choose(quote, choice, { hash }))).toEqual(stale);
    expect(refused(await accept(quote, { choice, total: '1848.00', hash }))).toEqual(stale);
    expect(await read(quote)).toMatchObject({ status: 'sent', revision: 2 });
  });

  it('are chosen once, by whichever of sixteen is first', async () => {
    const quote = await estimate();
    const { hash } = (await open(quote)).estimate;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, place) =>
        accept(quote, {
          hash,
          ...(place % 2
            ? { choice: wants(1, '0'), total: '1848.00' }
            : { choice: wants(2, '2'), total: '2068.00' }),
        }),
      ),
    );
    const accepted = await read(quote);
    expect(['1848.00', '2068.00']).toContain(accepted.total);
    // Each half is one acceptance, sent again and again; the other half accepts something else.
    const won = accepted.total === '1848.00' ? 1 : 0;
    expect(answers.map(refused)).toEqual(
      answers.map((_, place) => (place % 2 === won ? [200, undefined, undefined] : ACCEPTED)),
    );
    expect(accepted).toMatchObject({ revision: 2, acceptance: { total: accepted.total } });
    const { body: invoice } = await ada.call('GET', `/api/invoices/${accepted.invoice.id}`);
    expect(invoice.total).toBe(accepted.total);
    const made = accepted.history.filter(({ type }: { type: string }) =>
      ['estimate.accepted', 'estimate.edited'].includes(type),
    );
    expect(made).toHaveLength(2);
  });

  it('are accepted a second time by the very same acceptance, and by no other', async () => {
    const quote = await estimate();
    const { hash } = (await open(quote)).estimate;
    const total = '2068.00';
    const first = { hash, choice: wants(2, '2'), total };
    expect((await accept(quote, first)).status).toBe(200);
    const all = LINES.map(({ quantity }, line) => ({ line, quantity }));
    const spelledOut = all.map((each) => (each.line === 2 ? { ...each, quantity: '2.0' } : each));
    for (const same of [first, { ...first, total: '2068' }, { ...first, choice: spelledOut }]) {
      const again = await accept(quote, same);
      expect([again.status, again.body.estimate?.total]).toEqual([200, total]);
    }
    for (const other of [
      { ...first, name: 'Mallory' },
      { ...first, choice: wants(2, '5'), total: '2431.00' },
      { ...first, choice: wants(2, '5') },
      { ...first, choice: wants(9, '5') },
      { ...first, total: '2431.00' },
      { hash },
      { ...first, hash: 'a'.repeat(64) },
    ]) {
      expect(refused(await accept(quote, other))).toEqual(ACCEPTED);
    }
    const { acceptance } = await read(quote);
    expect(acceptance).toMatchObject({ name: 'Marta Lindqvist', total });
  });

  it('are not chosen of what is a draft, answered, or nobody’s', async () => {
    const choice = wants(1, '0');
    const draft = await estimate({ status: 'draft' });
    const path = ({ publicId }: Estimate) => `/api/public/estimate/${publicId}/choose`;
    const body = { hash: 'a'.repeat(64), choice };
    expect((await visitor.call('POST', path(draft), body)).status).toBe(404);
    expect(
      (await visitor.call('POST', path({ id: 1, publicId: 'f'.repeat(32) }), body)).status,
    ).toBe(404);
    // By its number it is found by its own business alone.
    const quote = await estimate();
    const byNumber = `/api/public/estimate/${quote.id}/choose`;
    expect((await world.eve.call('POST', byNumber, body)).status).toBe(404);
    await accept(quote, {});
    expect(refused(await choose(quote, choice))).toEqual(ACCEPTED);
  });

  it('are not written with bounds that the quantity itself does not keep', async () => {
    const line = { description: 'Trees', quantity: '1', unitPrice: '50', minQuantity: '2' };
    const answer = await ada.call('POST', '/api/estimates', form({ lineItems: [line] }));
    const message = 'Minimum quantity must be at most the quantity, 1';
    expect(refused(answer)).toEqual([400, 'VALIDATION', field('lineItems.0.minQuantity', message)]);
  });

  it('keep their bounds in an edit that does not name them, and its quantity within', async () => {
    const quote = await estimate();
    const trees = { id: quote.lineItems[2].id, description: 'Trees', unitPrice: '50' };
    const edit = (quantity: string) =>
      ada.call('PUT', `/api/estimates/${quote.id}`, { lineItems: [{ ...trees, quantity }] });
    expect(refused(await edit('11'))).toEqual([
      400,
      'VALIDATION',
      field('lineItems.0.maxQuantity', 'Maximum quantity must be at least the quantity, 11'),
    ]);
    expect((await edit('5')).body.lineItems).toMatchObject([
      { quantity: '5.00', minQuantity: '2.00', maxQuantity: '10.00' },
    ]);
  });

  it('are none of an invoice', async () => {
    const { body } = await ada.call('POST', '/api/invoices', {
      ...world.invoiceForm(),
      lineItems: [{ ...LINES[2], optional: true }],
    });
    expect(body.lineItems).toEqual([expect.not.objectContaining({ optional: true })]);
  });
});
