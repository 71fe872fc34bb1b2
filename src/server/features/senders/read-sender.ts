import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { DOMAIN_RECORD } from '../../../shared/senders/sender.contract.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { findAccount, isAdmin } from '../accounts/index.ts';
import { DAY_MS, nextNewRecipient } from './admit-message.ts';
import type { SenderRow } from './sender.store.ts';
import { findRecipient, findSender, listNewRecipients } from './sender.store.ts';

/** What the TXT record of a domain must hold. */
export const recordValue = (token: string) => `remit-verification=${token}`;

/**
 * How the owner stands as a sender.
 * @param to the address of a message that is being written
 */
export async function readSender(
  { env, clock, mailer }: Pick<Services, 'env' | 'clock' | 'mailer'>,
  db: Queryable,
  userId: string,
  to?: string,
): Promise<Sender> {
  const now = clock.now();
  const account = await findAccount(db, userId);
  const row = await findSender(db, userId);
  const admin = account !== undefined && isAdmin(env, account);
  const provenBy = row?.provenBy ?? (admin ? 'admin' : null);
  // Without a mail server nothing leaves, so nothing is limited.
  const limit = provenBy === null && mailer.kind === 'smtp' ? env.newRecipientsPerDay : null;
  const used =
    limit === null
      ? 0
      : (await listNewRecipients(db, userId, new Date(now.getTime() - DAY_MS), limit)).length;
  const left = limit === null ? null : limit - used;
  const next = limit !== null && left === 0 ? await nextNewRecipient(db, userId, limit, now) : null;
  return {
    newRecipientsPerDay: limit,
    newRecipientsLeft: left,
    nextNewRecipientAt: next?.toISOString() ?? null,
    provenBy,
    domain: presentDomain(row),
    recipient: to === undefined ? null : await recipientState(db, userId, to, left),
  };
}

async function recipientState(
  db: Queryable,
  userId: string,
  to: string,
  left: number | null,
): Promise<Sender['recipient']> {
  const known = await findRecipient(db, userId, to);
  if (known?.blockedAt) return 'blocked';
  return left === 0 && !known?.firstMailedAt ? 'waits' : 'goes';
}

function presentDomain(row: SenderRow | undefined): Sender['domain'] {
  if (!row?.domain || !row.domainToken) return null;
  return {
    name: row.domain,
    recordName: `${DOMAIN_RECORD}.${row.domain}`,
    recordValue: recordValue(row.domainToken),
    verifiedAt: row.domainVerifiedAt?.toISOString() ?? null,
    checkedAt: row.domainCheckedAt?.toISOString() ?? null,
  };
}
