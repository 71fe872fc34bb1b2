import type { Database } from '../../../src/server/db/database.ts';
import { ownerId } from './owner-id.ts';

const SENDER = ownerId(9);
export const PUBLIC_ID = '5f1c9e2a7b3d4c6e8f90a1b2c3d4e5f6';

/** An invoice and estimates with their messages, and payments of three others: before `0009_estimates_sent`. */
export async function storeSentDocuments({ pool }: Database): Promise<void> {
  const [, ...payees] = [1, 2, 3, 4].map((place) => ownerId(9, place));
  await pool.query(`
    insert into users (id, name, email) values ('${SENDER}', 'Ada', 'ada@sender.example');
    insert into customers (user_id, name) values ('${SENDER}', 'Marta');
    insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, total)
      select user_id, id, 'INV-1', '2026-11-20', '2026-12-20', 1, 1
      from customers where user_id = '${SENDER}';
    insert into estimates (user_id, customer_id, estimate_number, issue_date, expiry_date, subtotal, total)
      select user_id, id, 'EST-' || n, '2026-11-20', '2026-12-20', 1, 1
      from customers, generate_series(1, 3) n where user_id = '${SENDER}';
    insert into public_invoices (public_id, user_id, invoice_id)
      select '${PUBLIC_ID}', user_id, id from invoices where user_id = '${SENDER}';
    insert into emails (user_id, kind, invoice_id, to_address, subject, message, message_id)
      select user_id, 'invoice', id, 'marta@example.com', 's', 'm', 'x'
      from invoices where user_id = '${SENDER}';
    insert into emails (user_id, kind, invoice_id, to_address, subject, message, message_id,
        status, sent_at, sent_text, withdrawn, updated_at)
      select user_id, 'invoice', id, e.*
      from invoices, (values
        ('Marta@Example.com', 's', 'm', 'a', 'sent', timestamptz '2026-11-20 23:30+00', null, null, now()),
        ('marta@example.com', 's', 'm', 'b', 'sent', '2026-11-21 00:30+00', null, null, now()),
        ('kept@example.com', 's', 'm', 'c', 'sent', '2026-11-21 00:30+00', 'kept', null, now()),
        ('lost@example.com', 's', 'm', 'd', 'failed', null, null, null, '2026-11-21 09:00+00'),
        ('gone@example.com', 's', 'm', 'e', 'failed', null, null, 'paid', '2026-11-21 09:00+00')) e
      where user_id = '${SENDER}';
    insert into users (id, name, email)
      select id, 'Payee', right(id::text, 1) || '@payee.example'
      from unnest(array['${payees.join("','")}']::uuid[]) as id;
    insert into customers (user_id, name) select id, 'Paul' from users where name = 'Payee';
    insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, total)
      select user_id, id, 'PAY-1', '2026-11-20', '2026-12-20', 1, 1 from customers where name = 'Paul';
    insert into checkouts (user_id, invoice_id, provider, key, account, amount, currency, livemode)
      select user_id, id, 'stripe', gen_random_uuid(), 'acct', 1, 'USD', user_id::text not like '%3'
      from invoices where invoice_number = 'PAY-1';
    insert into payments (user_id, invoice_id, checkout_id, amount, payment_date, provider,
        provider_payment_id, status, created_at)
      select user_id, invoice_id, id, 1, '2026-11-20', 'stripe', 'pi_1',
        case when user_id::text like '%4' then 'refunded' else 'completed' end,
        '2026-11-20 10:00+00'
      from checkouts where account = 'acct';`);
}

export const NUMBERED = ownerId(13);

