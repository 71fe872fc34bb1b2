import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { saveProfile } from '../factories/profile.ts';
import { aRecurringBody } from '../factories/recurring.ts';
import type { Caller, TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';
import { documentForm, KINDS, ownerWithCustomer } from './documents-over-http.ts';

const [INVOICES, ESTIMATES] = KINDS;
const BUSINESS = { businessName: 'Quill', currency: 'SEK' };
/** SEK 100.40, which comes to 100.00. */
const LINES = { lineItems: [{ description: 'Design', quantity: '1', unitPrice: '100.40' }] };
const ROUNDED = { roundingIncrement: '1.00', rounding: '-0.40', total: '100.00' };
const EXACT = { roundingIncrement: null, rounding: '0.00', total: '100.40' };

describeOnDatabase('what the total of a document is rounded to', { owned: true }, (db) => {
  let test: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    test = await openTestApp(db);
    ({ owner, customerId } = await ownerWithCustomer(test));
    await saveProfile(owner, {
      ...BUSINESS,
      roundedTotals: [
        { currency: 'CHF', increment: '0.05' },
        { currency: 'SEK', increment: '1' },
      ],
    });
  });
  afterAll(() => test.close());

  const ask = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await owner.call(method, `/api/${path}`, body);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer;
  };
  const create = (of: (typeof KINDS)[number], values: object = {}) =>
    ask('POST', of.kind, documentForm(of, customerId, { ...LINES, ...values }));
  const invoice = (values: object = {}) => create(INVOICES, { status: 'sent', ...values });
  const refusal = async (path: string, body: object, method = 'POST') => {
    const answer = await owner.call(method, `/api/${path}`, body);
    return [answer.status, answer.body.fields?.[0]?.path, answer.body.message];
  };

  it('is chosen by the business for each currency, and kept by a save that does not name it', async () => {
    const chosen = [
      { currency: 'CHF', increment: '0.05' },
      { currency: 'SEK', increment: '1.00' },
    ];
    expect(await ask('GET', 'business-profile')).toMatchObject({ roundedTotals: chosen });
    await saveProfile(owner, { ...BUSINESS, city: 'Malmö' });
    expect(await ask('GET', 'business-profile')).toMatchObject({ roundedTotals: chosen });
  });

  describe.each(KINDS)('of $kind', (of) => {
    const save = (id: number, values: object) => ask('PUT', `${of.kind}/${id}`, values);

    it('is the business’s choice for the currency, or what the call says', async () => {
      expect(await create(of)).toMatchObject(ROUNDED);
      expect(await create(of, { currency: 'CAD' })).toMatchObject(EXACT);
      expect(await create(of, { roundingIncrement: null })).toMatchObject(EXACT);
      expect(await create(of, { currency: 'CAD', roundingIncrement: 0.05 })).toMatchObject({
        roundingIncrement: '0.05',
        total: '100.40',
      });
      expect(await create(of, { roundingIncrement: '10' })).toMatchObject({
        roundingIncrement: '10.00',
        total: '100.00',
      });
    });

    it('stays at a save that does not name it, follows another currency, and is switched by hand', async () => {
      const { id } = await create(of);
      expect(await save(id, { notes: 'Thank you' })).toMatchObject(ROUNDED);
      expect(await save(id, { roundingIncrement: null })).toMatchObject(EXACT);
      expect(await save(id, { notes: 'Thank you again' })).toMatchObject(EXACT);
      expect(await save(id, { currency: 'CHF' })).toMatchObject({ roundingIncrement: '0.05' });
      expect(await save(id, { currency: 'EUR' })).toMatchObject(EXACT);
      const byHand = { currency: 'SEK', roundingIncrement: null };
      expect(await save(id, byHand)).toMatchObject(EXACT);
    });

    it('is refused where its currency has no such coin', async () => {
      const body = (values: object) => documentForm(of, customerId, { ...LINES, ...values });
      const fault = 'Rounding increment must be a multiple of SEK 0.01, and at most SEK 10.00';
      for (const roundingIncrement of ['0', '0.005', '11']) {
        const answer = await refusal(of.kind, body({ roundingIncrement }));
        expect(answer).toEqual([400, 'roundingIncrement', fault.replaceAll('K ', 'K\u00a0')]);
      }
    });

    it('is drawn as the form has it', async () => {
      const draw = async (values: object) => {
        const form = { customerId, currency: 'SEK', ...LINES, ...values };
        const { pages } = await ask('POST', `${of.kind}/preview`, form);
        return pages[0].svg.length as number;
      };
      const rounded = await draw({});
      expect(await draw({ roundingIncrement: '1.00' })).toBe(rounded);
      expect(await draw({ roundingIncrement: null })).toBeLessThan(rounded);
      // What cannot be read yet is as if it were not there.
      expect(await draw({ roundingIncrement: '0.' })).toBe(rounded);
    });
  });

  it('goes along with what is made of a document, whatever the business chose since', async () => {
    const rounded = await create(ESTIMATES, { currency: 'CAD', roundingIncrement: '1.00' });
    expect(await ask('POST', `estimates/${rounded.id}/convert`)).toMatchObject(ROUNDED);
    const exact = await create(ESTIMATES, { roundingIncrement: null });
    expect(await ask('POST', `estimates/${exact.id}/convert`)).toMatchObject(EXACT);

    const sent = await invoice({ roundingIncrement: null });
    const corrected = await ask('POST', `invoices/${sent.id}/correct`);
    expect(corrected.invoice).toMatchObject(EXACT);
    const again = await invoice({ currency: 'CAD', roundingIncrement: '1.00', taxRate: '0' });
    const { creditNote, invoice: draft } = await ask('POST', `invoices/${again.id}/correct`);
    expect(draft).toMatchObject(ROUNDED);
    expect(creditNote).toMatchObject({ ...ROUNDED, roundingIncrement: null });
  });

  it('goes along to deposits and the final invoice, which are the whole together', async () => {
    const { id } = await create(ESTIMATES, { status: 'sent' });
    const deposit = await ask('POST', `estimates/${id}/deposit-invoice`, { percent: '30.5' });
    expect(deposit).toMatchObject({ roundingIncrement: '1.00', rounding: '0.50', total: '31.00' });
    const { id: depositId, roundingIncrement } = deposit;
    await ask('PUT', `invoices/${depositId}`, { roundingIncrement });
    expect(await refusal(`invoices/${depositId}`, { roundingIncrement: null }, 'PUT')).toEqual([
      400,
      'roundingIncrement',
      'The rounding of a deposit invoice follows its estimate: delete it and ask for another deposit',
    ]);
    await ask('POST', `invoices/${depositId}/issue`);
    expect(await ask('POST', `estimates/${id}/convert`)).toMatchObject({
      roundingIncrement: '1.00',
      rounding: '-0.90',
      total: '69.00',
      whole: { rounding: '-0.40', total: '100.00' },
    });
  });

  describe('of a recurring invoice', () => {
    const recurring = (values: object = {}) =>
      ask('POST', 'recurring', aRecurringBody(customerId, { taxRate: '0', ...LINES, ...values }));
    const made = async (id: number) => {
      const { runs } = await ask('POST', `recurring/${id}/run`, {});
      return ask('GET', `invoices/${runs[0].invoice.id}`);
    };

    it('is the business’s choice when it was made, or said, and that of its invoices', async () => {
      const usual = await recurring();
      expect(usual).toMatchObject({ roundingIncrement: '1.00', total: '100.00' });
      expect(await made(usual.id)).toMatchObject(ROUNDED);
      const exact = await recurring({ roundingIncrement: null });
      expect(exact).toMatchObject({ roundingIncrement: null, total: '100.40' });
      expect(await made(exact.id)).toMatchObject(EXACT);
    });

    it('stays at a save that does not name it, and follows another currency', async () => {
      const { id } = await recurring({ roundingIncrement: null });
      const save = (values: object) => ask('PUT', `recurring/${id}`, values);
      expect(await save({ notes: 'Thank you' })).toMatchObject({ roundingIncrement: null });
      expect(await save({ currency: 'CHF' })).toMatchObject({ roundingIncrement: '0.05' });
      expect(await save({ roundingIncrement: '0.10' })).toMatchObject({
        roundingIncrement: '0.10',
      });
    });
  });

  describe('of a credit note', () => {
    let n = 0;
    const form = (values: object) => {
      n += 1;
      return { creditNoteNumber: `CN-R-${n}`, issueDate: '2026-11-20', ...values };
    };
    const free = (values: object = {}) => form({ customerId, ...LINES, ...values });
    const note = (values: object) => ask('POST', 'credit-notes', values);
    const keep = (id: number, values: object) =>
      db.pool.query(
        `update credit_notes set rounding_increment = $3, rounding = $4, total = $5::numeric,
           subtotal = $5::numeric - $4::numeric
         where business_id = $1 and id = $2`,
        [owner.businessId, id, ...Object.values(values)],
      );

    it('of no invoice is none', async () => {
      expect(await note(free())).toMatchObject(EXACT);
      expect(await refusal('credit-notes', free({ roundingIncrement: '1' }))).toEqual([
        400,
        'roundingIncrement',
        'The total of a credit note is not rounded',
      ]);
    });

    it('of an invoice is its share, and the last part takes the rest', async () => {
      const { id } = await invoice();
      const credit = (values?: object) =>
        note(form({ correctsInvoiceId: id, status: 'issued', ...(values && { credit: values }) }));
      const parts = [
        await credit({ amount: '0.33' }),
        await credit({ amount: '8.18' }),
        await credit({ lines: [{ line: 1, percent: '50' }] }),
        await credit(),
      ];
      expect(parts.map(({ rounding, total }) => [rounding, total])).toEqual([
        ['0.00', '0.33'],
        ['-0.03', '8.18'],
        ['-0.20', '50.00'],
        ['-0.17', '41.49'],
      ]);
      for (const part of parts) expect(part.roundingIncrement).toBeNull();
      expect(await ask('GET', `invoices/${id}`)).toMatchObject({ amountDue: '0.00' });
    });

    it('cannot be said beside the invoice', async () => {
      const { id } = await invoice();
      const values = form({ correctsInvoiceId: id, roundingIncrement: '1' });
      expect(await refusal('credit-notes', values)).toEqual([
        400,
        'roundingIncrement',
        'The rounding of a credit note for an invoice follows the invoice: name in credit what is credited',
      ]);
    });

    it('of an earlier version’s draft stays until it is taken off', async () => {
      const { id } = await note(free());
      await keep(id, ROUNDED);
      const save = (values: object) => ask('PUT', `credit-notes/${id}`, values);
      expect(await save({ notes: 'Thank you' })).toMatchObject(ROUNDED);
      expect(await save({ roundingIncrement: '1.00' })).toMatchObject(ROUNDED);
      expect(await save({ roundingIncrement: null })).toMatchObject(EXACT);
      expect(await save({ notes: 'Thank you again' })).toMatchObject(EXACT);
    });

    it('of such a draft for an invoice stays until it credits something else', async () => {
      const { id: correctsInvoiceId } = await invoice();
      const amount = (value: string) => ({ credit: { amount: value } });
      const { id } = await note(form({ correctsInvoiceId, ...amount('8.18') }));
      const before = { roundingIncrement: '1.00', rounding: '-0.18', total: '8.00' };
      await keep(id, before);
      const save = (values: object) => ask('PUT', `credit-notes/${id}`, values);
      expect(await save({ notes: 'Thank you' })).toMatchObject(before);
      expect(await save({ ...amount('8.18'), roundingIncrement: '1.00' })).toMatchObject(before);
      expect(await save(amount('8.19'))).toMatchObject({ roundingIncrement: null, total: '8.19' });
    });

    it('of such a draft is issued as it was shown', async () => {
      const { id: correctsInvoiceId } = await invoice();
      const { id } = await note(
        form({ correctsInvoiceId, credit: { lines: [{ line: 1, percent: '10' }] } }),
      );
      const before = { roundingIncrement: '1.00', rounding: '-0.04', total: '10.00' };
      await keep(id, before);
      expect(await ask('POST', `credit-notes/${id}/issue`)).toMatchObject({
        ...before,
        status: 'applied',
      });
      expect(await note(form({ correctsInvoiceId, status: 'issued' }))).toMatchObject({
        roundingIncrement: null,
        rounding: '-0.36',
        total: '90.00',
      });
    });
  });
});
