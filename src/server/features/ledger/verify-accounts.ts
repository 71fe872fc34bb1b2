import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Break } from '../../../shared/documents/revision.contract.ts';
import type { Queryable } from '../../db/database.ts';

type AccountKind = Exclude<Break['kind'], 'estimate'>;

interface AccountRule {
  /** What holds, in words. */
  holds: string;
  of: AccountKind;
  fault: Break['fault'];
  /** What breaks it, as a statement whose first column is the id. @param one a condition on `d` */
  findBroken: (businessId: string, one: SQL) => SQL;
}

/** What must hold of a business's money whatever has happened. Each is written on the tables alone. */
export const ACCOUNT_RULES: readonly AccountRule[] = [
  {
    holds: 'an invoice that is settled is paid, and no other',
    of: 'invoice',
    fault: 'status differs from what is due',
    findBroken: (businessId, one) => sql`
      select d.id, d.status, d.amount_due from invoices d
      where d.business_id = ${businessId} and ${one} and d.deleted_at is null and d.total > 0
        and (d.status = 'paid') <> (d.amount_due = 0)`,
  },
  {
    holds: 'an invoice is paid and credited by its allocations',
    of: 'invoice',
    fault: 'amounts differ from what they are made of',
    findBroken: (businessId, one) => sql`
      select d.id, d.amount_paid, d.amount_credited from invoices d
      left join allocations a on a.business_id = ${businessId} and a.invoice_id = d.id
      where d.business_id = ${businessId} and ${one} group by d.id, d.amount_paid, d.amount_credited
      having d.amount_paid <> coalesce(sum(a.amount) filter (where a.payment_id is not null), 0)
        or d.amount_credited <> coalesce(sum(a.amount) filter (where a.payment_id is null), 0)`,
  },
  {
    holds: 'an invoice is adjusted by no more than its refunds say',
    of: 'invoice',
    fault: 'amounts differ from what they are made of',
    findBroken: (businessId, one) => sql`
      select d.id from invoices d
      left join payments y on y.business_id = ${businessId} and y.invoice_id = d.id
      left join payment_refunds r on r.business_id = ${businessId} and r.payment_id = y.id
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.amount_adjusted
      having d.amount_adjusted > coalesce(sum(r.adjusted_amount), 0)`,
  },
  {
    holds: 'entries of an invoice come to what it asks for',
    of: 'invoice',
    fault: 'account entries altered',
    findBroken: (businessId, one) => sql`
      select d.id from invoices d
      left join ledger_entries e on e.business_id = ${businessId} and e.invoice_id = d.id
        and e.payment_id is null and e.credit_note_id is null
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.total, d.amount_adjusted, d.amount_written_off, d.status, d.deleted_at
      having coalesce(sum(e.amount), 0) <> case
        when d.deleted_at is null and d.status <> 'draft'
        then d.total - d.amount_adjusted - d.amount_written_off else 0 end`,
  },
  {
    holds: 'tax entries of an invoice come to its taxes, each by itself',
    of: 'invoice',
    fault: 'tax entries altered',
    findBroken: (businessId, one) => sql`
      select d.id from invoices d
      left join tax_entries t on t.business_id = ${businessId} and t.invoice_id = d.id
        and t.credit_note_id is null
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.subtotal, d.tax_amount, d.tax_totals, d.status, d.deleted_at
      having (coalesce(sum(t.base), 0), coalesce(sum(t.amount), 0)) is distinct from (case
        when d.deleted_at is not null or d.status = 'draft' then (0::numeric, 0::numeric)
        when d.tax_totals = '[]' then (d.subtotal, d.tax_amount)
        else ((select sum((each ->> 'base')::numeric) from jsonb_array_elements(d.tax_totals) each),
          d.tax_amount) end)
      union
      select d.id from invoices d
      where d.business_id = ${businessId} and ${one} and d.deleted_at is null and d.status <> 'draft'
        and d.tax_totals <> '[]' and exists (
          select from (
            select t.name, t.rate, t.category, t.country, t.base, t.amount from tax_entries t
            where t.business_id = ${businessId} and t.invoice_id = d.id and t.credit_note_id is null
            union all
            select name, rate, category, country, -base, -amount
            from jsonb_to_recordset(d.tax_totals) as said
              (name text, rate numeric, category text, country text, base numeric, amount numeric)
          ) as each
          group by name, rate, category, country having sum(base) <> 0 or sum(amount) <> 0)`,
  },
  {
    holds: 'a payment is allocated by its allocations, and nothing is given twice',
    of: 'payment',
    fault: 'amounts differ from what they are made of',
    findBroken: (businessId, one) => sql`
      select d.id, d.allocated_amount, sum(a.amount) from payments d
      left join allocations a on a.business_id = ${businessId} and a.payment_id = d.id
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.allocated_amount, d.refunded_amount, d.amount, d.status
      having d.allocated_amount <> coalesce(sum(a.amount), 0)
        or d.allocated_amount + d.refunded_amount > d.amount
        or (d.status <> 'completed' and d.allocated_amount <> 0)`,
  },
  {
    holds: 'a payment’s refunds are its rows, and so is what is still owed of them',
    of: 'payment',
    fault: 'amounts differ from what they are made of',
    findBroken: (businessId, one) => sql`
      select d.id from payments d
      left join payment_refunds r on r.business_id = ${businessId} and r.payment_id = d.id
      left join payment_refunds whole on whole.business_id = ${businessId}
        and whole.id = coalesce(r.reverses_id, r.id)
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.refunded_amount, d.still_owed_amount
      having d.refunded_amount <> coalesce(sum(r.amount), 0)
        or d.still_owed_amount <> coalesce(sum(r.amount) filter (where whole.still_owed), 0)`,
  },
  {
    holds: 'entries of a payment come to what was kept of it',
    of: 'payment',
    fault: 'account entries altered',
    findBroken: (businessId, one) => sql`
      select d.id from payments d
      left join ledger_entries e on e.business_id = ${businessId} and e.payment_id = d.id
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.amount, d.refunded_amount, d.status
      having coalesce(sum(e.amount), 0) <> case
        when d.status = 'completed' then d.refunded_amount - d.amount else 0 end`,
  },
  {
    holds: 'a payment was received from its customer, on its day and in its currency',
    of: 'payment',
    fault: 'account entries altered',
    findBroken: (businessId, one) => sql`
      select d.id from payments d
      join ledger_entries e on e.business_id = ${businessId} and e.payment_id = d.id
      where d.business_id = ${businessId} and ${one} and e.type = 'received'
        and (e.customer_id, e.entry_date, e.currency)
          is distinct from (d.customer_id, d.payment_date, d.currency)
      group by d.id`,
  },
  {
    holds: 'a credit note’s total is what was applied, paid back and is left',
    of: 'credit_note',
    fault: 'amounts differ from what they are made of',
    findBroken: (businessId, one) => sql`
      select d.id, d.status, d.total, d.applied_amount, d.refunded_amount from credit_notes d
      where d.business_id = ${businessId} and ${one} and (
        d.applied_amount <> (select coalesce(sum(amount), 0) from allocations a
          where a.business_id = ${businessId} and a.credit_note_id = d.id)
        or d.refunded_amount <> (select coalesce(sum(amount), 0) from credit_refunds r
          where r.business_id = ${businessId} and r.credit_note_id = d.id)
        or least(d.applied_amount, d.refunded_amount) < 0
        or d.applied_amount + d.refunded_amount > d.total
        or (d.status = 'draft' and d.applied_amount + d.refunded_amount <> 0)
        or (d.status <> 'draft'
          and (d.status = 'applied') <> (d.applied_amount + d.refunded_amount = d.total)))`,
  },
  {
    holds: 'entries of a credit note come to what it lowers',
    of: 'credit_note',
    fault: 'account entries altered',
    findBroken: (businessId, one) => sql`
      select d.id from credit_notes d
      left join ledger_entries e on e.business_id = ${businessId} and e.credit_note_id = d.id
      where d.business_id = ${businessId} and ${one}
      group by d.id, d.total, d.refunded_amount, d.status
      having coalesce(sum(e.amount), 0) <> case
        when d.status = 'draft' then 0 else d.refunded_amount - d.total end`,
  },
];

