import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../../test/database/describe-on-database.ts';
import { quietLog } from '../../../../../test/database/quiet-log.ts';
import { anEstimate } from '../../../../../test/factories/estimate.ts';
import { aCustomer, anInvoice } from '../../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../../test/factories/owner.ts';
import { tamperWith } from '../../../../../test/factories/tamper.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { invoiceUpdateInput } from '../../../../shared/invoices/invoice.contract.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { createCustomer } from '../../customers/save-customer.ts';
import { createEstimate } from '../../estimates/save-estimate.ts';
import { verifyBusiness } from '../../evidence/verify-business.ts';
import { createInvoice, updateInvoice } from '../../invoices/save-invoice.ts';
import { takeOverIssued } from './take-over.ts';

const edit = (invoice: InvoiceDetail, values: object = {}) =>
  invoiceUpdateInput.parse({ ...invoice, ...values });

/** No logos here. */
const files = { read: async () => undefined } as Pick<FileStore, 'read'> as FileStore;

describeOnDatabase('chains of revisions', (db) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const log = { ...quietLog, debug() {}, fatal() {} };
  const services = { db, clock: { now: () => now }, files, log };
  const setUp = async (values: object = {}) => {
    const owner = await makeOwner(db);
    const customer = await createCustomer(services, owner, aCustomer());
    const invoice = await createInvoice(services, owner, anInvoice(customer.id, values));
    return { owner, customer, invoice };
  };
  const verify = (owner: string) => verifyBusiness(services, owner);

  const zeros = '0'.repeat(64);
  it.each([
    ['a body', (t) => t.body(2, 'Thank you', 'Thanks'), [[2, 'body altered']]],
    [
      'a body with its digest',
      async (t) => {
        await t.body(2, 'Thank you', 'Thanks');
        await t.digest(2);
      },
      [
        [2, 'link broken'],
        [3, 'link broken'],
      ],
    ],
    ['what is no JSON any more', (t) => t.body(2, '{', '['), [[2, 'body altered']]],
    [
      'a digest',
      (t) => t.column(1, 'sha256', zeros),
      [
        [1, 'body altered'],
        [2, 'link broken'],
      ],
    ],
    ['a link', (t) => t.column(2, 'previous_sha256', zeros), [[2, 'link broken']]],
    ['a hash', (t) => t.column(3, 'hash', zeros), [[3, 'link broken']]],
    ['one in the middle', (t) => t.remove(2), [[2, 'revision missing']]],
    ['the first', (t) => t.remove(1), [[1, 'revision missing']]],
    [
      'the last',
      (t) => t.remove(3),
      [
        [3, 'revision missing'],
        [2, 'document differs from its latest revision'],
      ],
    ],
    ['the document itself', (t) => t.row(), [[3, 'document differs from its latest revision']]],
  ] as [string, (tamper: ReturnType<typeof tamperWith>) => Promise<unknown>, [number, string][]][])(
    'say where somebody has altered %s',
    async (_what, tamper, places) => {
      const { owner, customer, invoice } = await setUp({ status: 'sent' });
      const second = await updateInvoice(services, owner, edit(invoice, { notes: 'Thank you' }));
      await updateInvoice(services, owner, edit(second, { notes: 'Thank you again' }));
      await createInvoice(services, owner, anInvoice(customer.id, { status: 'sent' }));
      expect((await verify(owner)).breaks).toEqual([]);
      await tamper(tamperWith(db, owner, invoice.id));
      const at = { kind: 'invoice', id: invoice.id, document: invoice.invoiceNumber };
      expect((await verify(owner)).breaks).toEqual(
        places.map(([revision, fault]) => ({ ...at, revision, fault })),
      );
      // One document alone, and another that holds.
      const only = { kind: 'invoice', id: invoice.id } as const;
      expect((await verifyBusiness(services, owner, only)).breaks).toHaveLength(places.length);
      expect(
        (await verifyBusiness(services, owner, { ...only, id: invoice.id + 1 })).breaks,
      ).toEqual([]);
    },
  );

  it('say that all are missing', async () => {
    const { owner, invoice } = await setUp({ status: 'sent' });
    await tamperWith(db, owner, invoice.id).remove(1);
    expect((await verify(owner)).breaks).toMatchObject([
      { revision: 1, fault: 'revision missing' },
    ]);
  });

  it('are walked in pages', async () => {
    const { owner, customer, invoice } = await setUp({ status: 'sent' });
    let saved = invoice;
    for (let at = 0; at < 205; at += 1) {
      saved = await updateInvoice(services, owner, edit(saved, { notes: `Note ${at}` }));
    }
    for (let at = 0; at < 110; at += 1) {
      await createInvoice(services, owner, anInvoice(customer.id, { status: 'sent' }));
    }
    expect(await verify(owner)).toEqual({ documents: 111, revisions: 316, breaks: [] });
    await tamperWith(db, owner, invoice.id).body(203, 'Note 201', 'Note 999');
    expect((await verify(owner)).breaks).toMatchObject([{ revision: 203, fault: 'body altered' }]);
  });

  it('are made for what was issued before there were any once for a business, and never healed', async () => {
    const { owner, customer, invoice } = await setUp({ status: 'sent' });
    await createEstimate(services, owner, anEstimate(customer.id, { status: 'sent' }));
    const forget = () =>
      db.pool.query('delete from document_revisions where business_id = $1', [owner]);
    await forget();
    await db.pool.query('update businesses set revisions_since = null where id = $1', [owner]);
    expect(await takeOverIssued(services)).toBe(2);
    expect((await verify(owner)).breaks).toEqual([]);
    const { rows } = await db.pool.query<{ revisions_since: Date }>(
      'select revisions_since from businesses where id = $1',
      [owner],
    );
    expect(new Date(rows[0]?.revisions_since ?? 0)).toEqual(now);
    await forget();
    expect(await takeOverIssued(services)).toBe(0);
    const missing = { revision: 1, fault: 'revision missing' };
    expect((await verify(owner)).breaks).toMatchObject([
      { kind: 'invoice', id: invoice.id, ...missing },
      { kind: 'estimate', ...missing },
    ]);
  });
});
