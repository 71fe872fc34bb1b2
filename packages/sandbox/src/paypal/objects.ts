/** What an account at PayPal holds. Instants are milliseconds of the sandbox's clock. */
import type * as z from 'zod';
import { accessObjects, type Work } from '../sandbox-context.ts';
import { capitals, digits, randomText } from '../state/ids.ts';
import { notFound } from './error.ts';
import type { Money } from './money.ts';
import type { unit } from './schemas.ts';

/** How the payer's way to pay behaves when the money is taken; chosen on the approve page. */
export const fundings = ['completes', 'declines', 'pends'] as const;

export interface Order {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  createdAt: number;
  updatedAt: number;
  /** When the payer was first sent to the approve page. */
  visitedAt: number | null;
  expired: boolean;
  unit: z.output<typeof unit> & { reference_id: string };
  returnUrl: string | null;
  cancelUrl: string | null;
  brandName: string | null;
  payNow: boolean;
  email: string | null;
  payerId: string | null;
  funding: (typeof fundings)[number];
  /** The last try to take the money was declined. */
  declined: boolean;
  captureId: string | null;
}

export interface Capture {
  id: string;
  orderId: string;
  amount: Money;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  createdAt: number;
  updatedAt: number;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  reason: 'PENDING_REVIEW' | null;
  /** Hundredths given back. */
  refunded: string;
}

export interface Refund {
  id: string;
  captureId: string;
  amount: Money;
  createdAt: number;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
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
  app: { secretHash: string; revoked: boolean; merchantId: string };
  orders: Order;
  captures: Capture;
  refunds: Refund;
  disputes: Dispute;
  webhooks: Webhook;
  /** What the next refund becomes; a control sets it. */
  'next-refund': { status: Refund['status'] };
  /** Bodies of events, byte for byte as they are sent. */
  events: { id: string; body: string };
}

export const { objects, findAnywhere } = accessObjects<Objects>('paypal-');

/** The object of an id. @throws PaypalError 404 that names the parameter `field` */
export function find<Kind extends keyof Objects>(
  work: Work,
  kind: Kind,
  id: string,
  field: string,
): Objects[Kind] {
  const found = objects(work, kind).get(id);
  if (!found) throw notFound(id, field);
  return found;
}

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

/** Of an order, capture, refund or webhook: 17 capitals and digits, a letter last. */
export const newPaypalId = (): string =>
  randomText(16, capitals + digits) + randomText(1, capitals);

/** Of a payer or merchant, in PayPal's own alphabet: nothing that is mistaken for something else. */
export const newPayerId = (): string => randomText(13, '23456789ABCDEFGHJKLMNPQRSTUVWXYZ');

/** An instant as PayPal writes it: whole seconds, UTC. */
export const toInstant = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
