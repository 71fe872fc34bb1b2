import { notFound } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail, lockEmail } from './email.store.ts';
import type { MailedDocument } from './mailed-documents.ts';
import { mailedDocument, mailedDocuments } from './mailed-documents.ts';

/** A message with what it is about: the document first, as everywhere. */
export async function lockBoth(
  tx: Transaction,
  found: EmailRow | undefined,
): Promise<{ email: EmailRow; document: MailedDocument } | undefined> {
  if (!found) return undefined;
  const { of, businessId, id } = mailedDocument(found);
  const document = await mailedDocuments(of).lock(tx, businessId, id);
  const email = document && (await lockEmail(tx, businessId, found.id));
  return email && { email, document };
}

/**
 * The same for a call of the owner's.
 * @throws AppError NOT_FOUND, also where the document was deleted
 */
export async function lockMessage(tx: Transaction, businessId: string, id: number) {
  const locked = await lockBoth(tx, await findEmail(tx, businessId, id));
  if (!locked || locked.document.deletedAt) throw notFound('Message');
  return locked;
}
