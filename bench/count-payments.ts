import type pg from 'pg';
import type { Counted } from './measure.ts';

/** Of checkouts: their payments, and how many of these are of one provider's payment each, with its rows. */
export async function countSettled(pool: pg.Pool, sessions: string[]): Promise<Counted> {
  const { rows } = await pool.query<Counted>(
    `select count(*)::int as payments, count(distinct y.provider_payment_id)::int as once,
       count(i.id)::int as invoices, count(e.id)::int as entries, count(m.id)::int as receipts
     from payments y join checkouts c on c.business_id = y.business_id and c.id = y.checkout_id
     left join invoices i on i.business_id = y.business_id and i.id = y.invoice_id and i.status = 'paid'
     left join ledger_entries e on e.business_id = y.business_id and e.payment_id = y.id
     left join emails m on m.business_id = y.business_id and m.payment_id = y.id
     where c.provider_id = any($1) and y.status = 'completed'`,
    [sessions],
  );
  return { sessions: sessions.length, ...rows[0] };
}

/** Of invoices that were paid by hand, whichever side recorded it. */
export async function countRecorded(pool: pg.Pool, publicIds: string[]): Promise<Counted> {
  const { rows } = await pool.query<Counted>(
    `select count(distinct i.id)::int as invoices, count(y.id)::int as payments, count(e.id)::int as entries
     from public_documents p
     join invoices i on i.business_id = p.business_id and i.id = p.invoice_id and i.status = 'paid'
     join payments y on y.business_id = i.business_id and y.invoice_id = i.id and y.status = 'completed'
     join ledger_entries e on e.business_id = y.business_id and e.payment_id = y.id
     where p.public_id = any($1)`,
    [publicIds],
  );
  return rows[0] ?? {};
}