/** Documents whose numbers read the same: before `0013_number_keys`. */
export async function storeAlikeNumbers({ pool }: Database): Promise<void> {
  await pool.query(`
    insert into users (id, name, email) values ('${NUMBERED}', 'Ada', 'ada@numbered.example');
    insert into customers (user_id, name) values ('${NUMBERED}', 'Marta');
    insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, total, search_text)
      select user_id, c.id, number, '2026-11-20', '2026-12-20', 1, 1, key || E'\\nmarta'
      from customers c, (values ('INV-1', 'inv-1'), ('inv-1', 'inv-1'), ('INV-\uff11', 'inv-1'),
        ('\u00c9-1', '\u00e9-1')) as n (number, key)
      where user_id = '${NUMBERED}';
    insert into estimates (user_id, customer_id, estimate_number, issue_date, expiry_date, subtotal, total, search_text)
      select user_id, id, number, '2026-11-20', '2026-12-20', 1, 1, E'est-1\\nmarta'
      from customers, (values ('EST-1'), ('Est-1')) as n (number) where user_id = '${NUMBERED}';`);
}

const TYPIST = ownerId(23);

/** Documents with numbers that were typed: before `0023_number_series`. */
export async function storeTypedNumbers({ pool }: Database): Promise<void> {
  await pool.query(`
    insert into businesses (id) values ('${TYPIST}');
    insert into business_profiles (business_id, business_name) values ('${TYPIST}', 'Ada');
    insert into customers (business_id, name) values ('${TYPIST}', 'Marta');
    insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
        due_date, line_total, subtotal, total, status)
      select business_id, id, 'INV-' || n, 'inv-' || n, '2026-11-20', '2026-12-20', 1, 1, 1, status
      from customers, (values (1, 'draft'), (2, 'sent'), (3, 'paid')) as s (n, status)
      where business_id = '${TYPIST}';
    insert into estimates (business_id, customer_id, estimate_number, number_key, issue_date,
        expiry_date, line_total, subtotal, total)
      select business_id, id, 'EST-1', 'est-1', '2026-11-20', '2026-12-20', 1, 1, 1
      from customers where business_id = '${TYPIST}';`);
}

export const VIEWED_OWNERS = [ownerId(31, 1), ownerId(31, 2)] as const;
export const VIEWED_KINDS = [
  { kind: 'invoice', dates: ['due_date', 'next_due_date'] },
  { kind: 'estimate', dates: ['expiry_date'] },
  { kind: 'credit_note', dates: [] },
];

/**
 * Two documents of each kind for two owners, of which the first was opened twice by the first owner's
 * customer alone: before `0031_list_filters`.
 */
export async function storeViewedDocuments({ pool }: Database): Promise<void> {
  for (const owner of VIEWED_OWNERS) {
    await pool.query('insert into businesses (id) values ($1)', [owner]);
    await pool.query(`insert into customers (business_id, name) values ($1, 'Marta')`, [owner]);
    for (const { kind, dates } of VIEWED_KINDS) {
      await pool.query(
        `insert into ${kind}s (business_id, customer_id, ${kind}_number, number_key, issue_date,
           ${dates.map((name) => `${name},`).join(' ')} subtotal, line_total, total)
         select $1, id, n, n, '2026-11-20', ${dates.map(() => `'2026-12-20',`).join(' ')} 100, 100, 100
         from customers, (values ('1'), ('2')) as n (n) where business_id = $1`,
        [owner],
      );
      await pool.query(
        `insert into public_documents (public_id, business_id, ${kind}_id)
         select md5($1 || '${kind}' || id), business_id, id from ${kind}s where business_id = $2`,
        [owner, owner],
      );
      if (owner !== VIEWED_OWNERS[0]) continue;
      await pool.query(
        `insert into events (business_id, type, ${kind}_id, data, created_at)
         select business_id, type, id, '{}', at::timestamptz
         from ${kind}s, (values ('${kind}.created', '2026-11-20T08:00Z'),
           ('${kind}.viewed', '2026-11-22T08:00Z'), ('${kind}.viewed', '2026-11-21T08:00Z')) as e (type, at)
         where business_id = $1 and (${kind}_number = '1' or type = '${kind}.created')`,
        [owner],
      );
    }
  }
}

export const ROUNDING = ownerId(50);
export const EXACT = ownerId(50, 2);

