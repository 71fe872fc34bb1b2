import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import type { EmailDetail } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import type { Queryable } from '../../db/database.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import { cutPage, decodeCursor } from '../../platform/lists/cursor.ts';
import { findProfile } from '../profile/index.ts';
import { listEmailFiles } from './email-file.store.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail, findMailedCustomer, findMailedNumber, listEmailRows } from './email.store.ts';
import { mailedDocument } from './mailed-documents.ts';
import { presentEmailRow } from './present-email.ts';

interface EmailListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Those about this customer, and not about a document. */
  customerId?: number | undefined;
}

/** The owner's messages, newest first: all of them, or a page of `limit`. */
export async function listEmails(
  db: Queryable,
  businessId: string,
  { limit, cursor, customerId }: EmailListQuery,
): Promise<Page<Email>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor).id;
  const rows = await listEmailRows(db, businessId, { limit, before, customerId });
  const page = cutPage(rows, limit, ({ id }) => ({ key: '', id }));
  return { ...page, rows: page.rows.map(presentEmailRow) };
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
  const attached = await findAttachment(db, row);
  if (!attached) throw notFound('Message');
  const own = await listEmailFiles(db, businessId, id);
  const { businessName = '' } = (await findProfile(db, businessId)) ?? {};
  return {
    ...presentEmailRow(row),
    text: row.sentText,
    html: row.sentHtml,
    attachments: [
      ...attached.map(({ title: number, url }) => ({
        fileName: documentFileName({ number, businessName }),
        url,
      })),
      ...own.map(({ fileName, key }) => ({ fileName, url: OBJECTS_PATH + key })),
    ],
    files: own.map(({ key, fileName, size }) => ({ key, fileName, size })),
    customer: (await findMailedCustomer(db, row)) ?? null,
    period: row.periodFrom && row.periodTo ? { from: row.periodFrom, to: row.periodTo } : null,
  };
}

/** What a message brings, if anything; undefined once its document is gone. */
async function findAttachment(
  db: Queryable,
  row: EmailRow,
): Promise<{ title: string; url: string }[] | undefined> {
  const { of, id } = mailedDocument(row);
  if (of === 'portal_link') return [];
  if (of === 'statement') {
    const { periodFrom: from, periodTo: to } = row;
    const url = `/api/customers/${id}/statement.pdf?from=${from}&to=${to}`;
    return [{ title: `Statement ${to}`, url }];
  }
  const number = await findMailedNumber(db, row);
  if (number === undefined) return undefined;
  return row.kind === 'receipt'
    ? [{ title: `Receipt ${number}`, url: `/api/payments/${row.paymentId}/receipt.pdf` }]
    : [{ title: number, url: `/api/${DOCUMENT_KINDS[of].path}s/${id}/pdf` }];
}
