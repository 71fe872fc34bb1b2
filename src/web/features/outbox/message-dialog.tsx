import { useState } from 'react';
import { Link } from 'react-router';
import type { EmailDetail } from '../../../shared/emails/email.contract.ts';
import { AskToUnblock } from '../../documents/email/ask-to-unblock.tsx';
import { ChangeTime } from '../../documents/email/change-time.tsx';
import { isGivenUp, tryAgain, useBlock } from '../../documents/email/try-again.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconPaperclip } from '../../ui/icons.ts';
import { PageError } from '../../ui/page-error.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import { MessageBadge } from './message-badge.tsx';
import { useMessage, useRetry, useWithdraw } from './use-messages.ts';

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
  { value: 'html', label: 'Formatted' },
  { value: 'text', label: 'Plain text' },
] as const;

function Message({ message }: { message: EmailDetail }) {
  const { profile } = useBusiness();
  const [view, setView] = useState<'html' | 'text'>('html');
  const { retry, retrying } = useRetry(message.id);
  const { withdraw, withdrawing } = useWithdraw(message.id);
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
    bounce,
    customer,
  } = message;
  const again = tryAgain(message);
  const block = useBlock(isGivenUp(message) ? to : undefined);
  const isPlanned = message.waitsFor === 'schedule' && message.nextAttemptAt !== null;
  const isReturned = bounce?.kind === 'hard';
  const timeZone = profile?.timeZone;
  return (
    <>
      <dl className="mt-3 mb-4.5 grid grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 wrap-anywhere">
        <dt className="text-muted">Status</dt>
        <dd>
          <MessageBadge message={message} />
        </dd>
        <dt className="text-muted">To</dt>
        <dd>{to}</dd>
        <Copies label="Cc" addresses={message.cc} />
        <Copies label="Bcc" addresses={message.bcc} />
        <dt className="text-muted">
          {message.keptInOutbox ? 'Kept' : sentAt ? 'Sent' : 'Created'}
        </dt>
        <dd>{formatInstant(sentAt ?? createdAt, timeZone)}</dd>
        {isPlanned && message.nextAttemptAt && (
          <>
            <dt className="text-muted">Scheduled for</dt>
            <dd>{formatInstant(message.nextAttemptAt, timeZone)}</dd>
          </>
        )}
        {lastError && (
          <>
            <dt className="text-muted">{message.withdrawn ? 'Not sent' : 'Last attempt'}</dt>
            <dd className={message.withdrawn && !message.withheld ? undefined : 'text-overdue'}>
              {lastError}
            </dd>
          </>
        )}
        {bounce && (
          <>
            <dt className="text-muted">Came back</dt>
            <dd className={isReturned ? 'text-overdue' : undefined}>
              {bounce.reason}, on {formatInstant(bounce.at, timeZone)}
            </dd>
          </>
        )}
        <dt className="text-muted">About</dt>
        <dd>
          {invoiceId !== null && <Link to={`/invoices/${invoiceId}`}>The invoice</Link>}
          {estimateId !== null && <Link to={`/estimates/${estimateId}`}>The estimate</Link>}
          {creditNoteId !== null && (
            <Link to={`/credit-notes/${creditNoteId}`}>The credit note</Link>
          )}
          {customerId !== null && <Link to={`/customers/${customerId}`}>The customer</Link>}
        </dd>
        {attachments.length > 0 && (
          <>
            <dt className="text-muted">Attached</dt>
            <dd className="flex flex-wrap gap-x-4 gap-y-1">
              {attachments.map(({ fileName, url }) => (
                <ServerLink key={url} className="inline-flex items-center gap-1.5" href={url}>
                  <Icon as={IconPaperclip} />
                  <bdi>{fileName}</bdi>
                </ServerLink>
              ))}
            </dd>
          </>
        )}
      </dl>
      <div className="mb-4.5 flex flex-wrap items-start gap-2.5 empty:hidden">
        {block && <AskToUnblock {...block} />}
        {status === 'failed' && block === null && (!message.withdrawn || message.withheld) && (
          <Button writes busy={retrying} onClick={() => void retry(again)}>
            {message.withheld ? `Send to ${customer?.email ?? to}` : again.label}
          </Button>
        )}
        {(message.withheld || isReturned) && customer && (
          <Button to={`/customers/${customer.id}`}>Correct the address</Button>
        )}
        {isPlanned && (
          <>
            <Button size="sm" writes busy={retrying} onClick={() => void retry()}>
              Send now
            </Button>
            <Button size="sm" writes busy={withdrawing} onClick={() => void withdraw()}>
              Do not send it
            </Button>
            <ChangeTime email={message} timeZone={timeZone} />
          </>
        )}
      </div>
      {html !== null && text !== null ? (
        <>
          <SegmentedControl
            label="Message format"
            segments={VIEWS}
            value={view}
            onChange={setView}
          />
          {view === 'html' ? (
            <iframe
              className="mt-3 block h-[min(520px,56dvh)] w-full rounded border border-hairline bg-[#ffffff]"
              title="The formatted message"
              // No scripts, no forms, no origin of ours; its links open beside the application.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={html.replace(/<head>/i, '<head><base target="_blank">')}
            />
          ) : (
            <Words>{text}</Words>
          )}
        </>
      ) : (
        <>
          <p className="text-muted">
            {message.keptInOutbox
              ? 'No mail server is set up, so it was not delivered. This is its text.'
              : status === 'sent'
                ? 'It was sent through the mail server. This is its text.'
                : message.mayHaveArrived
                  ? 'It may have been sent: ask its recipient before you send it again. This is its text.'
                  : 'It has not been sent. This is its text.'}
          </p>
          <Words>{message.message}</Words>
        </>
      )}
    </>
  );
}

/** Who reads it besides; nothing where nobody does. */
function Copies({ label, addresses }: { label: string; addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{addresses.join(', ')}</dd>
    </>
  );
}

const Words = ({ children }: { children: string }) => (
  <pre
    // A long message is scrolled by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className="mt-3 mb-0 block max-h-[min(520px,56dvh)] w-full overflow-auto rounded border border-hairline bg-sunken p-4 [font:inherit] wrap-anywhere whitespace-pre-wrap"
  >
    {children}
  </pre>
);
