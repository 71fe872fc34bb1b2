import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { migrateUntil, openDatabaseBefore } from './migrations-before.ts';
import { storeAccounts, SUBSCRIBER } from './stored-rows/accounts.ts';
import {
  NUMBERED,
  PUBLIC_ID,
  storeAlikeNumbers,
  storeSentDocuments,
  storeTypedNumbers,
} from './stored-rows/documents.ts';

it.each(['embedded', 'postgresql'] as const)(
  'documents, messages and payments that are there go over into what was made of them since (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0009_estimates_sent');
    await storeSentDocuments(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query<{ number: string; public_id: string }>(`
        select coalesce(i.invoice_number, e.estimate_number) as number, p.public_id
        from public_documents p
        left join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
        left join estimates e on e.business_id = p.business_id and e.id = p.estimate_id
        order by number`);
    expect(rows.map(({ number }) => number)).toEqual(['EST-1', 'EST-2', 'EST-3', 'INV-1']);
    const select = async (statement: string) => (await db.pool.query(statement)).rows;
    // Whom somebody has written to is known; what reached nobody makes nobody known.
    expect(await select('select address, first_mailed_at from mail_recipients')).toEqual([
      { address: 'marta@example.com', first_mailed_at: new Date('2026-11-20T23:30:00Z') },
    ]);
    expect(
      await select('select day::text, sent, failed, reported from mail_days order by day'),
    ).toEqual([
      { day: '2026-11-20', sent: 1, failed: 0, reported: 0 },
      { day: '2026-11-21', sent: 1, failed: 1, reported: 0 },
    ]);
    // Real money that stayed proves a sender; a test payment and one that went back do not.
    expect(
      await select(
        'select right(business_id::text, 1) as id, proven_by, proven_at from mail_senders',
      ),
    ).toEqual([{ id: '2', proven_by: 'payment', proven_at: new Date('2026-11-20T10:00:00Z') }]);
    expect(rows.at(-1)?.public_id).toBe(PUBLIC_ID);
    expect(new Set(rows.map((row) => row.public_id)).size).toBe(4);
    for (const { public_id } of rows) expect(public_id).toMatch(/^[0-9a-f]{32}$/);
    expect(
      await select('select distinct kind, estimate_id, waits_for, reported_at from emails'),
    ).toEqual([{ kind: 'invoice', estimate_id: null, waits_for: null, reported_at: null }]);
    const mixed = db.pool.query(`update emails set kind = 'estimate'`);
    await expect(mixed).rejects.toThrow('emails_kind');
  },
);

it.each(['embedded', 'postgresql'] as const)(
  'documents whose numbers read the same keep them, and no further one gets such (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0013_number_keys');
    await storeAlikeNumbers(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query<{ number: string; key: string }>(`
        select invoice_number as number, split_part(number_key, E'\\n', 1) as key from invoices
        union all select estimate_number, split_part(number_key, E'\\n', 1) from estimates`);
    expect(rows.map(({ number, key }) => `${number} ${key}`).sort()).toEqual(
      [
        'EST-1 est-1',
        'Est-1 est-1',
        'INV-1 inv-1',
        'INV-\uff11 inv-1',
        'inv-1 inv-1',
        '\u00c9-1 \u00e9-1',
      ].sort(),
    );
    const another = db.pool.query(`
        insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date, due_date,
          next_due_date, line_total, subtotal, total)
        select '${NUMBERED}', id, 'iNV-1', 'inv-1', '2026-11-20', '2026-12-20', '2026-12-20', 1, 1, 1 from customers`);
    await expect(another).rejects.toThrow('invoices_number');
  },
);

