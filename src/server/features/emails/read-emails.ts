import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import type { EmailDetail } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { decodeCursor, pageOf } from '../../platform/lists/cursor.ts';
import { findProfile } from '../profile/index.ts';
import { findEmail, findMailedNumber, listEmailRows } from './email.store.ts';
import { mailedDocument } from './mailed-documents.ts';
import { presentEmailRow } from './present-email.ts';

/** The owner's messages, newest first: all of them, or a page of `limit`. */
export async function listEmails(
  db: Queryable,
  businessId: string,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ emails: Email[]; next: string | undefined }> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor).id;
  const rows = await listEmailRows(db, businessId, { limit, before });
  const page = pageOf(rows, limit, ({ id }) => ({ key: '', id }));
  return { emails: page.rows.map(presentEmailRow), next: page.next };
}

/**
 * One message with what it said, where that was kept.
 * @throws AppError NOT_FOUND, for the message of a deleted document too
 */
export async function readEmail(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<EmailDetail> {
  const row = await findEmail(db, businessId, id);
  if (!row) throw notFound('Message');
  const { of, id: aboutId } = mailedDocument(row);
  const { periodFrom: from, periodTo: to } = row;
  const number = of === 'statement' ? `Statement ${to}` : await findMailedNumber(db, row);
  if (number === undefined) throw notFound('Message');
  const profile = await findProfile(db, businessId);
  const isReceipt = row.kind === 'receipt';
  const fileName = documentFileName({
    number: isReceipt ? `Receipt ${number}` : number,
    businessName: profile?.businessName ?? '',
  });
  const document =
    of === 'statement'
      ? `/api/customers/${aboutId}/statement.pdf?from=${from}&to=${to}`
      : `/api/${DOCUMENT_KINDS[of].path}s/${aboutId}/pdf`;
  const url = isReceipt ? `/api/payments/${row.paymentId}/receipt.pdf` : document;
  return {
    ...presentEmailRow(row),
    text: row.sentText,
    html: row.sentHtml,
    attachments: [{ fileName, url }],
  };
}
