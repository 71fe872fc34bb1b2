import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { onEveryDatabase } from '../../../../test/database/describe-on-database.ts';
import { quietLog } from '../../../../test/database/quiet-log.ts';
import { aCustomer, anInvoice, anItem } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import type { Queryable } from '../../db/database.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { listUsers } from '../admin/user.store.ts';
import { listCustomers } from '../customers/customer.store.ts';
import { createCustomer, updateCustomer } from '../customers/save-customer.ts';
import { createInvoice } from '../invoices/save-invoice.ts';
import { createItem } from '../items/save-item.ts';
import { recordPayment } from '../payments/receive-payment.ts';
import { findEverything } from './find-everything.ts';
import { rewriteSearchTexts } from './rewrite-search-texts.ts';

const NAMES = {
  Röder: 'roder',
  Ébénisterie: 'ebenisterie',
  Łódź: 'lodz',
  Øresund: 'oresund',
  Straße: 'strasse',
  Håkansson: 'hakansson',
};

onEveryDatabase('searching without accents', { owned: true }, (db) => {
  const services = { db, clock: systemClock, log: quietLog };
  const now = new Date('2026-11-20T12:00:00Z');
  const found = async (owner: string, search: string, in_: Queryable = db.orm) => {
    const { customers, items, invoices } = await findEverything(in_, owner, search, now);
    return [
      ...customers.map(({ name }) => name),
      ...items.map(({ name }) => name),
      ...invoices.map(({ invoiceNumber }) => invoiceNumber),
    ];
  };
  const setUp = async (email?: string) => {
    const owner = await makeOwner(db, { name: 'Jürgen Øster', ...(email ? { email } : {}) });
    const ids: Record<string, number> = {};
    for (const name of [...Object.keys(NAMES), 'Yuki', 'Zoe', 'Elsa']) {
      ids[name] = (await createCustomer(services, owner, aCustomer({ name, company: null }))).id;
    }
    await createItem(services, owner, anItem({ name: 'Möbelbau', category: null }));
    const invoice = await createInvoice(
      services,
      owner,
      anInvoice(ids['Röder'] ?? 0, {
        invoiceNumber: 'Ré-1',
        status: 'sent',
        lineItems: [
          { description: 'Tischplatte, Eiche geölt', quantity: '1', unitPrice: '2400' },
          { description: 'Ausgehöhlte Füße', quantity: '4', unitPrice: '10' },
        ],
      }),
    );
    const { id, customerId } = invoice;
    await recordPayment(services, owner, {
      customerId,
      amount: '10',
      paymentMethod: 'bank_transfer',
      paymentDate: '2026-11-20',
      reference: 'Überweisung AZ-77/b',
      allocations: [{ invoiceId: id, amount: '10' }],
      sendReceipt: false,
    });
    return { owner, ids };
  };
  const searches = async (owner: string) => {
    for (const [name, typed] of Object.entries(NAMES)) {
      for (const search of [typed, name, name.toUpperCase(), typed.slice(0, 4)]) {
        expect(await found(owner, search), search).toContain(name);
      }
    }
    expect(await found(owner, 'mobel')).toEqual(['Möbelbau']);
    // By number, customer, lines, and the reference of what was paid; each word anywhere.
    for (const search of ['re-1', 'geolt', 'fusse', 'roder eiche', 'az-77/b', 'uberweis 77']) {
      expect(await found(owner, search), search).toContain('Ré-1');
    }
    expect(await found(owner, 'eiche az-77/b')).toEqual([]);
    // Who has paid is found too, also where it settles nothing.
    expect(await found(owner, 'az-77/b')).toContain('Röder');
  };

  it('finds names, lines and references, of rows of earlier versions too', async () => {
    const { owner, ids } = await setUp();
    const other = await makeOwner(db);
    await searches(owner);
    expect(await found(other, 'az-77/b')).toEqual([]);

    // As an earlier version wrote them.
    for (const table of ['customers', 'items', 'invoices', 'payments']) {
      await db.pool.query(`update ${table} set search_text = '' where business_id = $1`, [owner]);
    }
    await db.pool.query(`update businesses set search_written_at = null where id = $1`, [owner]);
    expect(await found(owner, 'roder')).toEqual([]);
    expect(await rewriteSearchTexts(services)).toBe(1);
    expect(await rewriteSearchTexts(services)).toBe(0);
    await searches(owner);

    const renamed = { ...aCustomer({ name: 'Grün', company: null }), id: ids['Röder'] ?? 0 };
    await updateCustomer(services, owner, renamed);
    expect(await found(owner, 'roder')).toEqual([]);
    expect(await found(owner, 'grun geolt')).toEqual(['Ré-1']);
  });

  it('sorts by the alphabet of the country, anew after a move', async () => {
    const { owner } = await setUp();
    const sorted = async () =>
      (await listCustomers(db.orm, owner, {}, now)).rows.map(({ name }) => name);
    expect(await sorted()).toEqual([
      'Ébénisterie',
      'Elsa',
      'Håkansson',
      'Łódź',
      'Øresund',
      'Röder',
      'Straße',
      'Yuki',
      'Zoe',
    ]);
    await db.pool.query(`update business_profiles set country = 'Danmark' where business_id = $1`, [
      owner,
    ]);
    await db.pool.query(`update businesses set search_written_at = null where id = $1`, [owner]);
    expect(await rewriteSearchTexts(services)).toBe(1);
    expect((await sorted()).slice(-2)).toEqual(['Zoe', 'Øresund']);
    const first = await listCustomers(db.orm, owner, { limit: 8 }, now);
    const rest = await listCustomers(db.orm, owner, { limit: 8, cursor: first.next }, now);
    expect(rest.rows.map(({ name }) => name)).toEqual(['Øresund']);
  });

  it('finds accounts by the same rule, which the database has for them', async () => {
    await makeOwner(db, { name: 'ŁUKASZ Straße O’Neill', email: 'lukasz@konto.example' });
    for (const search of ['lukasz', 'STRASSE', "o'neill", 'Łuk straße', 'lukasz@konto']) {
      const rows = await listUsers(db.orm, { search });
      expect(
        rows.map(({ email }) => email),
        search,
      ).toEqual(['lukasz@konto.example']);
    }
    const { rows } = await db.orm.execute(sql`select 1 from users where search_text is null`);
    expect(rows).toEqual([]);
  });
});
