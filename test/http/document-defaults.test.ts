import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EstimateDetail } from '../../src/shared/estimates/estimate.contract.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

const NAMED = { businessName: 'Quill Studio' };
const NONE = {
  invoiceDueDays: null,
  invoiceNotes: null,
  invoiceTerms: null,
  estimateExpiryDays: null,
  estimateNotes: null,
  estimateTerms: null,
};
const ALL = {
  invoiceDueDays: 14,
  invoiceNotes: 'Thank you for your business.',
  invoiceTerms: 'Payable to DE02 1203.\nLate payments cost 2%.',
  estimateExpiryDays: 21,
  estimateNotes: 'Prices hold for this scope.',
  estimateTerms: 'Half in advance.',
};
const SENTENCE = 'This estimate is valid for 30 days from the issue date.';

describeOnDatabase('what new documents of a business begin with', (db) => {
  let app: TestApp;
  let owner: Caller;
  let customerId: number;
  beforeAll(async () => {
    app = await openTestApp(db);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    owner = await app.signUp();
    customerId = (await owner.call('POST', '/api/customers', { name: 'Marta' })).body.id;
  });

  const read = async () => (await owner.call('GET', '/api/business-profile')).body;
  const save = (values: object) => saveProfile(owner, { ...NAMED, ...values });

  it('is nothing of its own until it is said, kept by saves that do not name it, and taken back', async () => {
    expect(await read()).toMatchObject(NONE);
    expect((await save(ALL)).body).toMatchObject(ALL);
    expect((await save({ city: 'Salem' })).body).toMatchObject({ ...ALL, city: 'Salem' });
    const { body } = await save({ invoiceDueDays: '0', estimateExpiryDays: ' 7 ' });
    expect(body).toMatchObject({ ...ALL, invoiceDueDays: 0, estimateExpiryDays: 7 });
    const emptied = Object.fromEntries(Object.keys(ALL).map((name) => [name, '']));
    expect((await save(emptied)).body).toMatchObject(NONE);
    await save(ALL);
    expect((await save(NONE)).body).toMatchObject(NONE);
  });

  it('is as long as a document’s own in each field, and leaves the look alone', async () => {
    const look = { pdfTheme: 'modern', pdfPrimaryColor: '#112233', pdfAccentColor: '#445566' };
    await save(look);
    const long = '納'.repeat(10_000);
    const texts = ['invoiceNotes', 'invoiceTerms', 'estimateNotes', 'estimateTerms'];
    const all = Object.fromEntries(texts.map((name) => [name, long]));
    expect(await save(all)).toMatchObject({ status: 200, body: { ...all, ...look } });
  });

  it('is bounded, and a save beyond it changes nothing', async () => {
    await save(ALL);
    const message = 'Days until due must be a whole number from 0 to 3,650';
    const fields = [{ path: 'invoiceDueDays', message }];
    expect(await save({ invoiceDueDays: 'soon' })).toMatchObject({ status: 400, body: { fields } });
    expect(await read()).toMatchObject(ALL);
  });

  it('is one business’s, and not overwritten unseen', async () => {
    const other = await app.signUp();
    await saveProfile(other, NAMED);
    const { id, version } = (await save(ALL)).body;
    expect((await other.call('GET', '/api/business-profile')).body).toMatchObject(NONE);
    const foreign = await other.call('PUT', `/api/business-profile/${id}`, { ...NAMED, ...NONE });
    expect(foreign.status).toBe(404);
    const put = (values: object) =>
      owner.call('PUT', `/api/business-profile/${id}`, { ...NAMED, version, ...values });
    const both = await Promise.all([put({ invoiceDueDays: 7 }), put({ invoiceDueDays: 8 })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const stale = both.find(({ status }) => status === 409);
    const { invoiceDueDays } = await read();
    expect(stale?.body).toMatchObject({ code: 'STALE', current: { invoiceDueDays } });
  });

  const estimate = async (values: object): Promise<EstimateDetail> => {
    const answer = await owner.call('POST', '/api/estimates', anEstimate(customerId, values));
    expect(answer.status).toBe(201);
    return answer.body as EstimateDetail;
  };
  const convert = async (values: object) => {
    const { id } = await estimate(values);
    return (await owner.call('POST', `/api/estimates/${id}/convert`, {})).body as InvoiceDetail;
  };
  const askDeposit = async (values: object) => {
    const { id } = await estimate(values);
    const path = `/api/estimates/${id}/deposit-invoice`;
    const answer = await owner.call('POST', path, { percent: '50' });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as InvoiceDetail;
  };
  const issued = { issueDate: '2026-11-20' };

  it('is 30 days, and what the estimate says, for the invoice of an estimate without defaults', async () => {
    const own = { notes: 'Two rounds', terms: 'In full' };
    expect(await convert(own)).toMatchObject({ ...issued, dueDate: '2026-12-20', ...own });
    const sentence = await convert({ notes: null, terms: SENTENCE });
    expect(sentence).toMatchObject({ dueDate: '2026-12-20', notes: null, terms: null });
    expect(await askDeposit(own)).toMatchObject({
      ...issued,
      dueDate: '2026-12-20',
      notes: null,
      terms: 'In full',
    });
  });

  it('is the business’s own for the invoice of an estimate where nothing was written for it', async () => {
    await save(ALL);
    const { invoiceNotes, invoiceTerms, estimateNotes, estimateTerms } = ALL;
    const byDefault = {
      ...issued,
      dueDate: '2026-12-04',
      notes: invoiceNotes,
      terms: invoiceTerms,
    };
    for (const unwritten of [
      { notes: null, terms: null },
      { notes: estimateNotes, terms: estimateTerms },
      { notes: estimateNotes, terms: SENTENCE },
    ]) {
      expect(await convert(unwritten)).toMatchObject(byDefault);
    }
    const own = { notes: 'Two rounds', terms: 'In full' };
    expect(await convert(own)).toMatchObject({ ...byDefault, ...own });
    expect(await askDeposit(own)).toMatchObject({ ...byDefault, terms: 'In full' });
    expect(await askDeposit({ terms: estimateTerms })).toMatchObject(byDefault);
  });

  it('is nobody’s but the form’s where a call makes a document', async () => {
    await save(ALL);
    const made = await estimate({ notes: undefined, terms: undefined });
    expect(made).toMatchObject({ expiryDate: '2026-12-20', notes: null, terms: null });
  });
});