/** What a kind's records are called, of a table `d`. */
const NAMED: Record<AccountKind, { table: SQL; document: SQL }> = {
  invoice: { table: sql`invoices`, document: sql`d.invoice_number` },
  credit_note: { table: sql`credit_notes`, document: sql`d.credit_note_number` },
  payment: {
    table: sql`payments`,
    document: sql`concat_ws(' ', d.amount, d.currency, 'of', d.payment_date)`,
  },
};

/** Those that a document is, or that were paid for it. */
function ofDocument(
  rule: AccountRule,
  businessId: string,
  { kind, id }: { kind?: string | undefined; id?: number | undefined },
): SQL | undefined {
  if (kind === undefined) return sql`true`;
  if (kind === rule.of) return id === undefined ? sql`true` : sql`d.id = ${id}`;
  if (kind !== 'invoice' || rule.of !== 'payment') return undefined;
  if (id === undefined) return sql`true`;
  return sql`(d.invoice_id = ${id} or d.id in (select a.payment_id from allocations a
    where a.business_id = ${businessId} and a.invoice_id = ${id}))`;
}

/**
 * Whether what invoices, payments and credit notes show is what their entries, allocations and refunds
 * come to. Changes nothing.
 * @param only a kind of document, or one of it with its payments
 * @param most that are told of each rule
 */
export async function verifyAccounts(
  db: Queryable,
  businessId: string,
  only: { kind?: string | undefined; id?: number | undefined },
  most: number,
): Promise<Break[]> {
  const found = new Map<string, Break>();
  for (const rule of ACCOUNT_RULES) {
    const { of: kind, fault } = rule;
    const one = ofDocument(rule, businessId, only);
    if (!one) continue;
    const { table, document } = NAMED[kind];
    const { rows } = await db.execute<{ id: string; document: string }>(sql`
      select d.id, ${document} as document from ${table} d
      where d.business_id = ${businessId} and d.id in (
        select broken.id from (${rule.findBroken(businessId, one)}) broken)
      order by d.id limit ${most}`);
    for (const { id, document: name } of rows) {
      const key = `${kind} ${id} ${fault}`;
      found.set(key, { kind, id: Number(id), document: name, revision: null, fault });
    }
  }
  return [...found.values()];
}
