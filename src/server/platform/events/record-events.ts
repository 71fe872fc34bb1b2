import type { CreditNoteEventType } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { DocumentIds } from '../../../shared/documents/document-ref.ts';
import type { EstimateEventType } from '../../../shared/estimates/estimate.contract.ts';
import type { InvoiceEventType } from '../../../shared/invoices/invoice.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { events } from '../../db/tables/activity.table.ts';

/** What happened to an owner's document: an entry of its history, and news for who listens. */
export interface DocumentEvent extends DocumentIds {
  businessId: string;
  type: InvoiceEventType | EstimateEventType | CreditNoteEventType;
  data: Record<string, unknown>;
  createdAt: Date;
}

/** What happened to an account, and stands in no document's history. */
export type AccountEvent = { businessId: string; createdAt: Date } & (
  | { type: 'trial.counted'; data: { used: number; allowed: number } }
  /**
   * What the recipient of a message that is about no document, or its mail server, told of it; that a reader of
   * any unsubscribed or 'blocked' its sender, or that the admin 'unblocked' it; or that messages to an address are 'withheld'.
   */
  | {
      type: 'mail.told';
      customerId?: number;
      data: {
        what: 'bounced' | 'complained' | 'unsubscribed' | 'blocked' | 'unblocked' | 'withheld';
        to: string;
        /** Whose address it is, of messages that are withheld. */
        customer?: string;
        reason?: string;
        /** Of a link to the portal; of a statement otherwise. */
        ofLink?: boolean;
      };
    }
  /** A customer has proposed other contact details. */
  | { type: 'customer.proposed'; customerId: number; data: { customer: string } }
  /** Its profile's time zone is not known any more: days are counted in UTC. */
  | { type: 'time_zone.lost'; data: { zone: string } }
);

/** What was made of a recurring invoice, or why nothing could be. */
export interface RecurringEvent {
  businessId: string;
  recurringId: number;
  /** Where it made just this one. */
  invoiceId?: number;
  type: 'recurring.made' | 'recurring.refused';
  data: Record<string, unknown>;
  createdAt: Date;
}

export type DomainEvent = DocumentEvent | AccountEvent | RecurringEvent;

/** Told in the transaction that made it happen: what it writes commits or goes with it. */
export type EventListener = (tx: Queryable, happened: DomainEvent[]) => Promise<void>;

const listeners = new Set<EventListener>();

/**
 * How news travels from a feature to those above it, which it may not import. Called where the
 * application is put together; the same listener twice is one.
 */
export function onEvents(listener: EventListener): void {
  listeners.add(listener);
}

/** Writes what happened into the history and tells the listeners, in the caller's transaction. */
export async function recordEvents(tx: Queryable, happened: DocumentEvent[]): Promise<void> {
  if (happened.length === 0) return;
  const insertion = tx.insert(events).values(happened);
  await (happened.length === 1 ? executeNamed(tx, insertion) : insertion);
  await notifyListeners(tx, happened);
}

/** News that stands in no history. */
export async function notifyListeners(tx: Queryable, happened: DomainEvent[]): Promise<void> {
  for (const listener of listeners) await listener(tx, happened);
}
