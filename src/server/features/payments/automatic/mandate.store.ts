import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { automaticCharges, paymentMandates } from '../../../db/tables/payments.table.ts';
import type { SavedCard } from '../../../platform/payment-providers/payment-provider.ts';
import { ownedRows } from '../../../platform/records/record-store.ts';

export type MandateRow = typeof paymentMandates.$inferSelect;
export type ChargeRow = typeof automaticCharges.$inferSelect;

const mandates = ownedRows(paymentMandates);
export const { insert: insertMandate, update: updateMandate } = mandates;

const active = (db: Queryable, businessId: string, customerId: number) =>
  db
    .select()
    .from(paymentMandates)
    .where(
      and(
        eq(paymentMandates.businessId, businessId),
        eq(paymentMandates.customerId, customerId),
        isNull(paymentMandates.endedAt),
      ),
    );

/** A saved card as an agreement has it. */
export const cardColumns = ({
  customer: providerCustomer,
  method: providerMethod,
  brand,
  last4,
  expiresMonth,
  expiresYear,
}: SavedCard) => ({ providerCustomer, providerMethod, brand, last4, expiresMonth, expiresYear });

/** What a customer has agreed to and has not ended. */
export async function findMandate(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<MandateRow | undefined> {
  const [row] = await active(db, businessId, customerId);
  return row;
}

/** What some customers have agreed to and have not ended, the newest first. */
export function listMandates(
  db: Queryable,
  businessId: string,
  customerIds: readonly number[],
): Promise<MandateRow[]> {
  return db
    .select()
    .from(paymentMandates)
    .where(
      and(
        eq(paymentMandates.businessId, businessId),
        inArray(paymentMandates.customerId, [...customerIds]),
        isNull(paymentMandates.endedAt),
      ),
    )
    .orderBy(desc(paymentMandates.id));
}

/** Locks it until the transaction ends; an invoice is locked before. */
export async function lockMandate(
  tx: Transaction,
  businessId: string,
  customerId: number,
): Promise<MandateRow | undefined> {
  const [row] = await active(tx, businessId, customerId).for('update');
  return row;
}

export async function readMandate(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<MandateRow | undefined> {
  const [row] = await db.select().from(paymentMandates).where(mandates.one(businessId, id));
  return row;
}

/** @returns whether it was ended by this */
export async function endMandate(
  db: Queryable,
  { businessId, id }: Pick<MandateRow, 'businessId' | 'id'>,
  endedBy: NonNullable<MandateRow['endedBy']>,
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(paymentMandates)
    .set({ endedAt: now, endedBy })
    .where(and(mandates.one(businessId, id), isNull(paymentMandates.endedAt)))
    .returning({ id: paymentMandates.id });
  return ended.length > 0;
}

export async function insertCharge(
  tx: Transaction,
  values: typeof automaticCharges.$inferInsert,
): Promise<void> {
  await tx.insert(automaticCharges).values(values);
}

/** Attempts at what was due of an invoice on a day, or of all its days; newest first. */
export async function listCharges(
  db: Queryable,
  businessId: string,
  invoiceId: number,
  dueDate?: string,
): Promise<ChargeRow[]> {
  return db
    .select()
    .from(automaticCharges)
    .where(
      and(
        eq(automaticCharges.businessId, businessId),
        eq(automaticCharges.invoiceId, invoiceId),
        dueDate === undefined ? undefined : eq(automaticCharges.dueDate, dueDate),
      ),
    )
    .orderBy(desc(automaticCharges.dueDate), desc(automaticCharges.attempt));
}

/** The attempt that a checkout is, while nothing is known of it. */
export async function lockOpenCharge(
  tx: Transaction,
  businessId: string,
  checkoutId: number,
): Promise<ChargeRow | undefined> {
  const [row] = await tx
    .select()
    .from(automaticCharges)
    .where(
      and(
        eq(automaticCharges.businessId, businessId),
        eq(automaticCharges.checkoutId, checkoutId),
        eq(automaticCharges.status, 'charging'),
      ),
    )
    .for('update');
  return row;
}

export async function updateCharge(
  tx: Transaction,
  { businessId, invoiceId, dueDate, attempt }: ChargeRow,
  values: Partial<Pick<ChargeRow, 'status' | 'nextAttemptAt' | 'declineCode'>>,
): Promise<void> {
  await tx
    .update(automaticCharges)
    .set(values)
    .where(
      and(
        eq(automaticCharges.businessId, businessId),
        eq(automaticCharges.invoiceId, invoiceId),
        eq(automaticCharges.dueDate, dueDate),
        eq(automaticCharges.attempt, attempt),
      ),
    );
}

/** Invoices of a business whose customers' cards are to be charged by a day, the longest due first. */
export async function listChargeable(
  db: Queryable,
  businessId: string,
  today: string,
  now: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from payment_mandates m
    join invoices i on i.business_id = ${businessId} and i.customer_id = m.customer_id
    where m.business_id = ${businessId} and m.ended_at is null and m.refused_at is null
      and i.deleted_at is null and i.status in ('sent', 'overdue') and i.amount_due > 0
      and i.next_due_date <= ${today}::date and i.created_at > m.agreed_at
      and coalesce((
        select c.status <> 'charging' and c.next_attempt_at <= ${now.toISOString()}::timestamptz
        from automatic_charges c
        where c.business_id = ${businessId} and c.invoice_id = i.id and c.due_date = i.next_due_date
        order by c.attempt desc limit 1), true)
    order by i.next_due_date, i.id`);
  return rows.map(({ id }) => Number(id));
}
