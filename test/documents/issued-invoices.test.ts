import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anInvoice } from '../factories/invoice.ts';
import type { TestApp } from '../http/test-app.ts';
import { openTestApp } from '../http/test-app.ts';

const INSTEAD = 'Credit this invoice, or correct it.';

describeOnDatabase('issued invoices that are fixed', (db) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(db);
  });
  afterAll(() => app.close());

  async function business() {
    const owner = await app.signUp();
    await db.pool.query(`update businesses set subscription_status = 'active' where id = $1`, [
      owner.businessId,
    ]);
    const customer = { name: 'Marta', email: 'marta@example.com' };
    const { id: customerId } = (await owner.call('POST', '/api/customers', customer)).body;
    const make = async (values: object = {}) =>
      (await owner.call('POST', '/api/invoices', anInvoice(customerId, values))).body;
    const set = (issuedInvoices: string) =>
      owner.call('PUT', '/api/business-profile/issued-invoices', { issuedInvoices });
    const read = async (id: number) => (await owner.call('GET', `/api/invoices/${id}`)).body;
    return { owner, make, set, read };
  }

  it('cannot be changed, set back or deleted, and are paid as before', async () => {
    const { owner, make, set, read } = await business();
    const earlier = await make({ status: 'sent' });
    expect(await set('fixed')).toMatchObject({ status: 200, body: { issuedInvoices: 'fixed' } });
    expect((await owner.call('GET', '/api/business-profile')).body).toMatchObject({
      issuedInvoices: 'fixed',
      issuedInvoicesChosen: true,
    });
    const issued = await make({ status: 'sent' });
    for (const { id } of [earlier, issued]) {
      const path = `/api/invoices/${id}`;
      const stored = await read(id);
      expect(stored).toMatchObject({ isFixed: true, mustStay: true });
      for (const change of [
        { notes: 'Another word' },
        { dueDate: '2027-01-31' },
        { invoiceNumber: 'OTHER-1' },
        { taxRate: '19' },
        { lineItems: [{ description: 'Other', quantity: 1, unitPrice: 1 }] },
      ]) {
        expect(await owner.call('PUT', path, change)).toMatchObject({
          status: 409,
          body: { code: 'CONFLICT', message: `An issued invoice cannot be changed. ${INSTEAD}` },
        });
      }
      const message = `An issued invoice cannot be set back to draft. ${INSTEAD}`;
      expect(await owner.call('PUT', path, { status: 'draft' })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message, fields: [{ path: 'status', message }] },
      });
      expect(await owner.call('DELETE', path)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: `An issued invoice cannot be deleted. ${INSTEAD}` },
      });
      // Sent back as it was answered, it is paid, and open again.
      expect((await owner.call('PUT', path, { ...stored, status: 'paid' })).body).toMatchObject({
        status: 'paid',
        revision: 1,
      });
      expect((await owner.call('PUT', path, { status: 'sent' })).body.status).toBe('sent');
      const paid = await owner.call('POST', `${path}/mark-paid`, { paymentMethod: 'cash' });
      expect(paid.body).toMatchObject({ status: 'paid', isFixed: true });
      expect(await owner.call('DELETE', path)).toMatchObject({ status: 409 });
    }
  });

  it('are drafts until then, which change and go as they always did', async () => {
    const { owner, make, set } = await business();
    await set('fixed');
    const draft = await make();
    expect(draft).toMatchObject({ isFixed: false, mustStay: false });
    const path = `/api/invoices/${draft.id}`;
    expect(await owner.call('PUT', path, { notes: 'Better' })).toMatchObject({ status: 200 });
    expect(await owner.call('DELETE', path)).toMatchObject({ status: 200 });
  });

  it('stay fixed for good if they were issued then, by whatever way', async () => {
    const { owner, make, set, read } = await business();
    const before = await make({ status: 'sent' });
    await set('fixed');
    const born = await make({ status: 'paid' });
    const marked = await make();
    const mailed = await make();
    const paid = await make();
    await owner.call('POST', `/api/invoices/${marked.id}/mark-sent`);
    expect(
      (await owner.call('POST', `/api/invoices/${mailed.id}/send-email`, {})).body,
    ).toMatchObject({ status: 'sent', revision: 1, isFixed: true });
    await owner.call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'cash' });
    await set('revise');
    for (const { id } of [born, marked, mailed, paid]) {
      expect(await read(id)).toMatchObject({ isFixed: true, mustStay: true });
      expect(await owner.call('PUT', `/api/invoices/${id}`, { notes: 'x' })).toMatchObject({
        status: 409,
      });
      expect(await owner.call('DELETE', `/api/invoices/${id}`)).toMatchObject({ status: 409 });
    }
    // Paid from a draft it opens as sent: it was issued by that, and stays so.
    const opened = await owner.call('PUT', `/api/invoices/${paid.id}`, { status: 'sent' });
    expect(opened.body.status).toBe('sent');
    expect(await read(before.id)).toMatchObject({ isFixed: false, mustStay: false });
    const changed = await owner.call('PUT', `/api/invoices/${before.id}`, { notes: 'x' });
    expect(changed).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await owner.call('DELETE', `/api/invoices/${before.id}`)).toMatchObject({ status: 200 });
    expect((await make({ status: 'sent' })).isFixed).toBe(false);
  });

  it('are a decision of each business, in known words', async () => {
    const ada = await business();
    const eve = await business();
    await eve.set('fixed');
    expect((await ada.make({ status: 'sent' })).isFixed).toBe(false);
    expect((await ada.owner.call('GET', '/api/business-profile')).body).toMatchObject({
      issuedInvoices: 'revise',
      issuedInvoicesChosen: false,
    });
    const message = 'Issued invoices must be revise or fixed';
    expect(await ada.set('strict')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'issuedInvoices', message }] },
    });
    const path = '/api/business-profile/issued-invoices';
    expect(await app.visitor.call('PUT', path, { issuedInvoices: 'fixed' })).toMatchObject({
      status: 401,
    });
    await ada.set('revise');
    expect((await ada.owner.call('GET', '/api/business-profile')).body).toMatchObject({
      issuedInvoicesChosen: true,
    });
  });
});
