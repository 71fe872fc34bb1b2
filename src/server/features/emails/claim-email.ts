import type { Services } from '../../platform/http/services.ts';
import type { EmailRow } from './email.store.ts';
import { updateClaimed } from './email.store.ts';

/**
 * In ms. An attempt lasts as long as its sender says so every ten seconds; whoever has not for 45 is gone, and
 * another instance goes on with the message.
 */
export const CLAIM_TIMES = { renew: 10_000, lost: 45_000 };

/** Why a message may have been sent whose sender is gone, in words for its owner. */
export const INTERRUPTED =
  'Remit was interrupted while it gave the message to the mail server, so it may have been sent';

/** Somebody else has taken the message up, or back: this attempt must not go on. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

type Claimed = Pick<EmailRow, 'businessId' | 'id' | 'claim'>;

/** Whether an attempt is under way: its sender has not written down what came of it, and is not gone. */
export function isBeingSent({ claim, nextAttemptAt }: EmailRow, now: Date): boolean {
  return claim !== null && nextAttemptAt !== null && nextAttemptAt > now;
}

/** Says again and again that an attempt is under way. @returns what ends that */
export function renewClaim(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  email: Claimed,
  times: typeof CLAIM_TIMES,
): () => void {
  const timer = setInterval(() => {
    const nextAttemptAt = new Date(clock.now().getTime() + times.lost);
    updateClaimed(db.orm, email, { nextAttemptAt }).catch((error: unknown) =>
      log.warn({ err: error }, 'a message that is being sent could not be kept'),
    );
  }, times.renew);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Notes that the mail server is about to have the whole message: from then on nobody sends it anew by itself.
 * @throws ClaimLost where it is not this sender's any more
 */
export async function noteHandover({ db }: Pick<Services, 'db'>, email: Claimed): Promise<void> {
  if (await updateClaimed(db.orm, email, { mayHaveArrived: true })) return;
  throw new ClaimLost('A message was taken over by another sender');
}
