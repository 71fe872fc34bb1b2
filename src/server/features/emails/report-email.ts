import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { emails } from '../../db/tables/emails.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { findProfile } from '../profile/index.ts';
import { blockSender, countMail, findRecipient } from '../senders/index.ts';
import type { ReaderEmail } from './reader-email.ts';
import { requireReader, tellOfAddress } from './reader-email.ts';
import { readReportToken } from './report-token.ts';

/** What the recipient of a message is told of it, and has said of it. */
export interface ReportState {
  businessName: string;
  to: string;
  /** Whose link it is: the recipient's, or of one who has a copy. */
  reader: string;
  subject: string;
  sentAt: Date | null;
  reported: boolean;
  /** Nothing more goes from this business to the reader. */
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

/**
 * Whoever reads a message takes nothing more from this business, whose owner is told, once.
 * @throws AppError NOT_FOUND
 */
export async function blockReportedSender(
  services: ReportServices,
  token: string,
): Promise<ReportState> {
  const { db, clock, masterKey } = services;
  return withTransaction(db, async (tx) => {
    const email = await requireMessage(tx, masterKey, token);
    const { businessId, reader } = email;
    const now = clock.now();
    if (await blockSender(tx, businessId, reader, now)) {
      await tellOfAddress(tx, email, 'blocked', now);
    }
    return readReportState(tx, email);
  });
}

const requireMessage = (db: Queryable, masterKey: Buffer, token: string) =>
  requireReader(db, readReportToken(masterKey, token));

async function readReportState(db: Queryable, email: ReaderEmail): Promise<ReportState> {
  const { businessId, toAddress: to, reader, subject, sentAt, reportedAt } = email;
  const profile = await findProfile(db, businessId);
  const recipient = await findRecipient(db, businessId, reader);
  return {
    businessName: profile?.businessName ?? '',
    to,
    reader,
    subject,
    sentAt,
    reported: reportedAt !== null,
    blocked: recipient?.blockedAt != null,
  };
}
