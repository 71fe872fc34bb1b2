import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { DOMAIN_RECORD } from '../../../shared/senders/sender.contract.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { isAdmin } from '../accounts/index.ts';
import { findBusiness } from '../businesses/index.ts';
import { DAY_MS, nextNewRecipient } from './admit-message.ts';
import type { SenderRow } from './sender.store.ts';
import { findRecipient, findSender, listBlocks, listNewRecipients } from './sender.store.ts';

/** What the TXT record of a domain must hold. */
export const recordValue = (token: string) => `remit-verification=${token}`;

/**
 * How the owner stands as a sender.
 * @param to the address of a message that is being written
 */
export async function readSender(
  { env, clock, mailer }: Pick<Services, 'env' | 'clock' | 'mailer'>,
  db: Queryable,
  businessId: string,
  to?: string,
): Promise<Sender> {
  const now = clock.now();
  const business = await findBusiness(db, businessId);
  const row = await findSender(db, businessId);
  const admin = business !== undefined && isAdmin(env, business.owner);
  const provenBy = row?.provenBy ?? (admin ? 'admin' : null);
  // Without a mail server nothing leaves, so nothing is limited.
  const limit = provenBy === null && mailer.kind === 'smtp' ? env.newRecipientsPerDay : null;
  const used =
    limit === null
      ? 0
      : (await listNewRecipients(db, businessId, new Date(now.getTime() - DAY_MS), limit)).length;
  const left = limit === null ? null : limit - used;
  const next =
    limit !== null && left === 0 ? await nextNewRecipient(db, businessId, limit, now) : null;
  return {
    newRecipientsPerDay: limit,
    newRecipientsLeft: left,
    nextNewRecipientAt: next?.toISOString() ?? null,
    provenBy,
    domain: presentDomain(row),
    blocks: await listBlocks(db, businessId),
    recipient: to === undefined ? null : await recipientState(db, businessId, to, left),
  };
}

async function recipientState(
  db: Queryable,
  businessId: string,
  to: string,
  left: number | null,
): Promise<Sender['recipient']> {
  const known = await findRecipient(db, businessId, to);
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
