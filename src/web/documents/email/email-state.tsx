import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RetryInput } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { findEarlier, findUndelivered } from '../../../shared/emails/undelivered.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { GlyphKind } from '../status-glyph.tsx';
import { StatusMark } from '../status-glyph.tsx';
import { AskToUnblock } from './ask-to-unblock.tsx';
import { ChangeTime } from './change-time.tsx';
import type { MailedDetail } from './document-mail.ts';
import { formatCopies, withinSentence as within } from './format-email-event.ts';
import { formatEarlier, formatUndelivered, messageWord } from './format-undelivered.ts';
import { isGivenUp, tryAgain, useBlock } from './try-again.ts';

interface Props {
  document: MailedDetail;
  /** Whether it is sent to nobody any more, as what is paid or answered. */
  closed: boolean;
  timeZone: string | undefined;
  onRetry: (email: Email, how?: Pick<RetryInput, 'dateOnSending'>) => void;
  onUndo: (email: Email) => void;
  /** Asks for an address, and what the message is to say. */
  onWrite: () => void;
  onShare: () => void;
}

/** What tells of something that has happened is sent of what is closed, too. */
const CONFIRMING: ReadonlySet<Email['kind']> = new Set(['receipt', 'refund', 'acceptance']);

/** How far the newest message about a document has come, or that there is none. */
export function EmailState({ document, closed, timeZone, ...on }: Props) {
  const { onRetry, onUndo, onWrite, onShare } = on;
  const [newest] = document.emails;
  const block = useBlock(newest && isGivenUp(newest) ? newest.to : undefined);
  if (!newest) {
    const isMissed = !closed && document.status !== 'draft' && !document.customer.email;
    return isMissed ? <NeverMailed onWrite={onWrite} onShare={onShare} /> : null;
  }
  const { glyph, words, reason, retry, next } = describeState(
    newest,
    findEarlier(document.emails),
    timeZone,
  );
  const isPointless = closed && !CONFIRMING.has(newest.kind);
  const isReturned = newest.bounce !== null && newest.bounce.kind !== 'soft';
  const failed = isReturned || newest.withheld || (newest.status === 'failed' && !newest.withdrawn);
  return (
    <StateBox glyph={glyph} failed={failed} words={<p role="status">{words}</p>} reason={reason}>
      {block && <AskToUnblock {...block} />}
      {retry && block === null && !isPointless && (
        <Button size="sm" writes onClick={() => onRetry(newest, retry)}>
          {retry.label}
        </Button>
      )}
      {(next === 'undo' || next === 'cancel') && (
        <Button size="sm" writes onClick={() => onUndo(newest)}>
          {next === 'undo' ? 'Undo' : 'Do not send it'}
        </Button>
      )}
      {next === 'cancel' && <ChangeTime email={newest} timeZone={timeZone} />}
      {(next === 'correct' || next === 'mend') && (
        <Link to={`/customers/${document.customer.id}`}>Correct the address</Link>
      )}
      {(next === 'write' || next === 'correct' || block) && !isPointless && (
        <Button size="sm" onClick={onWrite}>
          {next === 'write' ? 'Send' : block ? 'Send to another address' : 'Send again'}
        </Button>
      )}
      <Link to={`/outbox?message=${newest.id}`}>
        {newest.status === 'sent' ? 'View message' : 'Messages'}
      </Link>
    </StateBox>
  );
}

/** A document that counts as sent, and of which its customer has heard nothing by email. */
function NeverMailed({ onWrite, onShare }: Pick<Props, 'onWrite' | 'onShare'>) {
  return (
    <StateBox
      glyph="draft"
      words={<p>Not sent by email</p>}
      reason="Customer doesn't have an email address on file."
    >
      <Button size="sm" onClick={onWrite}>
        Enter one
      </Button>
      <Button size="sm" onClick={onShare}>
        Share a link
      </Button>
    </StateBox>
  );
}

interface BoxProps {
  glyph: GlyphKind;
  failed?: boolean;
  words: ReactNode;
  reason: string | undefined;
  /** What can be done about it. */
  children: ReactNode;
}

