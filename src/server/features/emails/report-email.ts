import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import { emails } from '../../db/tables/emails.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { blockSender, countMail, findRecipient } from '../senders/index.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail } from './email.store.ts';
import { readReportToken } from './report-token.ts';

/** What the recipient of a message is told of it, and has said of it. */
export interface ReportState {
  businessName: string;
  to: string;
  subject: string;
  sentAt: Date | null;
  reported: boolean;
  /** Nothing more goes from this business to this address. */
  blocked: boolean;
}

type ReportServices = Pick<Services, 'db' | 'clock' | 'masterKey' | 'log'>;

/** @throws AppError NOT_FOUND for a link that was not made here, or of a message that is gone */
export async function readReport(
  { db, masterKey }: ReportServices,
  token: string,
): Promise<ReportState> {
  return readReportState(db.orm, await requireMessage(db.orm, masterKey, token));
}

/**
 * Its recipient reports a message as abuse: counted once for a message, however often it is said.
 * @throws AppError NOT_FOUND
 */
export async function reportEmail(services: ReportServices, token: string): Promise<ReportState> {
  const { db, clock, masterKey, log } = services;
  return withTransaction(db, async (tx) => {
    const email = await requireMessage(tx, masterKey, token);
    const { businessId, id } = email;
    const now = clock.now();
    const first = await tx
      .update(emails)
      .set({ reportedAt: now })
      .where(and(eq(emails.businessId, businessId), eq(emails.id, id), isNull(emails.reportedAt)))
      .returning({ id: emails.id });
    if (first.length > 0) {
      await countMail(tx, businessId, 'reported', now);
      log.warn({ businessId, emailId: id }, 'a message was reported as abuse');
    }
    return readReportState(tx, { ...email, reportedAt: now });
  });
}

/** Its recipient takes nothing more from this business. @throws AppError NOT_FOUND */
export async function blockReportedSender(
  services: ReportServices,
  token: string,
): Promise<ReportState> {
  const { db, clock, masterKey } = services;
  return withTransaction(db, async (tx) => {
    const email = await requireMessage(tx, masterKey, token);
    await blockSender(tx, email.businessId, email.toAddress, clock.now());
    return readReportState(tx, email);
  });
}

async function requireMessage(db: Queryable, masterKey: Buffer, token: string): Promise<EmailRow> {
  const named = readReportToken(masterKey, token);
  const email = named && (await findEmail(db, named.businessId, named.emailId));
  if (!email) throw new AppError('NOT_FOUND', 'This link does not lead to a message.');
  return email;
}

async function readReportState(db: Queryable, email: EmailRow): Promise<ReportState> {
  const { businessId, toAddress: to, subject, sentAt, reportedAt } = email;
  const profile = await findProfile(db, businessId);
  const recipient = await findRecipient(db, businessId, to);
  return {
    businessName: profile?.businessName ?? '',
    to,
    subject,
    sentAt,
    reported: reportedAt !== null,
    blocked: recipient?.blockedAt != null,
  };
}
