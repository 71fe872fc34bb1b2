import type { Queryable } from '../../db/database.ts';
import type { DomainEvent } from '../../platform/events/record-events.ts';
import { announce } from '../../platform/live/live-bus.ts';
import { formatNotification, mayBeNews } from './format-notification.ts';
import type { DocumentKey, NotificationValues } from './notification.store.ts';
import { findSubjects, insertNotifications, keyText } from './notification.store.ts';

const key = (businessId: string, id: number | undefined): DocumentKey[] =>
  id === undefined ? [] : [{ businessId, id }];
const invoiceOf = (event: DomainEvent) => ('invoiceId' in event ? event.invoiceId : undefined);
const estimateOf = (event: DomainEvent) => ('estimateId' in event ? event.estimateId : undefined);

/**
 * Tells owners what happened, in the transaction that made it happen: it commits or goes with it.
 * However many happenings, it takes one query for each kind of document, one insert and one notice
 * to each owner.
 */
export async function notifyOwner(tx: Queryable, happened: DomainEvent[]): Promise<void> {
  const events = happened.filter(mayBeNews);
  if (events.length === 0) return;
  const ofInvoices = events.flatMap((event) => key(event.businessId, invoiceOf(event)));
  const ofEstimates = events.flatMap((event) => key(event.businessId, estimateOf(event)));
  const invoices = await findSubjects(tx, 'invoice', ofInvoices);
  const estimates = await findSubjects(tx, 'estimate', ofEstimates);
  const values = events.flatMap((event): NotificationValues[] => {
    const [estimate] = key(event.businessId, estimateOf(event));
    const [invoice] = key(event.businessId, invoiceOf(event));
    const subject =
      (estimate && estimates.get(keyText(estimate))) ?? (invoice && invoices.get(keyText(invoice)));
    const news = formatNotification(event, subject);
    if (!news) return [];
    return [
      {
        businessId: event.businessId,
        type: news.type,
        title: news.title,
        message: news.message,
        isRead: news.isRead ?? false,
        invoiceId: news.invoiceId ?? invoice?.id ?? null,
        estimateId: estimate?.id ?? null,
        createdAt: event.createdAt,
      },
    ];
  });
  if (values.length === 0) return;
  const inserted = await insertNotifications(tx, values);
  // Ids of one statement grow with its rows: each owner hears of the newest.
  const newest = new Map(inserted.map(({ businessId, id }) => [businessId, id]));
  await announce(
    tx,
    [...newest].map(([businessId, id]) => ({ businessId, id })),
  );
}
