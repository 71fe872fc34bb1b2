import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import type { CardCharge } from '../../src/shared/payments/card-charge.contract.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR } from './payment-world.ts';

/** Its customer pays an invoice, and agrees that the card is charged for following ones. */
export async function agreeToCharges(
  world: PaymentWorld,
  owner: Business,
  card?: string,
): Promise<void> {
  const invoice = await owner.invoice();
  const path = `/api/invoices/${invoice.publicId}/create-payment`;
  const made = await world.test.visitor.call('POST', path, { automatic: true });
  expect(made.status).toBe(200);
  await world.payByCard(made.body.paymentUrl, card);
  await world.delivered();
  await world.confirm(invoice);
  // What is issued after the agreement follows it.
  await world.wait(HOUR);
}

/** A business that offers automatic payment, at noon of the day that these tests begin on. */
export async function openOffering(world: PaymentWorld): Promise<Business> {
  world.test.time.now = new Date('2026-11-20T12:00:00Z');
  await world.control('clock');
  const owner = await world.business();
  await owner.profile({ offerAutomaticPayment: true });
  return owner;
}

/** What is planned for an invoice, as its owner sees it. */
export const readPlan = async (owner: Business, { id }: { id: number }): Promise<CardCharge> =>
  (await owner.call('GET', `/api/invoices/${id}/card-charge`)).body;

/** The charges in an owner's calendar. */
export async function listCalendarCharges(owner: Business) {
  const { body } = await owner.call('GET', '/api/calendar');
  return body.weeks
    .flatMap((week: { events: { kind: string }[] }) => week.events)
    .filter(({ kind }: { kind: string }) => kind === 'charge');
}

/** The attempts at what is due of an invoice, in their order. */
export async function readAttempts(db: Database, owner: Business, invoice: { id: number }) {
  const { rows } = await db.pool.query<{
    attempt: number;
    status: string;
    next: Date | null;
    by_hand: boolean;
  }>(
    `select attempt, status, next_attempt_at as next, is_by_hand as by_hand
     from automatic_charges where invoice_id = $1 and business_id = $2 order by attempt`,
    [invoice.id, owner.businessId],
  );
  return rows;
}

/** What the provider's own books say of an account: amounts that were taken, in hundredths. */
export async function takenBy(world: PaymentWorld, owner: Business): Promise<number[]> {
  const stripe = world.sandbox.stripe(owner.secretKey);
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  return data
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_received: amount }) => amount);
}

/** So that jobs, which work for everybody, have nothing left of a test before. */
export async function endAgreements(db: Database): Promise<void> {
  await db.pool.query(
    `update payment_mandates set ended_at = now(), ended_by = 'owner' where ended_at is null`,
  );
  await db.pool.query('delete from card_removals');
}
