import { businessDay } from '../../../../shared/dates/calendar-date.ts';
import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import type { Queryable } from '../../../db/database.ts';
import type { ChargeableInvoice, PlannedCharge } from '../../invoices/index.ts';
import { findProfile, offeredMethods } from '../../profile/index.ts';
import { findMandate } from './mandate.store.ts';
import { amountOn, planCharge, readStanding } from './plan-charge.ts';

/**
 * The charge of a saved card that is to come for an invoice by itself, or that is under way; of a draft, as if
 * it were issued now. None where the business cannot charge a card for the amount any more.
 */
export async function findPlannedCharge(
  db: Queryable,
  businessId: string,
  invoice: ChargeableInvoice,
  now: Date,
): Promise<PlannedCharge | undefined> {
  const mandate = await findMandate(db, businessId, invoice.customerId);
  if (!mandate) return undefined;
  const profile = await findProfile(db, businessId);
  const today = businessDay(now, profile);
  const stored = await readStanding(db, businessId, invoice.id, today);
  const isDraft = invoice.status === 'draft';
  const standing = isDraft ? { ...stored, issuedAt: now } : stored;
  const issued = isDraft ? { ...invoice, status: 'sent' } : invoice;
  const plan = planCharge(issued, { mandate, standing, profile, now });
  const date = plan.without === 'charging' ? today : plan.date;
  if (date === null || !profile) return undefined;
  if (!offeredMethods(profile, amountOn(issued, date)).includes('stripe')) return undefined;
  return { card: formatSavedCard(mandate), date };
}
