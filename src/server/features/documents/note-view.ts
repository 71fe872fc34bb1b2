import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { aboutDocument } from '../../../shared/documents/document-ref.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import { markViewed, wasViewed } from './public-documents.store.ts';

/**
 * The customer has looked at a document that is not a draft: noted the first time, once however many
 * look at once. Never the owner, and never in the way of the page: what goes wrong is only logged.
 */
export async function noteView(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  document: DocumentRef,
  viewerId: string | undefined,
): Promise<void> {
  const { of, businessId } = document;
  if (viewerId === businessId) return;
  try {
    if (await wasViewed(db.orm, document)) return;
    await withTransaction(db, async (tx) => {
      const now = clock.now();
      if (!(await markViewed(tx, document, now))) return;
      const about = aboutDocument(document);
      const type = `${of}.viewed` as const;
      await recordEvents(tx, [{ businessId, ...about, type, data: {}, createdAt: now }]);
    });
  } catch (error) {
    log.warn(
      { err: error, businessId, ...aboutDocument(document) },
      'the first view of a document was not noted',
    );
  }
}
