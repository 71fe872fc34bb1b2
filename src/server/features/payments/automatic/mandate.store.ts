import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { automaticCharges, checkouts, paymentMandates } from '../../../db/tables/payments.table.ts';
import type { SavedCard } from '../../../platform/payment-providers/payment-provider.ts';
import { ownedRows } from '../../../platform/records/record-store.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { insertRemoval } from './card-removal.store.ts';

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

/**
 * Ends it, and has its card forgotten.
 * @param keeps the provider's name for the card of the agreement that takes its place
 * @returns whether it was ended by this
 */
export async function endMandate(
  tx: Transaction,
  mandate: MandateRow,
  endedBy: NonNullable<MandateRow['endedBy']>,
  now: Date,
  keeps?: string,
): Promise<boolean> {
  const ended = await tx
    .update(paymentMandates)
    .set({ endedAt: now, endedBy })
    .where(and(mandates.one(mandate.businessId, mandate.id), isNull(paymentMandates.endedAt)))
    .returning({ id: paymentMandates.id });
  if (ended.length === 0) return false;
  if (mandate.providerMethod !== keeps) await insertRemoval(tx, mandate, now);
  return true;
}

const isCharged = and(isNull(paymentMandates.endedAt), isNull(paymentMandates.refusedAt));

/** Whether a card, by the provider's name for it, is still to be charged. */
export async function isChargedCard(
  db: Queryable,
  businessId: string,
  providerMethod: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: paymentMandates.id })
    .from(paymentMandates)
    .where(
      and(
        eq(paymentMandates.businessId, businessId),
        eq(paymentMandates.providerMethod, providerMethod),
        isCharged,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Agreements whose cards stand in accounts whose keys were replaced before a moment. @param current their account now */
export function listRetiredMandates(
  db: Queryable,
  businessId: string,
  { current, since }: { current: string; since: string },
): Promise<MandateRow[]> {
  return db
    .select()
    .from(paymentMandates)
    .where(
      and(
        eq(paymentMandates.businessId, businessId),
        isCharged,
        ne(paymentMandates.account, current),
        sql`exists (select from retired_payment_keys k
          where k.business_id = ${businessId} and k.provider = 'stripe'
            and k.account = ${paymentMandates.account} and k.created_at < ${since}::timestamptz)`,
      ),
    );
}

export async function insertCharge(
  tx: Transaction,
  values: typeof automaticCharges.$inferInsert,
): Promise<void> {
  await tx.insert(automaticCharges).values(values);
}

/** The newest attempt with a card that was declined, of what is still due and was not tried since. */
export async function findLastDecline(
  db: Queryable,
  { businessId, id }: Pick<MandateRow, 'businessId' | 'id'>,
): Promise<
  | (Pick<ChargeRow, 'invoiceId' | 'createdAt'> & Pick<CheckoutRow, 'amount' | 'currency'>)
  | undefined
> {
  const of = automaticCharges;
  const [row] = await db
    .select({
      invoiceId: of.invoiceId,
      createdAt: of.createdAt,
      amount: checkouts.amount,
      currency: checkouts.currency,
    })
    .from(of)
    .innerJoin(
      checkouts,
      and(eq(checkouts.businessId, businessId), eq(checkouts.id, of.checkoutId)),
    )
    .where(
      and(
        eq(of.businessId, businessId),
        eq(of.mandateId, id),
        eq(of.status, 'failed'),
        sql`exists (select from invoices i
          where i.business_id = ${businessId} and i.id = ${of.invoiceId}
            and i.deleted_at is null and i.status not in ('draft', 'paid'))`,
        sql`not exists (select from automatic_charges later
          where later.business_id = ${businessId} and later.invoice_id = ${of.invoiceId}
            and later.created_at > ${of.createdAt})`,
      ),
    )
    .orderBy(desc(of.createdAt))
    .limit(1);
  return row;
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
