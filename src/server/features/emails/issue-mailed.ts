import type { Transaction } from '../../db/database.ts';
import { withSavepoint } from '../../db/with-transaction.ts';
import { readBusinessDay } from '../profile/index.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail } from './email.store.ts';
import type { MailedDocument } from './mailed-documents.ts';
import { mailedDocument, mailedDocuments } from './mailed-documents.ts';

/**
 * Dates and issues the draft that a message brings, where that is asked for, before the message goes. What was
 * begun is undone where it is refused, so that no number is used up.
 * @param document of the message; both are locked
 * @returns the message, whose words have followed the new dates
 * @throws AppError that says why the draft cannot be issued as it stands now
 */
export async function issueMailed(
  tx: Transaction,
  email: EmailRow,
  document: MailedDocument,
  now: Date,
  { dateOnSending = email.dateOnSending }: { dateOnSending?: boolean | undefined } = {},
): Promise<EmailRow> {
  const { of, businessId } = mailedDocument(email);
  const { drafts } = mailedDocuments(of);
  if (!drafts || email.kind !== of || document.status !== 'draft' || document.deletedAt)
    return email;
  return withSavepoint(tx, async () => {
    if (dateOnSending) {
      await drafts.redate(tx, document, await readBusinessDay(tx, businessId, now), now);
    }
    await drafts.issueFirst(tx, document, now);
    return (await findEmail(tx, businessId, email.id)) ?? email;
  });
}
