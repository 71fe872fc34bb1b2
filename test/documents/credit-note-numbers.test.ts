import { afterAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { CreditWorld } from '../http/credit-world.ts';
import { openCreditWorld } from '../http/credit-world.ts';

const RULE = { kind: 'credit_note', pattern: 'GS-{YYYY}-{SEQ:4}' };

describeOnDatabase('credit notes numbered by a series', (db) => {
  const open: CreditWorld[] = [];
  afterAll(async () => {
    for (const { test } of open) await test.close();
  });

  async function business() {
    const world = await openCreditWorld(db);
    open.push(world);
    const { ada } = world;
    const call = async (method: string, path: string, body?: object) =>
      (await ada.call(method, `/api/${path}`, body)).body;
    const series = (values: object = {}) => call('POST', 'number-series', { ...RULE, ...values });
    const unnumbered = (values: object = {}) =>
      call('POST', 'credit-notes', world.form({ creditNoteNumber: '', ...values }));
    return { ...world, call, series, unnumbered };
  }

  it('have none until they are issued, by whatever way', async () => {
    const { call, series, unnumbered, invoice, free, issue, create } = await business();
    const before = await create({ correctsInvoiceId: (await invoice()).id });
    expect(await series()).toMatchObject({ nextNumbers: expect.arrayContaining(['GS-2026-0001']) });
    expect(await call('GET', `credit-notes/${before.id}`)).toMatchObject({
      creditNoteNumber: '',
      mustStay: false,
    });
    expect(await call('GET', 'credit-notes/next-number')).toEqual({ creditNoteNumber: '' });
    const one = await unnumbered({ correctsInvoiceId: (await invoice()).id });
    expect(one).toMatchObject({ creditNoteNumber: '', status: 'draft' });
    expect(await issue(one.id)).toMatchObject({
      creditNoteNumber: 'GS-2026-0001',
      status: 'applied',
      mustStay: true,
      revision: 1,
    });
    const own = free({ creditNoteNumber: '', status: 'issued' });
    expect(await call('POST', 'credit-notes', own)).toMatchObject({
      creditNoteNumber: 'GS-2026-0002',
    });
    expect(await issue(before.id)).toMatchObject({ creditNoteNumber: 'GS-2026-0003' });
    const mailed = await unnumbered({ correctsInvoiceId: (await invoice()).id });
    const subject = 'Credit {number}';
    expect(await call('POST', `credit-notes/${mailed.id}/send-email`, { subject })).toMatchObject({
      creditNoteNumber: 'GS-2026-0004',
      emails: [{ subject: 'Credit GS-2026-0004' }],
    });
    const edited = await unnumbered({ correctsInvoiceId: (await invoice()).id });
    expect(
      await call('PUT', `credit-notes/${edited.id}`, {
        credit: { amount: '10' },
        status: 'issued',
      }),
    ).toMatchObject({ creditNoteNumber: 'GS-2026-0005', total: '10.00' });
    const found = await call('GET', 'credit-notes?search=gs-2026-0005');
    expect(found).toMatchObject([{ id: edited.id }]);
    expect(await call('GET', 'revisions/verify')).toMatchObject({ breaks: [] });
  });

  it('and the draft that takes the place of a corrected invoice has none yet', async () => {
    const { call, series, invoice } = await business();
    await series();
    await series({ kind: 'invoice', pattern: 'RE-{SEQ}' });
    await call('PUT', 'business-profile/issued-invoices', { issuedInvoices: 'fixed' });
    const wrong = await invoice({ invoiceNumber: '', issueDate: '2026-11-20' });
    expect(wrong).toMatchObject({ invoiceNumber: 'RE-1', isFixed: true });
    const corrected = await call('POST', `invoices/${wrong.id}/correct`);
    expect(corrected).toMatchObject({
      creditNote: {
        creditNoteNumber: 'GS-2026-0001',
        total: wrong.total,
        correctedInvoice: { invoiceNumber: 'RE-1' },
      },
      invoice: { invoiceNumber: '', status: 'draft', total: wrong.total },
    });
    const path = `invoices/${corrected.invoice.id}`;
    expect(await call('POST', `${path}/issue`)).toMatchObject({ invoiceNumber: 'RE-2' });
  });

  it('have no gap where one cannot be issued', async () => {
    const { ada, series, unnumbered, invoice, issue } = await business();
    await series();
    const { id: correctsInvoiceId } = await invoice();
    const drafts = [
      await unnumbered({ correctsInvoiceId }),
      await unnumbered({ correctsInvoiceId }),
    ];
    expect(await issue(drafts[0].id)).toMatchObject({ creditNoteNumber: 'GS-2026-0001' });
    const nothingLeft = await ada.call('POST', `/api/credit-notes/${drafts[1].id}/issue`);
    expect(nothingLeft.status).toBe(409);
    const early = await unnumbered({
      correctsInvoiceId: (await invoice()).id,
      issueDate: '2026-11-19',
    });
    expect(await ada.call('POST', `/api/credit-notes/${early.id}/issue`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'issueDate' }] },
    });
    const next = await unnumbered({ correctsInvoiceId: (await invoice()).id, status: 'issued' });
    expect(next).toMatchObject({ creditNoteNumber: 'GS-2026-0002' });
  });

  it('are refused a typed one, and typed again once the series is archived', async () => {
    const { ada, call, form, series, unnumbered, invoice, issue } = await business();
    const { id } = await series();
    const { id: correctsInvoiceId } = await invoice();
    const typed = { status: 409, body: { fields: [{ path: 'creditNoteNumber' }] } };
    const mine = form({ correctsInvoiceId, creditNoteNumber: 'MINE-1' });
    expect(await ada.call('POST', '/api/credit-notes', mine)).toMatchObject(typed);
    const draft = await unnumbered({ correctsInvoiceId });
    const path = `/api/credit-notes/${draft.id}`;
    expect(await ada.call('PUT', path, { creditNoteNumber: 'MINE-1' })).toMatchObject(typed);
    expect(await ada.call('PUT', path, { creditNoteNumber: '', reason: 'Withered' })).toMatchObject(
      { status: 200, body: { creditNoteNumber: '', reason: 'Withered' } },
    );
    await call('POST', `number-series/${id}/archive`);
    const required = {
      status: 400,
      body: { fields: [{ path: 'creditNoteNumber', message: 'Credit note number is required' }] },
    };
    const without = form({ correctsInvoiceId, creditNoteNumber: '' });
    expect(await ada.call('POST', '/api/credit-notes', without)).toMatchObject(required);
    expect(await ada.call('PUT', path, { reason: 'Dried up' })).toMatchObject({ status: 200 });
    expect(await issue(draft.id)).toMatchObject({
      creditNoteNumber: expect.stringMatching(/^CN-2026-\d{4}$/),
    });
  });
});
