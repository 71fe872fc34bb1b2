import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { admitMessage, findRecipient } from '../senders/index.ts';
import { isRepeated } from './compose-email.ts';
import type { EmailRow } from './email.store.ts';
import { nthLastSent, updateEmail } from './email.store.ts';
import { giveUp } from './end-email.ts';
import { withhold } from './withhold-email.ts';

/** Messages of one owner that go out in 24 hours: nobody's server is to be used for a flood. */
const IN_A_DAY = 200;
const DAY_MS = 24 * 60 * 60_000;

type Admitted = Pick<EmailRow, 'waitsFor' | 'refused'>;

/**
 * Whether a message that is about to be claimed may go; one that may not is held with the reason in
 * words, or ended where its recipient takes nothing from this owner.
 * @param email locked
 * @returns what is kept of it as it goes; or milliseconds until it may; or false when no time will bring it by itself
 */
export async function admitEmail(
  tx: Transaction,
  { env, mailer }: Pick<Services, 'env' | 'mailer'>,
  email: EmailRow,
  now: Date,
): Promise<Admitted | false | number> {
  const { businessId, toAddress: to } = email;
  const leaves = mailer.kind === 'smtp';
  const turn = leaves ? await nextTurn(tx, businessId, now) : undefined;
  if (turn) {
    const words = `At most ${IN_A_DAY} messages can be sent a day. This one waits its turn.`;
    return hold(tx, email, { waitsFor: 'turn', until: turn, words }, now);
  }
  const refused = [...email.refused];
  for (const address of [to, ...email.cc, ...email.bcc]) {
    const admission = await admitMessage(tx, { env }, { businessId, to: address, leaves, now });
    if (admission.as === 'held') return hold(tx, email, admission, now);
    if (address !== to) {
      // Who wants nothing more, or cannot be reached, gets no copy; the others get theirs.
      const isWanted =
        admission.as === 'admitted' &&
        !(isRepeated(email) && (await findRecipient(tx, businessId, address))?.unsubscribedAt);
      if (!isWanted && !refused.includes(address)) refused.push(address);
      continue;
    }
    if (admission.as === 'admitted') continue;
    if (admission.as === 'bounced') await withhold(tx, email, now);
    else await giveUp(tx, email, admission.words, now);
    return false;
  }
  return { waitsFor: null, refused };
}

interface Hold {
  waitsFor: NonNullable<EmailRow['waitsFor']>;
  until: Date | null;
  words: string;
}

async function hold(
  tx: Transaction,
  { businessId, id }: EmailRow,
  { waitsFor, until, words }: Hold,
  now: Date,
): Promise<number | false> {
  const values = { waitsFor, lastError: words, nextAttemptAt: until, updatedAt: now };
  await updateEmail(tx, businessId, id, values);
  return until ? until.getTime() - now.getTime() : false;
}

/** When the owner may send one more; undefined for now. */
async function nextTurn(tx: Transaction, businessId: string, now: Date): Promise<Date | undefined> {
  const earlier = await nthLastSent(tx, businessId, IN_A_DAY);
  const turn = earlier && new Date(earlier.getTime() + DAY_MS);
  return turn && turn > now ? turn : undefined;
}
