import type { Database } from '../../../src/server/db/database.ts';
import { ONE_INVOICE } from './one-document.ts';
import { ownerId } from './owner-id.ts';

export const REFUNDER = ownerId(12);

/**
 * Invoices of which a part was given back: one that asks for it again by mistake, one that its owner
 * opened again, and one that stays paid. Before `0012_payment_facts`. @returns their ids
 */
export async function storePartlyRefunded({ pool }: Database) {
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ id: string }>(`${text} returning id`, values);
    return Number(rows[0]?.id);
  };
  await pool.query(`insert into users (id, email, name) values ($1, 'ada@remit.example', 'Ada')`, [
    REFUNDER,
  ]);
  const customer = await one('insert into customers (user_id, name) values ($1, $2)', [
    REFUNDER,
    'Marta',
  ]);
  const invoice = async (number: string, status: string, events: [string, object][]) => {
    const id = await one(
      `insert into invoices (user_id, customer_id, invoice_number, status, issue_date, due_date,
         subtotal, total)
       values ($1, $2, $3, $4, '2026-11-01', '2026-12-01', 100, 100)`,
      [REFUNDER, customer, number, status],
    );
    await one(
      `insert into payments (user_id, invoice_id, amount, payment_date, provider,
         provider_payment_id, refunded_amount, status)
       values ($1, $2, 100, '2026-11-02', 'stripe', $3, 25, 'completed')`,
      [REFUNDER, id, `pi_${id}`],
    );
    for (const [type, data] of events) {
      await one('insert into events (user_id, type, invoice_id, data) values ($1, $2, $3, $4)', [
        REFUNDER,
        type,
        id,
        data,
      ]);
    }
    return id;
  };
  const paid: [string, object] = ['invoice.paid', { from: 'sent', to: 'paid' }];
  const reopened: [string, object] = ['invoice.reopened', { from: 'paid', to: 'sent' }];
  return {
    wrong: await invoice('M-1', 'overdue', []),
    own: await invoice('M-2', 'sent', [paid, reopened]),
    stays: await invoice('M-3', 'paid', [paid]),
  };
}

export const CREDITOR = ownerId(25);

/** Two invoices, a payment for the second, and credit notes: before `0025_applied_credit`. @returns the payment's id */
export async function storeCredit({ pool }: Database): Promise<string> {
  const query = async (text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows;
  await query('insert into businesses (id) values ($1)', [CREDITOR]);
  await query(`insert into customers (business_id, name) values ($1, 'Marta')`, [CREDITOR]);
  await query(
    `insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
       due_date, subtotal, line_total, total, currency, status, amount_paid, amount_adjusted,
       amount_written_off)
     select $1, id, n, n, '2026-11-20', '2026-12-20', 100, 100, 100, 'USD', 'sent', p, a, w
     from customers, (values ('A', 0, 0, 0), ('B', 40, 10, 20)) as i (n, p, a, w)
     where business_id = $1`,
    [CREDITOR],
  );
  const [payment] = await query(
    `insert into payments (business_id, customer_id, invoice_id, amount, payment_date, status,
       allocated_amount)
     select $1, customer_id, id, 40, '2026-11-21', 'completed', 40
     from invoices where business_id = $1 and invoice_number = 'B' returning id, invoice_id`,
    [CREDITOR],
  );
  await query(
    `insert into allocations (business_id, payment_id, invoice_id, amount) values ($1, $2, $3, 40)`,
    [CREDITOR, payment.id, payment.invoice_id],
  );
  await query(
    `insert into credit_notes (business_id, customer_id, credit_note_number, number_key,
       issue_date, subtotal, line_total, total, currency, status)
     select $1, id, n, n, '2026-11-22', 500, 500, 500, 'JPY', s
     from customers, (values ('C-1', 'issued'), ('C-2', 'draft')) as c (n, s)
     where business_id = $1`,
    [CREDITOR],
  );
  return payment.id;
}

/** An invoice whose checkout has begun: before `0039_automatic_payment`. */
export async function storeCheckout({ pool }: Database): Promise<void> {
  await pool.query(`
    ${ONE_INVOICE}, profile as (
      insert into business_profiles (business_id, business_name) select id, 'Quill' from business
    )
    insert into checkouts (business_id, invoice_id, provider, key, account, amount, currency)
    select business_id, id, 'stripe', gen_random_uuid(), 'a', 5, 'USD' from invoice`);
}

/** Agreements that are over, one with a card that is still charged: before `0045_card_charges`. */
export async function storeMandates({ pool }: Database): Promise<void> {
  await pool.query(`
    ${ONE_INVOICE}, mandates as (
      insert into payment_mandates (business_id, customer_id, account, provider_customer,
        provider_method, brand, last4, expires_month, expires_year, agreement, agreed_at,
        ended_at, ended_by)
      select c.business_id, c.id, 'a', 'cus', given.method, 'Visa', '4242', 12, 2034, '{}', now(),
        given.ended_at, given.ended_by
      from customer c, (values
        ('pm_replaced', now(), 'replaced'), ('pm_kept', now(), 'replaced'),
        ('pm_ended', now(), 'owner'), ('pm_kept', null, null)
      ) as given (method, ended_at, ended_by)
      returning business_id, id, ended_at
    )
    insert into automatic_charges (business_id, invoice_id, due_date, attempt, mandate_id,
      checkout_id, status)
    select m.business_id, i.id, '2026-12-20', 1, m.id, 1, 'paid'
    from mandates m, invoice i where m.ended_at is null`);
}
