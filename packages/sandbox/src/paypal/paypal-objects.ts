/** What an account at PayPal holds. Instants are milliseconds of the sandbox's clock. */
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account, Collection } from '../state/store.ts';
import { notFound } from './paypal-error.ts';
import type { Money } from './paypal-money.ts';

/** How the payer's way to pay behaves when the money is taken; chosen on the approve page. */
export type Funding = 'completes' | 'declines' | 'pends';

export interface Order {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  createdAt: number;
  updatedAt: number;
  /** When the payer was first sent to the approve page. */
  visitedAt: number | null;
  expired: boolean;
  /** Whether the request named PayPal as the payment source; statuses and links differ. */
  named: boolean;
  unit: {
    reference_id: string;
    amount: Money;
    description?: string;
    custom_id?: string;
    invoice_id?: string;
    soft_descriptor?: string;
  };
  returnUrl: string | null;
  cancelUrl: string | null;
  brandName: string | null;
  payNow: boolean;
  email: string | null;
  payerId: string | null;
  funding: Funding;
  /** The last try to take the money was declined. */
  declined: boolean;
  captureId: string | null;
}

export interface Capture {
  id: string;
  orderId: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  reason: 'PENDING_REVIEW' | null;
  amount: Money;
  customId?: string;
  invoiceId?: string;
  /** Hundredths given back. */
  refunded: string;
  createdAt: number;
  updatedAt: number;
}

export interface Refund {
  id: string;
  captureId: string;
  orderId: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  amount: Money;
  /** Hundredths of the capture given back with this one. */
  total: string;
  customId?: string;
  invoiceId?: string;
  note?: string;
  createdAt: number;
  updatedAt: number;
}

export interface Dispute {
  id: string;
  captureId: string;
  status: 'OPEN' | 'RESOLVED';
  outcome: 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR' | null;
  amount: Money;
  createdAt: number;
  updatedAt: number;
}

export interface Webhook {
  id: string;
  url: string;
  types: string[];
}

interface Objects {
  orders: Order;
  captures: Capture;
  refunds: Refund;
  disputes: Dispute;
  webhooks: Webhook;
}

/** The collection's name in the store. */
const kindName = (kind: keyof Objects): string => `paypal-${kind}`;

export const objectsOf = <Kind extends keyof Objects>(
  account: Account,
  kind: Kind,
): Collection<Objects[Kind]> => account.collection(kindName(kind));

/** The object of an id. @throws PaypalError 404 that names the parameter `field` */
export function find<Kind extends keyof Objects>(
  account: Account,
  kind: Kind,
  id: string,
  field: string,
): Objects[Kind] {
  const found = objectsOf(account, kind).get(id);
  if (!found) throw notFound(id, field);
  return found;
}

/** An object by its id alone, in whatever account it is: for pages and controls, that bring no key. */
export const anywhere = <Kind extends keyof Objects>(
  { store }: SandboxContext,
  kind: Kind,
  id: string,
): { account: Account; object: Objects[Kind] } | undefined => store.find(kindName(kind), id);

const lifetime = 3 * 3_600_000;

/**
 * Whether PayPal still shows the order: an unapproved one for three hours from its making or from
 * the payer's coming, an approved one for three hours more; one that was paid, always.
 */
export function isAlive(order: Order, now: number): boolean {
  if (order.status === 'COMPLETED') return true;
  const since =
    order.status === 'APPROVED' ? order.updatedAt : (order.visitedAt ?? order.createdAt);
  return !order.expired && now < since + lifetime;
}
