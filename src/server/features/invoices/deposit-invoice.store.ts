/** Deposit invoices as they stand beside their invoices: whose deposits they are, and who deducts them. */
import type { SQL } from 'drizzle-orm';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { EarlierCredit } from '../../../shared/credit-notes/creditable.ts';
import { leftOfParts } from '../../../shared/credit-notes/tax-sets.ts';
import type { EarlierDeposit } from '../../../shared/deposits/divide-deposit.ts';
import type { Deduction, WholeFigures } from '../../../shared/documents/deductions.ts';
import { deductFrom } from '../../../shared/documents/deductions.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { InvoiceStatus, StandingFacts } from '../../../shared/invoices/invoice-status.ts';
import { readStanding } from '../../../shared/invoices/invoice-status.ts';
import { currencyDecimals } from '../../../shared/money/currencies.ts';
import { addMoney, money, withDecimals } from '../../../shared/money/money.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { noteLocks } from '../../db/lock-order.ts';
import { standingFacts } from '../../db/overdue.ts';
import { depositInvoices } from '../../db/tables/deposits.table.ts';

type StoredDeposit = typeof depositInvoices.$inferSelect;

/** A deposit invoice, and what credit notes have left of it to deduct. */
export interface OpenDeposit extends Pick<StoredDeposit, 'deposit' | 'parts'> {
  invoiceId: number;
  invoiceNumber: string;
  estimateId: number;
  customerId: number;
  currency: string;
  status: InvoiceStatus;
  isDeleted: boolean;
  /** Nothing is left of it. */
  isCredited: boolean;
  deduction: Deduction;
  left: EarlierDeposit;
  /** The final invoice that deducts it, and what credit notes have left of that one. */
  deductedBy: {
    id: number;
    invoiceNumber: string;
    isDraft: boolean;
    isCredited: boolean;
    isEmpty: boolean;
  } | null;
}

type Row = Pick<StoredDeposit, 'deposit' | 'parts'> &
  Omit<OpenDeposit, 'deduction' | 'left' | 'isCredited' | 'deposit' | 'parts'> & {
    issueDate: string;
    figures: WholeFigures;
    credits: (EarlierCredit & WholeFigures)[];
  } & Record<string, unknown>;

const figures = (name: 'i' | 'n') => {
  const column = (of: string) => sql.raw(`${name}.${of}`);
  return sql`'subtotal', ${column('subtotal')}::text, 'taxTotals', ${column('tax_totals')},
    'taxAmount', ${column('tax_amount')}::text, 'rounding', ${column('rounding')}::text,
    'total', ${column('total')}::text`;
};

/** What issued credit notes have taken of a final invoice `f`. */
const selectCredited = (businessId: string) => sql`
  (select coalesce(sum(n.total), 0) from credit_notes n
   where n.business_id = ${businessId} and n.corrects_invoice_id = f.id and n.status <> 'draft')`;

async function findDeposits(
  db: Queryable,
  businessId: string,
  condition: SQL,
): Promise<OpenDeposit[]> {
  const { rows } = await db.execute<Row>(sql`
    select i.id::int8 as "invoiceId", i.invoice_number as "invoiceNumber",
      d.estimate_id as "estimateId", i.customer_id as "customerId", i.currency, i.status,
      i.issue_date::text as "issueDate", i.deleted_at is not null as "isDeleted",
      d.deposit, d.parts, json_build_object(${figures('i')}) as figures,
      coalesce((select json_agg(json_build_object('parts', n.parts, ${figures('n')}) order by n.id)
        from credit_notes n
        where n.business_id = ${businessId} and n.corrects_invoice_id = i.id
          and n.status <> 'draft'), '[]'::json) as credits,
      (select json_build_object('id', f.id, 'invoiceNumber', f.invoice_number,
         'isDraft', f.status = 'draft', 'isEmpty', f.total = 0,
         'isCredited', f.total > 0 and ${selectCredited(businessId)} = f.total)
       from invoices f
       where f.business_id = ${businessId} and f.id = d.deducted_by_id) as "deductedBy"
    from ${depositInvoices} d
    join invoices i on i.business_id = ${businessId} and i.id = d.invoice_id
    where d.business_id = ${businessId} and ${condition}
    order by i.id`);
  return rows.map(openDeposit);
}

