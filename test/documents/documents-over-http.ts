import { eq } from 'drizzle-orm';
import { businesses } from '../../src/server/db/tables/businesses.table.ts';
import type { Caller, TestApp } from '../http/test-app.ts';

/** What differs between invoices and estimates over HTTP, and nothing else does. */
export const KINDS = [
  { kind: 'invoices', number: 'invoiceNumber', endDate: 'dueDate' },
  { kind: 'estimates', number: 'estimateNumber', endDate: 'expiryDate' },
] as const;
export type Kind = (typeof KINDS)[number];

let n = 0;

/** A form as the specification's clients send it, with what a test adds. */
export function documentForm(
  { number, endDate }: Kind,
  customerId: number,
  values: object = {},
): Record<string, unknown> {
  n += 1;
  return {
    customerId,
    [number]: `DOC-${n}`,
    status: 'draft',
    issueDate: '2026-11-20',
    [endDate]: '2026-12-20',
    taxRate: '0.00',
    lineItems: [{ description: 'Design', quantity: '2', unitPrice: '120.50' }],
    ...values,
  };
}

/** A signed-in, subscribed owner with a customer. */
export async function ownerWithCustomer(test: TestApp, customer: object = {}) {
  const owner = await test.signUp();
  await test.services.db.orm
    .update(businesses)
    .set({ subscriptionStatus: 'active', subscriptionPlan: 'yearly' })
    .where(eq(businesses.id, owner.businessId));
  const made = await owner.call('POST', '/api/customers', {
    name: 'Marta Lindqvist',
    email: 'marta@harborandpine.example',
    ...customer,
  });
  return { owner, customerId: made.body.id as number };
}

/** How many rows of an owner's documents there are, whatever became of them. */
export async function countDocuments(test: TestApp, { businessId }: Caller): Promise<number[]> {
  const count = async (table: string) => {
    const text = `select count(*)::int as n from ${table} where business_id = $1`;
    const { rows } = await test.services.db.pool.query<{ n: number }>(text, [businessId]);
    return rows[0]?.n ?? 0;
  };
  return [
    await count('invoices'),
    await count('invoice_line_items'),
    await count('estimates'),
    await count('estimate_line_items'),
    await count('events'),
  ];
}
