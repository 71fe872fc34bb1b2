import { Link } from 'react-router';
import { EMAIL_ATTEMPT_MS } from '../../../shared/emails/email.contract.ts';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import type { GlyphKind } from '../status-glyph.tsx';
import { StatusMark } from '../status-glyph.tsx';
import type { MailedDetail } from './document-mail.ts';
import classes from './email-state.module.css';
import { withinSentence as within } from './format-email-event.ts';
import { formatUndelivered, messageWord } from './format-undelivered.ts';

interface Props {
  document: MailedDetail;
  /** Whether it is sent to nobody any more, as what is paid or answered. */
  closed: boolean;
  timeZone: string | undefined;
  onRetry: (email: Email) => void;
  /** Asks for an address, and what the message is to say. */
  onWrite: () => void;
  onShare: () => void;
}

/** How far the newest message about a document has come, or that there is none. */
export function EmailState({ document, closed, timeZone, onRetry, onWrite, onShare }: Props) {
  const [newest] = document.emails;
  if (!newest) {
    const isMissed = !closed && document.status !== 'draft' && !document.customer.email;
    return isMissed ? <NeverMailed onWrite={onWrite} onShare={onShare} /> : null;
  }
  const { glyph, words, reason, retry } = describeState(newest, timeZone);
  const isPointless = closed && newest.kind !== 'receipt';
  return (
    <section
      className={classes.state}
      aria-label="Email"
      data-status={newest.withdrawn ? 'withdrawn' : newest.status}
    >
      <StatusMark kind={glyph} />
      <div>
        <p role="status">{words}</p>
        {reason && <p className={classes.reason}>{reason}</p>}
        <p className={classes.ways}>
          {retry && !isPointless && (
            <Button size="sm" writes onClick={() => onRetry(newest)}>
              {retry}
            </Button>
          )}
          <Link to={`/outbox?message=${newest.id}`}>
            {newest.status === 'sent' ? 'View message' : 'Messages'}
          </Link>
        </p>
      </div>
    </section>
  );
}

/** A document that counts as sent, and of which its customer has heard nothing by email. */
function NeverMailed({ onWrite, onShare }: Pick<Props, 'onWrite' | 'onShare'>) {
  return (
    <section className={classes.state} aria-label="Email" data-status="none">
      <StatusMark kind="draft" />
      <div>
        <p>Not sent by email</p>
        <p className={classes.reason}>Customer doesn't have an email address on file.</p>
        <p className={classes.ways}>
          <Button size="sm" onClick={onWrite}>
            Enter one
          </Button>
          <Button size="sm" onClick={onShare}>
            Share a link
          </Button>
        </p>
      </div>
    </section>
  );
}

function describeState(
  email: Email,
  timeZone: string | undefined,
): { glyph: GlyphKind; words: string; reason?: string; retry?: string } {
  const { kind, to, status, lastError, nextAttemptAt, sentAt, waitsFor } = email;
  const what = messageWord(kind);
  const when = sentAt ? ` on ${formatInstant(sentAt, timeZone)}` : '';
  const undelivered = findUndelivered(email);
  if (undelivered?.how === 'outbox') {
    return {
      glyph: 'draft',
      words: `${formatUndelivered(undelivered)}${when}`,
      reason: 'No mail server is set up: it reached nobody.',
    };
  }
  if (undelivered) {
    return {
      glyph: 'overdue',
      words: formatUndelivered(undelivered),
      ...(lastError ? { reason: lastError } : {}),
      retry: 'Try again',
    };
  }
  if (status === 'sent') {
    return { glyph: 'sent', words: `${what} sent to ${to}${when}` };
  }
  if (email.withdrawn) {
    return { glyph: 'draft', words: `${what} to ${to} not sent: ${within(lastError)}` };
  }
  if (lastError === null) return { glyph: 'draft', words: `${what} to ${to} is queued…` };
  if (waitsFor) {
    const until = nextAttemptAt ? ` It goes out on ${formatInstant(nextAttemptAt, timeZone)}.` : '';
    return {
      glyph: 'draft',
      words: `${what} to ${to} waits to be sent`,
      reason: `${sentence(lastError)}${until}`,
    };
  }
  const next = nextAttemptAt
    ? ` It is tried again at ${formatInstant(nextAttemptAt, timeZone)}.`
    : '';
  const wait = nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : 0;
  return {
    glyph: 'draft',
    words: `${what} to ${to} is not sent yet`,
    reason: `${sentence(lastError)}${next}`,
    ...(wait > EMAIL_ATTEMPT_MS ? { retry: 'Try now' } : {}),
  };
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
