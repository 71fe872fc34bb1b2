import { markInvoicePaid } from '../../src/server/features/invoices/mark-invoice.ts';
import type { Services } from '../../src/server/platform/http/services.ts';
import { PAYMENT_METHODS } from '../../src/shared/invoices/invoice-status.ts';
import type { Item } from '../../src/shared/items/item.contract.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** How to sign in to it. */
export const DEMO_LOGIN = { email: 'demo@remit.example', password: 'northwind-demo' } as const;

/** What the parts of a demo account share. */
export interface DemoAccount {
  services: Services;
  businessId: string;
  timeline: Timeline;
  random: Random;
  customers: number[];
  items: Item[];
  /** First and last day. */
  start: string;
  today: string;
}

/** A customer's money arrives. */
export function pay(
  { services, businessId, random }: DemoAccount,
  id: number,
  paymentDate: string,
): Promise<unknown> {
  const paymentMethod = random.pick([
    ...PAYMENT_METHODS,
    'bank_transfer',
    'bank_transfer',
  ] as const);
  return markInvoicePaid(services, businessId, { id, paymentMethod, paymentDate });
}
