import { Link } from 'react-router';
import { EMAIL_ATTEMPT_MS } from '../../../../shared/emails/email.contract.ts';
import type { Email } from '../../../../shared/emails/email.ts';
import { undeliveredOf } from '../../../../shared/emails/undelivered.ts';
import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { withinSentence as within } from '../../../documents/email/email-event-words.ts';
import type { GlyphKind } from '../../../documents/status-glyph.tsx';
import { StatusGlyph } from '../../../documents/status-glyph.tsx';
import { instantWords } from '../../../lib/instant-words.ts';
import { Button } from '../../../ui/button.tsx';
import { copyPublicLink } from '../invoice-files.ts';
import classes from './email-state.module.css';
import { messageWord, undeliveredWords } from './undelivered-words.ts';

interface Props {
  invoice: InvoiceDetail;
  timeZone: string | undefined;
  onRetry: (email: Email) => void;
  /** Asks for an address, and what the message is to say. */
  onWrite: () => void;
}

/** How far the newest message about an invoice has come, or that there is none. */
export function EmailState({ invoice, timeZone, onRetry, onWrite }: Props) {
  const [newest] = invoice.emails;
  if (!newest) return <NeverMailed invoice={invoice} onWrite={onWrite} />;
  const { glyph, words, reason, retry } = stateOf(newest, timeZone);
  const isPaid = invoice.status === 'paid' && newest.kind === 'invoice';
  return (
    <section
      className={classes.state}
      aria-label="Email"
      data-status={newest.withdrawn ? 'withdrawn' : newest.status}
    >
      <span className={classes.glyph} data-kind={glyph}>
        <StatusGlyph kind={glyph} />
      </span>
      <div>
        <p role="status">{words}</p>
        {reason && <p className={classes.reason}>{reason}</p>}
        <p className={classes.ways}>
          {retry && !isPaid && (
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

/** An invoice that counts as sent, and of which its customer has heard nothing by email. */
function NeverMailed({ invoice, onWrite }: Pick<Props, 'invoice' | 'onWrite'>) {
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') return null;
  if (invoice.customer.email) return null;
  return (
    <section className={classes.state} aria-label="Email" data-status="none">
      <span className={classes.glyph} data-kind="draft">
        <StatusGlyph kind="draft" />
      </span>
      <div>
        <p>Not sent by email</p>
        <p className={classes.reason}>Customer doesn't have an email address on file.</p>
        <p className={classes.ways}>
          <Button size="sm" onClick={onWrite}>
            Enter one
          </Button>
          <Button size="sm" onClick={() => void copyPublicLink(invoice)}>
            Copy public link
          </Button>
        </p>
      </div>
    </section>
  );
}

function stateOf(
  email: Email,
  timeZone: string | undefined,
): { glyph: GlyphKind; words: string; reason?: string; retry?: string } {
  const { kind, to, status, lastError, nextAttemptAt, sentAt } = email;
  const what = messageWord(kind);
  const when = sentAt ? ` on ${instantWords(sentAt, timeZone)}` : '';
  const undelivered = undeliveredOf(email);
  if (undelivered?.how === 'outbox') {
    return {
      glyph: 'draft',
      words: `${undeliveredWords(undelivered)}${when}`,
      reason: 'No mail server is set up: it reached nobody.',
    };
  }
  if (undelivered) {
    return {
      glyph: 'overdue',
      words: undeliveredWords(undelivered),
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
  const next = nextAttemptAt
    ? ` It is tried again at ${instantWords(nextAttemptAt, timeZone)}.`
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
