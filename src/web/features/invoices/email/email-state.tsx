import { Link } from 'react-router';
import type { Email, InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import type { GlyphKind } from '../../../documents/status-glyph.tsx';
import { StatusGlyph } from '../../../documents/status-glyph.tsx';
import { instantWords } from '../../../lib/instant-words.ts';
import { Button } from '../../../ui/button.tsx';
import classes from './email-state.module.css';

interface Props {
  invoice: InvoiceDetail;
  timeZone: string | undefined;
  onRetry: (email: Email) => void;
}

/** How far the newest message about an invoice has come. */
export function EmailState({ invoice, timeZone, onRetry }: Props) {
  const [newest] = invoice.emails;
  if (!newest) return null;
  const { glyph, words, reason } = stateOf(newest, timeZone);
  const isPaid = invoice.status === 'paid' && newest.kind === 'invoice';
  return (
    <section className={classes.state} aria-label="Email" data-status={newest.status}>
      <span className={classes.glyph} data-kind={glyph}>
        <StatusGlyph kind={glyph} />
      </span>
      <div>
        <p role="status">{words}</p>
        {reason && <p className={classes.reason}>{reason}</p>}
        <p className={classes.ways}>
          {newest.status === 'failed' && !isPaid && (
            <Button size="sm" onClick={() => onRetry(newest)}>
              Try again
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

function stateOf(
  email: Email,
  timeZone: string | undefined,
): { glyph: GlyphKind; words: string; reason?: string } {
  const { kind, to, status, lastError, nextAttemptAt, sentAt } = email;
  const what = kind === 'receipt' ? 'Receipt' : 'Email';
  if (status === 'sent') {
    const when = sentAt ? ` on ${instantWords(sentAt, timeZone)}` : '';
    return { glyph: 'sent', words: `${what} sent to ${to}${when}` };
  }
  if (status === 'failed') {
    return {
      glyph: 'overdue',
      words: `${what} to ${to} failed`,
      ...(lastError ? { reason: lastError } : {}),
    };
  }
  if (lastError === null) return { glyph: 'draft', words: `${what} to ${to} is queued…` };
  const next = nextAttemptAt
    ? ` It is tried again at ${instantWords(nextAttemptAt, timeZone)}.`
    : '';
  return {
    glyph: 'draft',
    words: `${what} to ${to} is not sent yet`,
    reason: `${lastError}${next}`,
  };
}