function openDeposit({ figures: own, credits, issueDate, ...row }: Row): OpenDeposit {
  const { invoiceNumber, currency, parts } = row;
  const invoiceId = Number(row.invoiceId);
  const left = deductFrom(own, credits, currency);
  return {
    ...row,
    invoiceId,
    estimateId: Number(row.estimateId),
    customerId: Number(row.customerId),
    isCredited: credits.length > 0 && Number(left.total) === 0 && Number(left.subtotal) === 0,
    deduction: { invoiceId, invoiceNumber, issueDate, ...left },
    left: { ...left, parts: leftOfParts(parts, credits, currencyDecimals(currency)) },
  };
}

/** Those of an estimate that are not deleted, in their order. */
export const findDepositsOfEstimate = (db: Queryable, businessId: string, estimateId: number) =>
  findDeposits(db, businessId, sql`d.estimate_id = ${estimateId} and i.deleted_at is null`);

export const findDepositsByInvoice = (
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<OpenDeposit[]> =>
  invoiceIds.length === 0
    ? Promise.resolve([])
    : findDeposits(db, businessId, sql`${inArray(sql`d.invoice_id`, [...invoiceIds])}`);

/** Issued ones of a customer in a currency, whoever deducts them. */
export const findDepositsOfCustomer = (
  db: Queryable,
  businessId: string,
  { customerId, currency }: { customerId: number; currency: string },
) =>
  findDeposits(
    db,
    businessId,
    sql`i.customer_id = ${customerId} and i.currency = ${currency} and i.deleted_at is null
      and i.status <> 'draft'`,
  );

export async function insertDeposit(
  db: Queryable,
  values: typeof depositInvoices.$inferInsert,
): Promise<void> {
  await db.insert(depositInvoices).values(values);
}

const named = (businessId: string, invoiceIds: readonly number[]) =>
  and(
    eq(depositInvoices.businessId, businessId),
    inArray(depositInvoices.invoiceId, [...invoiceIds]),
  );

/**
 * Locks deposits in the order of their ids: from then on what can be deducted of them stays. The locks
 * come after those of invoices and before those of number series and sums.
 */
export async function lockDeposits(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<void> {
  if (invoiceIds.length === 0) return;
  noteLocks(tx, 'deposits', invoiceIds);
  await tx
    .select({ id: depositInvoices.invoiceId })
    .from(depositInvoices)
    .where(named(businessId, invoiceIds))
    .orderBy(depositInvoices.invoiceId)
    .for('update');
}

/** Those of a locked estimate that are not deleted, in their order: what can be deducted of them stays. */
export async function lockDepositsOfEstimate(
  tx: Transaction,
  businessId: string,
  estimateId: number,
): Promise<OpenDeposit[]> {
  const found = await findDepositsOfEstimate(tx, businessId, estimateId);
  await lockDeposits(
    tx,
    businessId,
    found.map(({ invoiceId }) => invoiceId),
  );
  return findDepositsOfEstimate(tx, businessId, estimateId);
}

/** What has become of the estimate of a deposit invoice since that was deleted. */
export interface EstimateOfDeposit {
  /** The invoice that the estimate became. */
  finalId: number | null;
  /** A deposit that was asked for since. */
  laterId: number | null;
}

/**
 * Locks the estimate of a deposit invoice, before any invoice: nothing else is made of it meanwhile.
 * @returns undefined of what is no deposit invoice
 */
export async function lockEstimateOfDeposit(
  tx: Transaction,
  businessId: string,
  id: number,
): Promise<EstimateOfDeposit | undefined> {
  const { rows } = await tx.execute<{ id: string; final_id: string | null }>(sql`
    select e.id, e.invoice_id as final_id from estimates e
    where e.business_id = ${businessId} and e.id = (
      select d.estimate_id from ${depositInvoices} d
      where d.business_id = ${businessId} and d.invoice_id = ${id})
    for update`);
  const [estimate] = rows;
  if (!estimate) return undefined;
  const later = await tx.execute<{ id: string }>(sql`
    select i.id from ${depositInvoices} d
    join invoices i on i.business_id = ${businessId} and i.id = d.invoice_id
    where d.business_id = ${businessId} and d.estimate_id = ${estimate.id}::bigint
      and i.deleted_at is null and i.created_at >= (
        select deleted_at from invoices where business_id = ${businessId} and id = ${id})
    order by i.id limit 1`);
  const toId = (value: string | null | undefined) => (value == null ? null : Number(value));
  return { finalId: toId(estimate.final_id), laterId: toId(later.rows[0]?.id) };
}

/** From now on a final invoice deducts these, and no others. @param invoiceIds locked */
export async function setDeductedBy(
  tx: Transaction,
  businessId: string,
  finalId: number,
  invoiceIds: readonly number[],
): Promise<void> {
  const isFinals = and(
    eq(depositInvoices.businessId, businessId),
    eq(depositInvoices.deductedById, finalId),
  );
  const others =
    invoiceIds.length > 0 ? notInArray(depositInvoices.invoiceId, [...invoiceIds]) : undefined;
  await tx.update(depositInvoices).set({ deductedById: null }).where(and(isFinals, others));
  if (invoiceIds.length === 0) return;
  await tx
    .update(depositInvoices)
    .set({ deductedById: finalId })
    .where(named(businessId, invoiceIds));
}

/** Of an estimate `d`: its deposit invoices and their state, as `presentDeposit` takes them. */
export const depositInvoicesColumn = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object('id', i.id, 'invoiceNumber', i.invoice_number,
     'facts', ${standingFacts('i', sql`i.status`)}, 'issueDate', i.issue_date, 'total', i.total::text,
     'credited', (select coalesce(sum(n.total), 0 * i.total)::text from credit_notes n
        where n.business_id = ${businessId} and n.corrects_invoice_id = i.id and n.status <> 'draft'),
     'isDeducted', o.deducted_by_id is not null) order by i.id), '[]'::json)
   from ${depositInvoices} o
   join invoices i on i.business_id = ${businessId} and i.id = o.invoice_id
   where o.business_id = ${businessId} and o.estimate_id = d.id
     and i.deleted_at is null) as "depositInvoices"`;

type ShownDeposit = EstimateDetail['depositInvoices'][number];
export type DepositFacts = Omit<ShownDeposit, 'status' | 'standing' | 'amountDue' | 'notOwed'> & {
  facts: StandingFacts;
};

export const presentDeposit = (
  { facts, ...deposit }: DepositFacts,
  currency: string,
): ShownDeposit => ({
  ...deposit,
  status: facts.status,
  standing: readStanding(facts),
  total: withDecimals(deposit.total, currency),
  amountDue: withDecimals(facts.amountDue, currency),
  credited: withDecimals(deposit.credited, currency),
  notOwed: addMoney(money(facts.amountAdjusted, currency), money(facts.amountWrittenOff, currency))
    .amount,
});

/** Of an invoice `d`: the final invoice that deducts it. */
export const deductedByColumn = (businessId: string) => sql`
  (select json_build_object('id', f.id, 'invoiceNumber', f.invoice_number)
   from ${depositInvoices} o
   join invoices f on f.business_id = ${businessId} and f.id = o.deducted_by_id
   where o.business_id = ${businessId} and o.invoice_id = d.id) as "deductedBy"`;
