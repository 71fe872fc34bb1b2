import type { Queryable } from '../../db/database.ts';
import type { DomainEvent } from '../../platform/events/record-events.ts';
import { formatNotification, mayBeNews } from './format-notification.ts';
import type { NotificationValues } from './notification.store.ts';
import { findSubjects, insertNews } from './notification.store.ts';

const id = (of: number | undefined): number[] => (of === undefined ? [] : [of]);
const readInvoiceId = (event: DomainEvent) => ('invoiceId' in event ? event.invoiceId : undefined);
const readEstimateId = (event: DomainEvent) =>
  'estimateId' in event ? event.estimateId : undefined;

/**
 * Tells owners what happened, in the transaction that made it happen: it commits or goes with it.
 * However many happenings, it takes one query for each kind of document, one insert and one notice
 * to each owner.
 */
export async function notifyOwner(tx: Queryable, happened: DomainEvent[]): Promise<void> {
  const events = happened.filter(mayBeNews);
  for (const businessId of new Set(events.map((event) => event.businessId))) {
    const ofOwner = events.filter((event) => event.businessId === businessId);
    await notifyBusiness(tx, businessId, ofOwner);
  }
}

async function notifyBusiness(
  tx: Queryable,
  businessId: string,
  events: DomainEvent[],
): Promise<void> {
  // What was made of a recurring invoice says whose it is by itself.
  const ofDocuments = events.filter((event) => !('recurringId' in event));
  const ofInvoices = ofDocuments.flatMap((event) => id(readInvoiceId(event)));
  const ofEstimates = events.flatMap((event) => id(readEstimateId(event)));
  const invoices = await findSubjects(tx, businessId, 'invoice', ofInvoices);
  const estimates = await findSubjects(tx, businessId, 'estimate', ofEstimates);
  const values = events.flatMap((event): NotificationValues[] => {
    const estimateId = readEstimateId(event);
    const invoiceId = readInvoiceId(event);
    const subject = estimates.get(estimateId ?? 0) ?? invoices.get(invoiceId ?? 0);
    const news = formatNotification(event, subject);
    if (!news) return [];
    return [
      {
        businessId,
        type: news.type,
        title: news.title,
        message: news.message,
        isRead: news.isRead ?? false,
        invoiceId: news.invoiceId ?? invoiceId ?? null,
        estimateId: estimateId ?? null,
        recurringId: 'recurringId' in event ? event.recurringId : null,
        customerId: 'customerId' in event ? (event.customerId ?? null) : null,
        createdAt: event.createdAt,
      },
    ];
  });
  if (values.length === 0) return;
  await insertNews(tx, businessId, values);
}
