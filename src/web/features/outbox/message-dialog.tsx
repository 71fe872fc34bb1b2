import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EmailDetail } from '../../../shared/emails/email.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { MessageBadge } from './message-badge.tsx';
import classes from './message-dialog.module.css';
import { useMessage, useRetry } from './use-messages.ts';

interface Props {
  /** None closes the dialog. */
  messageId: number | undefined;
  onClose: () => void;
}

/** One message: where it went, how far it came, and what it said. */
export function MessageDialog({ messageId, onClose }: Props) {
  const shown = useFrozen(messageId, messageId !== undefined);
  const message = useMessage(shown);
  return (
    <Dialog
      opened={messageId !== undefined}
      onClose={onClose}
      size={760}
      fullOnPhone
      title={message.data?.subject ?? 'Message'}
    >
      {message.data ? (
        <Message message={message.data} />
      ) : message.isError ? (
        <PageError title="The message could not be loaded" {...loadFailure(message)} />
      ) : (
        <PageSpinner label="Loading message" />
      )}
    </Dialog>
  );
}

const VIEWS = [
  { value: 'html', label: 'As designed' },
  { value: 'text', label: 'Plain text' },
] as const;

function Message({ message }: { message: EmailDetail }) {
  const { profile } = useBusiness();
  const [view, setView] = useState<'html' | 'text'>('html');
  const { retry, retrying } = useRetry(message.id);
  const {
    to,
    status,
    sentAt,
    createdAt,
    lastError,
    invoiceId,
    estimateId,
    creditNoteId,
    customerId,
    attachments,
    html,
    text,
  } = message;
  return (
    <>
      <dl className={classes.facts}>
        <dt>State</dt>
        <dd>
          <MessageBadge message={message} />
        </dd>
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>{message.keptInOutbox ? 'Kept' : sentAt ? 'Sent' : 'Written'}</dt>
        <dd>{formatInstant(sentAt ?? createdAt, profile?.timeZone)}</dd>
        {lastError && (
          <>
            <dt>{message.withdrawn ? 'Not sent' : 'Last attempt'}</dt>
            <dd className={message.withdrawn ? undefined : classes.reason}>{lastError}</dd>
          </>
        )}
        <dt>About</dt>
        <dd>
          {invoiceId !== null && <Link to={`/invoices/${invoiceId}`}>The invoice</Link>}
          {estimateId !== null && <Link to={`/estimates/${estimateId}`}>The estimate</Link>}
          {creditNoteId !== null && (
            <Link to={`/credit-notes/${creditNoteId}`}>The credit note</Link>
          )}
          {customerId !== null && <Link to={`/customers/${customerId}`}>The customer</Link>}
        </dd>
        <dt>Attached</dt>
        <dd>
          {attachments.map(({ fileName, url }) => (
            <ServerLink key={url} className={classes.file} href={url}>
              <Icon as={IconPaperclip} />
              <bdi>{fileName}</bdi>
            </ServerLink>
          ))}
        </dd>
      </dl>
      {status === 'failed' && !message.withdrawn && (
        <p className={classes.retry}>
          <Button writes busy={retrying} onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      )}
      {html !== null && text !== null ? (
        <>
          <SegmentedControl
            label="Show the message"
            segments={VIEWS}
            value={view}
            onChange={setView}
          />
          {view === 'html' ? (
            <iframe
              className={classes.page}
              title="The message as designed"
              // No scripts, no forms, no origin of ours; its links open beside the application.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={html.replace(/<head>/i, '<head><base target="_blank">')}
            />
          ) : (
            <pre className={classes.text}>{text}</pre>
          )}
        </>
      ) : (
        <>
          <p className={classes.note}>
            {message.keptInOutbox
              ? 'No mail server is set up, so it was sent to nobody. These are its words.'
              : status === 'sent'
                ? 'It went out through the mail server. These are the words that were written for it.'
                : 'It has not gone out. These are the words that were written for it.'}
          </p>
          <pre className={classes.text}>{message.message}</pre>
        </>
      )}
    </>
  );
}
