import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KindName } from '../../../shared/documents/document-content.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import { NUMBER_TO_COME } from '../../../shared/emails/email-draft.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { MailWords } from '../../../shared/text/variables.ts';
import type { Transaction } from '../../db/database.ts';
import { withSavepoint, withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { GiveUp, TryLater } from '../../platform/jobs/job-queue.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { countMail, noteBouncedRecipient } from '../senders/index.ts';
import { admitEmail } from './admit-email.ts';
import { CLAIM_TIMES, ClaimLost, INTERRUPTED, noteHandover, renewClaim } from './claim-email.ts';
import type { ComposedEmail } from './compose-email.ts';
import { composeEmail } from './compose-email.ts';
import type { EmailRow } from './email.store.ts';
import { findEmail, findMailedNumber, insertEmailEvent, updateEmail } from './email.store.ts';
import { giveUp, giveUpUnsure, withdraw } from './end-email.ts';
import { issueMailed } from './issue-mailed.ts';
import { lockBoth } from './lock-both.ts';
import type { ComposeServices, MailedDocument, PreparedEmail } from './mailed-documents.ts';
import { mailedDocument, mailedDocuments } from './mailed-documents.ts';
import { tellCopies } from './present-email.ts';
import { fillNumber } from './queue-email.ts';
import { sendEmailQueue } from './queue-message.ts';
import { endCopies, sendCopies } from './send-copies.ts';

type DeliverServices = ComposeServices & Pick<Services, 'mailer'>;

const MINUTE_MS = 60_000;
/** Pauses after an attempt that failed, in minutes: eight attempts over most of a day. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720];
/** Several at once, so that one that stalls does not hold the others up. */
const AT_ONCE = 3;

/** The worker that hands queued messages to the mail server. */
export function takeEmails(services: DeliverServices & Pick<Services, 'jobs'>): void {
  services.jobs.take(sendEmailQueue, (data) => deliverEmail(services, data), { atOnce: AT_ONCE });
}

/**
 * One attempt at a queued message. It is marked as sent, and a draft becomes sent, when the mail
 * server has accepted it and not before; should this process die in between, the message says that it
 * may have been sent, and its owner decides. Done twice, or by two at once, it goes once.
 * @returns 1 when it was sent
 * @throws TryLater with the time of the next attempt; GiveUp when there is none
 */
export async function deliverEmail(
  services: DeliverServices,
  { businessId, emailId }: { businessId: string; emailId: number },
  times = CLAIM_TIMES,
): Promise<number> {
  const claimed = await claim(services, businessId, emailId);
  if (claimed === undefined) return 0;
  const { email, write, issues } = claimed;
  const stopRenewing = renewClaim(services, email, times);
  try {
    const composed = await handOver(services, email, { write, issues });
    if (!composed) return 0;
    const { messageTo, text, html } = composed;
    const said = services.mailer.kind === 'outbox' ? { text, html } : undefined;
    // It has gone: what fails from here on makes it one that may have been sent, and never another attempt.
    const copies = await persistently(() => keepSent(services, email, { said, issues }));
    if (copies) await sendCopies(services, copies, messageTo);
    return 1;
  } finally {
    stopRenewing();
  }
}

/** Makes the message and gives it to the mail server; undefined where another sender has taken it over. */
async function handOver(
  services: DeliverServices,
  email: EmailRow,
  { write, issues }: Pick<PreparedEmail, 'write' | 'issues'>,
): Promise<ComposedEmail | undefined> {
  const composed = await compose(services, email, write);
  try {
    const beforeHandover = () => noteHandover(services, email);
    await services.mailer.send(composed.messageTo(email.toAddress), { beforeHandover });
    return composed;
  } catch (error) {
    if (error instanceof ClaimLost) return undefined;
    const failure = failureReason(error);
    if (!failure) throw error;
    return await keepFailure(services, email, failure, issues);
  }
}

/** Nothing of it has left yet: whatever goes wrong, it is tried again, and its owner is told of the end. */
async function compose(
  services: DeliverServices,
  email: EmailRow,
  write: PreparedEmail['write'],
): Promise<ComposedEmail> {
  try {
    return await composeEmail(services, email, write);
  } catch (error) {
    const failure = failureReason(error);
    if (!failure) services.log.error({ err: error }, 'a message could not be made');
    return keepFailure(services, email, failure ?? UNFORESEEN);
  }
}

const UNFORESEEN: Failure = {
  message: 'The message could not be made right now.',
  permanent: false,
};

/** It was accepted: a database that is away for a moment is not to make it go twice. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 4; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(2_000);
    }
  }
}

interface Claimed extends PreparedEmail {
  email: EmailRow;
}

/** Takes the message for this attempt; undefined when there is nothing (more) to do. */
async function claim(
  services: DeliverServices,
  businessId: string,
  emailId: number,
): Promise<Claimed | undefined> {
  const { db, clock } = services;
  const outcome = await withTransaction(db, async (tx) => {
    const locked = await lockBoth(tx, await findEmail(tx, businessId, emailId));
    if (!locked) return undefined;
    const { email } = locked;
    const hasCopiesLeft = email.status === 'sent' && email.copiesLeft.length > 0;
    if (email.status !== 'queued' && !hasCopiesLeft) return undefined;
    const now = clock.now();
    const wait = (email.nextAttemptAt?.getTime() ?? 0) - now.getTime();
    if (wait > 0) return wait;
    if (hasCopiesLeft) {
      await endCopies(tx, email, now);
      return undefined;
    }
    if (email.mayHaveArrived) {
      await endUnsure(tx, locked, INTERRUPTED, now);
      return undefined;
    }
    if (email.wasForOther) {
      await withdraw(tx, email, 'moved', now);
      return undefined;
    }
    // First, since a draft is dated and issued for the moment in which its message goes.
    const admitted = await admitEmail(tx, services, email, now);
    if (typeof admitted === 'number') return admitted;
    if (!admitted) return undefined;
    const prepared = await prepare(tx, locked, now);
    if (!prepared) return undefined;
    const { words, brings } = prepared;
    const begun = {
      attempts: email.attempts + 1,
      claim: randomUUID(),
      // Nobody else takes it up until then.
      nextAttemptAt: new Date(now.getTime() + CLAIM_TIMES.lost),
      ...admitted,
      ...words,
    };
    await updateEmail(tx, businessId, emailId, {
      ...begun,
      // Without one, an attempt is under way: what went wrong with the last says nothing of this.
      lastError: null,
      updatedAt: now,
    });
    return { ...prepared, email: { ...brings, ...begun } };
  });
  if (typeof outcome === 'number') {
    throw new TryLater(outcome / 1_000, 'The message is on its way, or waits for its time');
  }
  return outcome;
}

/** The message as its document stands now; of one that is not to go out the end, told with its reason. */
async function prepare(
  tx: Transaction,
  { email: queued, document }: { email: EmailRow; document: MailedDocument },
  now: Date,
): Promise<(PreparedEmail & { brings: EmailRow }) | undefined> {
  try {
    const email = await issueMailed(tx, queued, document, now);
    const { of } = mailedDocument(email);
    const prepareAs = (as: EmailRow) => mailedDocuments(of).prepare(tx, as, now);
    let prepared = await prepareAs(email);
    // One that waited for its time may have its number only now.
    const words = await fillNumberToCome(tx, email);
    if (words) prepared = await prepareAs({ ...email, ...words });
    if (typeof prepared !== 'string' && 'write' in prepared) {
      return { ...prepared, brings: email, ...(words ? { words } : {}) };
    }
    await withdraw(tx, email, prepared, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A draft that was edited, or whose business or customer was, so that it cannot be issued any more.
    const [refused] = error.fields;
    await giveUp(tx, queued, error.message, now, refused?.path);
  }
  return undefined;
}

/** The words of a message with its document's number, where they wait for it. */
async function fillNumberToCome(tx: Transaction, email: EmailRow): Promise<MailWords | undefined> {
  const { kind, subject, message } = email;
  if (kind === 'reminder' || !`${subject}${message}`.includes(NUMBER_TO_COME)) return undefined;
  const number = await findMailedNumber(tx, email);
  if (!number) return undefined;
  return { subject: fillNumber(subject, number), message: fillNumber(message, number) };
}

interface Failure {
  message: string;
  permanent: boolean;
  /** The mail server had all of it, and has not said what became of it. */
  mayHaveArrived?: boolean;
  /** There is no such mailbox. */
  addressIsUnknown?: boolean;
}

/** Undefined for what is not the message's fault: the job itself is tried again. */
function failureReason(error: unknown): Failure | undefined {
  if (error instanceof MailError) return error;
  if (!(error instanceof AppError)) return undefined;
  if (['TOO_LARGE', 'BAD_REQUEST', 'VALIDATION'].includes(error.code)) {
    return { message: `The PDF could not be created. ${error.message}`, permanent: true };
  }
  return { message: 'The PDF could not be created right now.', permanent: false };
}

interface Sent {
  said: { text: string; html: string } | undefined;
  issues: RevisionBody | undefined;
}

/** @returns the message where copies of it are to go now, by the same claim */
async function keepSent(
  { db, clock, mailer }: DeliverServices,
  sent: EmailRow,
  { said, issues }: Sent,
): Promise<EmailRow | undefined> {
  const { businessId, id, kind, toAddress: to, cc, bcc, copied, refused } = sent;
  const without = [...copied, ...refused];
  const copiesLeft = [...cc, ...bcc].filter((address) => !without.includes(address));
  const hasCopies = copiesLeft.length > 0;
  return withTransaction(db, async (tx) => {
    const locked = await lockBoth(tx, sent);
    if (!locked || locked.email.status === 'sent') return undefined;
    const { email, document } = locked;
    const now = clock.now();
    // One that was withdrawn while it was on its way, or whose document is another's by now, has gone to
    // whom it was for then.
    const wasWithdrawn = email.withdrawn !== null || email.wasForOther;
    await updateEmail(tx, businessId, id, {
      status: 'sent',
      sentAt: now,
      withdrawn: null,
      mayHaveArrived: false,
      claim: hasCopies ? sent.claim : null,
      lastError: null,
      nextAttemptAt: hasCopies ? new Date(now.getTime() + CLAIM_TIMES.lost) : null,
      waitsFor: null,
      refused,
      copiesLeft,
      ...(said ? { sentText: said.text, sentHtml: said.html } : {}),
      updatedAt: now,
    });
    if (mailer.kind === 'smtp') await countMail(tx, businessId, 'sent', now);
    const told = {
      kind,
      to,
      ...tellCopies({ cc, bcc }),
      // With copies to go, it is told once it is known of all.
      ...(refused.length > 0 && !hasCopies ? { refused } : {}),
      ...(said ? { outbox: true } : {}),
    };
    const draft = draftKind(locked);
    if (draft && !wasWithdrawn) {
      await mailedDocuments(draft).markSent(tx, document, issues, now);
      // One entry for one sending: this one says both.
      const change = { from: 'draft', status: 'sent', ...told };
      await insertEmailEvent(tx, email, `${draft}.sent`, change, now);
    } else {
      await insertEmailEvent(tx, email, 'email.sent', told, now);
    }
    return hasCopies ? { ...sent, copiesLeft } : undefined;
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockBoth>>>;

/** Of which kind the draft is that a message brings, and that is issued with it. */
function draftKind({ email, document }: Locked): KindName | undefined {
  const { of } = mailedDocument(email);
  const isDraft = document.status === 'draft' && !document.deletedAt;
  return isDraft && email.kind === of && of !== 'statement' && of !== 'portal_link'
    ? of
    : undefined;
}

/**
 * Nobody knows whether the message has gone. Its draft is issued, since its customer may have it, and the link in
 * it has to lead to a page.
 * @param issues what was mailed; the draft as it stands now where that is not known any more
 */
async function endUnsure(
  tx: Transaction,
  locked: Locked,
  reason: string,
  now: Date,
  issues?: RevisionBody,
): Promise<void> {
  const { email, document } = locked;
  await giveUpUnsure(tx, email, reason, now);
  const draft = draftKind(locked);
  if (!draft || email.wasForOther) return;
  try {
    await withSavepoint(tx, async () => {
      await mailedDocuments(draft).markSent(tx, document, issues, now);
      const change = { from: 'draft', status: 'sent', mayHaveArrived: true };
      await insertEmailEvent(tx, email, `${draft}.sent`, change, now);
    });
  } catch (error) {
    // Edited meanwhile so that it cannot be issued, it stays the draft that its owner has made of it.
    if (!(error instanceof AppError)) throw error;
  }
}

async function keepFailure(
  { db, clock }: DeliverServices,
  tried: EmailRow,
  { message, permanent, mayHaveArrived = false, addressIsUnknown = false }: Failure,
  issues?: RevisionBody,
): Promise<never> {
  const { businessId, id } = tried;
  const wait = await withTransaction(db, async (tx) => {
    const locked = await lockBoth(tx, tried);
    if (!locked) return undefined;
    const { email } = locked;
    if (email.status !== 'queued' || email.claim !== tried.claim) return undefined;
    const now = clock.now();
    if (mayHaveArrived) {
      await endUnsure(tx, locked, message, now, issues);
      return undefined;
    }
    const minutes = permanent ? undefined : PAUSES[email.attempts - 1];
    if (minutes === undefined) {
      await giveUp(tx, email, message, now);
      // As where a message came back: nothing more goes there by itself. The message may have another
      // address by now, which is not the one that was refused.
      if (addressIsUnknown) {
        await noteBouncedRecipient(tx, businessId, tried.toAddress, { reason: message, at: now });
      }
      return undefined;
    }
    const nextAttemptAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await updateEmail(tx, businessId, id, {
      lastError: message,
      mayHaveArrived: false,
      claim: null,
      nextAttemptAt,
      updatedAt: now,
    });
    return minutes * 60;
  });
  if (wait !== undefined) throw new TryLater(wait, 'A message could not be sent yet');
  throw new GiveUp('A message could not be sent');
}