it.each(['embedded', 'postgresql'] as const)(
  'accounts that are there get a business of the same id, with all that was theirs (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0015_businesses');
    const select = async (statement: string) => (await db.pool.query(statement)).rows;
    await storeAccounts(db);
    await migrateUntil(db, '0016_sums_without_triggers');
    expect(
      await select(`
          select u.name, m.role, b.id = u.id as same, b.created_at = u.created_at as as_old,
            b.subscription_status as status, b.subscription_plan as plan, b.trial_invoices_used as used,
            b.stripe_customer_id as customer, b.stripe_subscription_id as subscription,
            b.suspended_at as suspended, b.suspension_reason as reason
          from users u join members m on m.account_id = u.id
            join businesses b on b.id = m.business_id order by u.name`),
    ).toEqual([
      {
        name: 'Ada',
        role: 'owner',
        same: true,
        as_old: true,
        status: 'active',
        plan: 'yearly',
        used: 10,
        customer: 'cus_1',
        subscription: 'sub_1',
        suspended: new Date('2026-11-20T10:00:00Z'),
        reason: 'Asked to',
      },
      {
        name: 'Eve',
        role: 'owner',
        same: true,
        as_old: true,
        status: 'trial',
        plan: null,
        used: 3,
        customer: null,
        subscription: null,
        suspended: null,
        reason: null,
      },
    ]);
    // The triggers go on counting, and then the sums go over into what the verbs keep.
    await db.pool.query(`
        insert into payments (business_id, invoice_id, amount, payment_date, status)
          select business_id, id, 0.4, '2026-11-20', 'completed' from invoices where business_id = '${SUBSCRIBER}';
        update invoices set status = 'overdue' where business_id <> '${SUBSCRIBER}';`);
    const sums = (table: string) =>
      select(`
          select n.name, t.currency, t.status, t.invoice_count as count, t.total, t.paid, t.due
          from ${table} t join users n on n.id = t.business_id
          where t.invoice_count > 0 order by n.name`);
    await migrate(db, { log: quietLog });
    for (const table of ['invoice_totals', 'customer_invoice_totals']) {
      expect(await sums(table)).toMatchObject([
        {
          name: 'Ada',
          currency: 'USD',
          status: 'sent',
          total: '1.00',
          paid: '0.40',
          due: '0.60',
        },
        {
          name: 'Eve',
          currency: 'USD',
          status: 'overdue',
          total: '1.00',
          paid: '0.00',
          due: '1.00',
        },
      ]);
    }
    expect(await select('select tgname from pg_trigger where not tgisinternal')).toEqual([]);
    await db.pool.query(`delete from businesses where id = '${SUBSCRIBER}'`);
    expect(await select('select name from customers')).toEqual([{ name: 'Eve' }]);
    // Addresses refer to the business alone, and go with it.
    expect(
      await select(`
          select n.name, p.public_id = md5(p.business_id::text) as same from public_documents p
            join users n on n.id = p.business_id`),
    ).toEqual([{ name: 'Eve', same: true }]);
  },
);

it.each(['embedded', 'postgresql'] as const)(
  'numbers that were typed stay, and drafts alone may lack theirs from then on (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0023_number_series');
    await storeTypedNumbers(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query(`
        select invoice_number as number, number_key as key, series_id as series, is_fixed as fixed
        from invoices order by id`);
    expect(rows).toEqual(
      [1, 2, 3].map((n) => ({
        number: `INV-${n}`,
        key: `inv-${n}`,
        series: null,
        fixed: false,
      })),
    );
    const profiles = await db.pool.query(
      'select issued_invoices as issued, issued_invoices_chosen_at as chosen from business_profiles',
    );
    expect(profiles.rows).toEqual([{ issued: 'revise', chosen: null }]);
    const clear = `set invoice_number = '', number_key = null where status`;
    await db.pool.query(`update invoices ${clear} = 'draft'`);
    for (const refused of [
      `update invoices ${clear} = 'sent'`,
      `update invoices set number_key = null where status = 'sent'`,
      `update invoices set status = 'sent' where status = 'draft'`,
    ]) {
      await expect(db.pool.query(refused)).rejects.toThrow('invoices_number_given');
    }
  },
);
