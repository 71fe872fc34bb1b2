import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { emails } from '../../db/tables/emails.table.ts';
import { sendJob } from '../../platform/jobs/send-job.ts';
import { SUSPENDED_WORDS } from '../senders/index.ts';
import { sendEmailQueue } from './queue-message.ts';

/** More than these have their jobs made by the one that finds lost messages, within minutes. */
const AT_ONCE = 200;

/** One that is on its way, or may have arrived, is not taken up before its time, whatever happens meanwhile. */
const UNTOUCHED_ON_ITS_WAY = sql`case when ${emails.attempts} > 0 then ${emails.nextAttemptAt} end`;

/**
 * Lets an owner's messages go that were held for new recipients or while the account was suspended;
 * each is judged anew when its turn comes. Done twice, nothing goes twice.
 */
export async function releaseEmails(tx: Transaction, businessId: string, now: Date): Promise<void> {
  const held = and(
    eq(emails.businessId, businessId),
    inArray(emails.waitsFor, ['new_recipients', 'reinstatement']),
  );
  const released = await tx
    .update(emails)
    .set({ waitsFor: null, lastError: null, nextAttemptAt: UNTOUCHED_ON_ITS_WAY, updatedAt: now })
    .where(held)
    .returning({ id: emails.id });
  for (const { id } of released.toSorted((a, b) => a.id - b.id).slice(0, AT_ONCE)) {
    await sendJob(tx, sendEmailQueue, { businessId, emailId: id });
  }
}

/** Marks what waits in an owner's queue as held by a suspension: its state says so at once. */
export async function holdEmails(tx: Transaction, businessId: string, now: Date): Promise<void> {
  await tx
    .update(emails)
    .set({
      waitsFor: 'reinstatement',
      lastError: SUSPENDED_WORDS,
      nextAttemptAt: UNTOUCHED_ON_ITS_WAY,
      updatedAt: now,
    })
    .where(
      and(
        eq(emails.businessId, businessId),
        // One whose time has not come keeps its time, and is looked at then.
        sql`status = 'queued' and waits_for is distinct from 'schedule'`,
      ),
    );
}
