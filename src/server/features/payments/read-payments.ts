import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type {
  AccountPayment,
  PaymentListQuery,
} from '../../../shared/payments/account-payment.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { cutPage, decodeDateCursor } from '../../platform/lists/cursor.ts';
import { findCustomerGroup, joinCustomer, matchesAny } from '../customers/index.ts';
import { UNAPPLIED } from '../ledger/index.ts';

/** Bigints are text as the driver gives them, instants as JSON from the database does. */
type Row = Omit<AccountPayment, 'id' | 'customerId' | 'invoiceId'> & {
  id: string;
  customerId: string;
  invoiceId: string | null;
};

/** Payments `y`, each with its customer and the invoices that it settles, or was for. */
const selectPayments = (businessId: string, page: SQL) => sql`
  select y.id, c.id as "customerId",
    json_build_object('id', c.id, 'name', c.name, 'company', c.company) as customer,
    y.invoice_id as "invoiceId", y.amount, y.currency, y.payment_date as "paymentDate", y.payment_method as "paymentMethod",
    y.status, y.provider, y.method_detail as "methodDetail",
    y.refunded_amount as "refundedAmount", y.allocated_amount as "allocatedAmount",
    ${UNAPPLIED} as "unappliedAmount", y.dispute, y.reversal, y.reference, y.notes,
    y.created_at as "createdAt",
    (select coalesce(json_agg(json_build_object('invoiceId', i.id, 'invoiceNumber', i.invoice_number,
        'amount', a.amount::text) order by a.first), '[]')
     from (
       select invoice_id, sum(amount) as amount, min(id) as first from allocations
       where business_id = ${businessId} and payment_id = y.id
       group by invoice_id having sum(amount) <> 0
     ) a
     join invoices i on i.business_id = ${businessId} and i.id = a.invoice_id) as allocations,
    (select coalesce(json_agg(json_build_object('invoiceId', i.id, 'invoiceNumber', i.invoice_number)
        order by i.id), '[]')
     from (
       select y.invoice_id where y.status <> 'completed'
       union
       select invoice_id from allocations
       where business_id = ${businessId} and payment_id = y.id and y.status <> 'completed'
     ) f
     join invoices i on i.business_id = ${businessId} and i.id = f.invoice_id
       and i.deleted_at is null) as "wasFor"
  from (${page}) y
  ${joinCustomer(businessId, sql`y.customer_id`)}
  order by y.payment_date desc, y.id desc`;

const present = (row: Row): AccountPayment => ({
  ...row,
  id: Number(row.id),
  customerId: Number(row.customerId),
  invoiceId: row.invoiceId === null ? null : Number(row.invoiceId),
  createdAt: utcInstant(row.createdAt),
});

/** Payments of an owner, or of one customer: the newest day first. */
export async function listPayments(
  db: Queryable,
  businessId: string,
  { customerId, limit, cursor }: PaymentListQuery,
): Promise<{ rows: AccountPayment[]; next: string | undefined }> {
  const conditions = [sql`p.business_id = ${businessId}`];
  if (customerId !== undefined) {
    const group = await findCustomerGroup(db, businessId, customerId);
    conditions.push(matchesAny(sql`p.customer_id`, group));
  }
  if (cursor !== undefined) {
    const { key, id } = decodeDateCursor(cursor);
    conditions.push(sql`(p.payment_date, p.id) < (${key}::date, ${id}::bigint)`);
  }
  const page = sql`
    select * from payments p where ${sql.join(conditions, sql` and `)}
    order by p.payment_date desc, p.id desc
    ${limit === undefined ? sql`` : sql`limit ${sql.raw(String(limit + 1))}`}`;
  const { rows } = await db.execute<Row & Record<string, unknown>>(
    selectPayments(businessId, page),
  );
  return cutPage(rows.map(present), limit, ({ paymentDate: key, id }) => ({ key, id }));
}

/** @throws AppError NOT_FOUND for a missing or foreign payment alike. */
export async function readAccountPayment(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<AccountPayment> {
  const one = sql`select * from payments p where p.business_id = ${businessId} and p.id = ${id}`;
  const { rows } = await db.execute<Row & Record<string, unknown>>(selectPayments(businessId, one));
  const [row] = rows;
  if (!row) throw notFound('Payment');
  return present(row);
}