function StateBox({ glyph, failed = false, words, reason, children }: BoxProps) {
  return (
    <section
      className={cx(
        'mt-4 grid grid-cols-[14px_minmax(0,1fr)] gap-2.5 rounded border bg-surface p-3 leading-5 text-pretty wrap-anywhere',
        failed ? 'border-overdue' : 'border-hairline',
      )}
      aria-label="Email"
    >
      <StatusMark kind={glyph} />
      <div>
        {words}
        {reason && <p className="text-13 text-muted">{reason}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-13 [&_a]:whitespace-nowrap">
          {children}
        </div>
      </div>
    </section>
  );
}

function describeState(
  email: Email,
  /** That brought it, where this one was taken back. */
  earlier: Email | undefined,
  timeZone: string | undefined,
): {
  glyph: GlyphKind;
  words: string;
  reason?: string;
  /** The button that tries it again. */
  retry?: ReturnType<typeof tryAgain>;
  /** What else can be done: take it back, mend the address, or write another. */
  next?: 'undo' | 'cancel' | 'correct' | 'mend' | 'write';
} {
  const { kind, to, status, lastError, nextAttemptAt, sentAt, waitsFor, bounce } = email;
  const what = messageWord(kind);
  const sentOn = (at: string | null) => (at ? ` on ${formatInstant(at, timeZone)}` : '');
  const when = sentOn(sentAt);
  const undelivered = bounce || waitsFor === 'schedule' ? null : findUndelivered(email);
  if (undelivered?.how === 'outbox') {
    return {
      glyph: 'draft',
      words: `${formatUndelivered(undelivered, timeZone)}${when}`,
      reason: 'No mail server is set up, so it was not delivered.',
    };
  }
  if (undelivered?.how === 'withdrawn') {
    const words = formatUndelivered(undelivered, timeZone);
    const before = earlier ? ` ${formatEarlier(earlier, sentOn(earlier.sentAt))}` : '';
    return { glyph: 'draft', words, reason: `It was not sent.${before}`, next: 'write' };
  }
  if (undelivered?.how === 'withheld') {
    return {
      glyph: 'overdue',
      words: formatUndelivered(undelivered, timeZone),
      reason: lastError ?? '',
      retry: { label: 'Send again' },
      next: 'mend',
    };
  }
  if (undelivered) {
    return {
      glyph: 'overdue',
      words: formatUndelivered(undelivered, timeZone),
      ...(lastError ? { reason: sentence(lastError) } : {}),
      retry: tryAgain(email),
    };
  }
  if (bounce && (status === 'sent' || email.mayHaveArrived)) {
    const isSpam = bounce.kind === 'complaint';
    const words = isSpam
      ? `${bounce.address} marked it as spam`
      : `${what} to ${bounce.address} ${bounce.kind === 'hard' ? 'not delivered' : 'delayed'}`;
    return {
      glyph: bounce.kind === 'soft' ? 'draft' : 'overdue',
      words,
      reason: `${sentence(bounce.reason)} Told${sentOn(bounce.at)}.`,
      ...(bounce.kind === 'hard' ? { next: 'correct' as const } : {}),
    };
  }
  if (status === 'sent') {
    const copies = formatCopies(email);
    return { glyph: 'sent', words: `${what} sent to ${to}${copies}${when}` };
  }
  if (email.withdrawn) {
    return { glyph: 'draft', words: `${what} to ${to} not sent: ${within(lastError)}` };
  }
  if (waitsFor === 'schedule' && nextAttemptAt) {
    return {
      glyph: 'draft',
      words: `${what} to ${to} scheduled for ${formatInstant(nextAttemptAt, timeZone)}`,
      ...(email.dateOnSending ? { reason: 'It gets the date of that day.' } : {}),
      retry: { label: 'Send now' },
      next: 'cancel',
    };
  }
  if (waitsFor === 'undo') {
    return { glyph: 'draft', words: `${what} to ${to} goes out in a few seconds`, next: 'undo' };
  }
  if (lastError === null) return { glyph: 'draft', words: `${what} to ${to} is queued…` };
  if (waitsFor) {
    const until = nextAttemptAt ? ` It is sent on ${formatInstant(nextAttemptAt, timeZone)}.` : '';
    return {
      glyph: 'draft',
      words: `${what} to ${to} is waiting to be sent`,
      reason: `${sentence(lastError)}${until}`,
    };
  }
  const next = nextAttemptAt ? ` Next attempt at ${formatInstant(nextAttemptAt, timeZone)}.` : '';
  return {
    glyph: 'draft',
    words: `${what} to ${to} is not sent yet`,
    reason: `${sentence(lastError)}${next}`,
    ...(nextAttemptAt ? { retry: { label: 'Try now' } } : {}),
  };
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
