import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { noteBouncedRecipient } from '../senders/index.ts';
import { noteHandover } from './claim-email.ts';
import type { EmailRow } from './email.store.ts';
import { insertEmailEvent, updateClaimed, updateEmail } from './email.store.ts';
import { lockBoth } from './lock-both.ts';

type CopyServices = Pick<Services, 'db' | 'clock' | 'log' | 'mailer'>;

/** What has not begun by then is not sent: a mail server that stalls is not to hold a worker for each copy. */
const BEGUN_WITHIN_MS = 60_000;

/**
 * Hands over the copies of a message whose recipient has it, each on its own, since each names its reader in
 * its links. One attempt is made at each. Whoever is interrupted leaves the rest unsent (`endCopies`).
 * @param sent with `copiesLeft`, under its sender's claim
 */
export async function sendCopies(
  services: CopyServices,
  sent: EmailRow,
  messageTo: (reader: string) => MailMessage,
): Promise<void> {
  const { db, clock, log } = services;
  const until = clock.now().getTime() + BEGUN_WITHIN_MS;
  let { copiesLeft, refused, copiesUnsure } = sent;
  try {
    while (clock.now().getTime() < until) {
      const [reader, ...left] = copiesLeft;
      if (reader === undefined) break;
      const outcome = await sendCopy(services, sent, reader, messageTo(reader));
      copiesLeft = left;
      if (outcome === 'refused') refused = [...refused, reader];
      if (outcome === 'unsure') copiesUnsure = [...copiesUnsure, reader];
      const values = { copiesLeft, refused, copiesUnsure, mayHaveArrived: false };
      if (!(await updateClaimed(db.orm, sent, values))) return;
    }
    await withTransaction(db, async (tx) => {
      const email = (await lockBoth(tx, sent))?.email;
      if (email?.claim === sent.claim) await endCopies(tx, email, clock.now());
    });
  } catch (error) {
    log.warn({ err: error, emailId: sent.id }, 'the copies of a message were interrupted');
  }
}

async function sendCopy(
  services: CopyServices,
  sent: EmailRow,
  reader: string,
  message: MailMessage,
): Promise<'sent' | 'refused' | 'unsure'> {
  const { db, clock, mailer } = services;
  try {
    await mailer.send(message, { beforeHandover: () => noteHandover(services, sent) });
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.addressIsUnknown) {
      const why = { reason: error.message, at: clock.now() };
      await noteBouncedRecipient(db.orm, sent.businessId, reader, why);
    }
    return error.mayHaveArrived ? 'unsure' : 'refused';
  }
}

/**
 * No further copy goes: what is left was not sent, but for the first where the mail server may have had it.
 * Its owner is told who has none.
 * @param email locked
 */
export async function endCopies(tx: Transaction, email: EmailRow, now: Date): Promise<void> {
  const { businessId, id, kind, toAddress: to, mayHaveArrived } = email;
  const begun = mayHaveArrived ? 1 : 0;
  const refused = [...email.refused, ...email.copiesLeft.slice(begun)];
  const unsure = [...email.copiesUnsure, ...email.copiesLeft.slice(0, begun)];
  await updateEmail(tx, businessId, id, {
    copiesLeft: [],
    refused,
    copiesUnsure: unsure,
    mayHaveArrived: false,
    claim: null,
    nextAttemptAt: null,
    updatedAt: now,
  });
  if (refused.length + unsure.length === 0) return;
  const told = { kind, to, refused, copiesUnsure: unsure };
  await insertEmailEvent(tx, email, 'email.not_copied', told, now);
}