/** Two businesses, of which one has totals rounded, with documents and a recurring invoice in two currencies each. */
export async function storeRoundedTotals({ pool }: Database): Promise<void> {
  for (const [owner, isRounded] of [
    [ROUNDING, true],
    [EXACT, false],
  ] as const) {
    const increment = isRounded ? `'1.00', '-0.18', '8.00'` : `null, '0.00', '8.18'`;
    await pool.query('insert into businesses (id) values ($1)', [owner]);
    await pool.query(
      `insert into business_profiles (business_id, business_name, currency, round_totals)
       values ($1, 'Quill', 'USD', $2)`,
      [owner, isRounded],
    );
    await pool.query(
      `with customer as (
        insert into customers (business_id, name, currency)
        values ($1, 'Astrid', 'CHF'), ($1, 'Beat', null) returning business_id, id, currency
      ), beat as (
        select business_id, id from customer where currency is null
      ), invoice as (
        insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
          due_date, next_due_date, currency, line_total, subtotal, rounding_increment, rounding,
          total, status)
        select business_id, id, 'INV-1', 'inv-1', date '2026-11-20', date '2026-12-20',
          date '2026-12-20', 'SEK', 8.18, 8.18, increment::numeric, rounding::numeric,
          total::numeric, 'sent'
        from beat, (values (${increment})) of (increment, rounding, total)
      ), credit as (
        insert into credit_notes (business_id, customer_id, credit_note_number, number_key,
          issue_date, currency, line_total, subtotal, rounding_increment, rounding, total, status)
        select business_id, id, 'CN-1', 'cn-1', date '2026-11-21', 'SEK', 8.18, 8.18,
          increment::numeric, rounding::numeric, total::numeric, 'draft'
        from beat, (values (${increment})) of (increment, rounding, total)
      )
      insert into recurring_invoices (business_id, customer_id, content, currency, total,
        start_date, unit, every, delivery, catch_up, next_index, next_date, list_date)
      select business_id, id, '{"notes": "kept"}', code, 100, '2026-12-01', 'month', 1, 'draft',
        'all', 0, '2026-12-01', '2026-12-01'
      from beat, (values ('NOK'), ('EUR')) currencies (code)`,
      [owner],
    );
  }
}

/** Two invoices were corrected, one of them twice; a third was credited and another made later: before `0052_corrections`. */
export const CORRECTING = ownerId(52);
export async function storeCorrections({ pool }: Database): Promise<void> {
  await pool.query('insert into businesses (id) values ($1)', [CORRECTING]);
  await pool.query(
    `with customer as (
      insert into customers (business_id, name) values ($1, 'Astrid') returning business_id, id
    ), invoice as (
      insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date, due_date,
        next_due_date, currency, line_total, subtotal, total, status, created_at)
      select business_id, id, number, lower(number), date '2026-11-20', date '2026-12-20',
        date '2026-12-20', 'USD', 1, 1, 1, status, at::timestamptz
      from customer, (values
        ('A', 'sent', '2026-11-01 10:00:00.000001'), ('B', 'sent', '2026-11-01 10:00:00.000002'),
        ('C', 'sent', '2026-11-01 10:00:00.000003'), ('A-2', 'draft', '2026-11-02 10:00:00.123456'),
        ('A-3', 'draft', '2026-11-04 10:00:00.123456'), ('B-2', 'sent', '2026-11-03 10:00:00.123456'),
        ('D', 'draft', '2026-11-05 10:00:00.125')
      ) of (number, status, at)
      returning business_id, customer_id, id, invoice_number
    )
    insert into credit_notes (business_id, customer_id, credit_note_number, number_key, issue_date,
      currency, line_total, subtotal, total, status, corrects_invoice_id, corrected_invoice, credit, parts,
      created_at)
    select business_id, customer_id, number, lower(number), date '2026-11-21', 'USD', 1, 1, 1, 'issued', id,
      '{}', '{}', '[]', at::timestamptz
    from invoice join (values
      ('CN-1', 'A', '2026-11-02 10:00:00.123456'), ('CN-2', 'A', '2026-11-04 10:00:00.123456'),
      ('CN-3', 'B', '2026-11-03 10:00:00.123456'), ('CN-4', 'C', '2026-11-05 10:00:00.123456')
    ) of (number, of, at) on of = invoice_number`,
    [CORRECTING],
  );
}
