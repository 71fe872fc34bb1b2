import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import { NUMBER_TO_COME } from '../../../shared/emails/email-draft.ts';
import { renewMessage } from '../../../shared/emails/templates.ts';
import type { Transaction } from '../../db/database.ts';
import { findProfile } from '../profile/index.ts';
import { isBeingSent } from './claim-email.ts';
import { findTemplate } from './email-settings.store.ts';
import type { EmailRow } from './email.store.ts';
import { lockUnsent, updateEmail } from './email.store.ts';
import { withdraw } from './end-email.ts';
import type { DocumentToSend } from './queue-email.ts';

/**
 * Saves an edit of a document, and lets its messages that have not gone out follow.
 * @param document locked
 * @param read the document as it is stored now
 * @param toSend the same as it is sent
 * @returns the edited document
 */
export async function saveWithEmails<Document>(
  tx: Transaction,
  document: DocumentRef,
  { read, toSend }: { read: () => Promise<Document>; toSend: (read: Document) => DocumentToSend },
  save: () => Promise<void>,
  now: Date,
): Promise<Document> {
  const unsent = await lockUnsent(tx, document);
  if (unsent.length === 0) {
    await save();
    return read();
  }
  const before = toSend(await read());
  await save();
  await followEdit(tx, unsent, before, toSend(await read()), now);
  return read();
}

/**
 * Messages that have not gone out follow an edit of their document: what they say of it agrees with
 * the PDF that will go with them, and none goes to a customer whose document it is no longer.
 * @param unsent locked, with the document
 */
async function followEdit(
  tx: Transaction,
  unsent: EmailRow[],
  before: DocumentToSend,
  after: DocumentToSend,
  now: Date,
): Promise<void> {
  const { businessId } = after;
  if (before.customer.id !== after.customer.id) {
    for (const email of unsent) {
      // What was withdrawn before was withdrawn for its own reason, and what may be out is not withdrawn.
      const mayGo = email.mayHaveArrived || isBeingSent(email, now);
      if (email.withdrawn === null && !mayGo) await withdraw(tx, email, 'moved', now);
      await updateEmail(tx, businessId, email.id, { wasForOther: true });
    }
    return;
  }
  const template = await findTemplate(tx, businessId, after.of);
  const businessName = (await findProfile(tx, businessId))?.businessName ?? '';
  const numbered = (document: DocumentToSend) => ({
    ...document,
    number: document.number || NUMBER_TO_COME,
  });
  for (const email of unsent) {
    const names = { businessName, customerName: email.toName ?? '' };
    const words = renewMessage(template, email, numbered(before), numbered(after), names);
    if (words.subject === email.subject && words.message === email.message) continue;
    await updateEmail(tx, businessId, email.id, { ...words, updatedAt: now });
  }
}
