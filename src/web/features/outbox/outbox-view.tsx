import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Email } from '../../../shared/emails/message.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { MessageBadge } from './message-badge.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { useMessages } from './use-messages.ts';

interface Props {
  /** The one that is open. */
  messageId: number | undefined;
  onClose: () => void;
}

const buildAddress = ({ id }: Email) => `/outbox?message=${id}`;

/** Every message that was written to a customer, and how far it came. */
export function OutboxView({ messageId, onClose }: Props) {
  const list = useMessages();
  const installation = useQuery(orpc.account.installation.queryOptions());
  const { profile } = useBusiness();
  // The list is in the order in which they were written: that is the date to show.
  const when = ({ createdAt }: Email) => formatInstant(createdAt, profile?.timeZone);
  const columns: Column<Email>[] = [
    {
      title: 'Subject',
      kind: 'name',
      render: (email) => (
        <>
          <Link to={buildAddress(email)}>{email.subject}</Link>
          <Trouble message={email} />
        </>
      ),
    },
    { title: 'To', width: 270, render: ({ to }) => <bdi>{to}</bdi> },
    { title: 'Created', width: 200, kind: 'date', roomy: 'much', render: when },
    { title: 'Status', width: 190, render: (email) => <MessageBadge message={email} /> },
  ];
  const { messages } = list;
  return (
    <>
      {installation.data && (
        <p className="mb-4 text-pretty text-muted">
          {installation.data.mail === 'outbox'
            ? 'No mail server is set up, so messages stay in this outbox. Open one to see what your customer would receive.'
            : 'Messages are sent through your mail server. Each one’s status is shown here.'}
        </p>
      )}
      {list.isPending && (
        <Panel title="Messages">
          <DataTableSkeleton columns={columns} rows={6} words="Loading messages..." />
        </Panel>
      )}
      {list.isError && !list.data && (
        <PageError title="Messages could not be loaded" {...loadFailure(list)} />
      )}
      {list.isSuccess && messages.length === 0 && (
        <EmptyState
          title="No messages yet."
          actions={<Button to="/invoices">Go to invoices</Button>}
        >
          When you email a document, the message appears here with its text and attachment.
        </EmptyState>
      )}
      {messages.length > 0 && (
        <Panel title="Messages">
          <RowList
            label="Messages"
            columns={columns}
            rows={messages}
            rowKey={({ id }) => id}
            rowTo={buildAddress}
            card={(email) => ({
              // The number is in the subject: it is wrapped rather than cut.
              name: <span className="block wrap-anywhere whitespace-normal">{email.subject}</span>,
              amount: <MessageBadge message={email} />,
              below: (
                <>
                  <bdi>{email.to}</bdi>
                  <Trouble message={email} />
                </>
              ),
              end: when(email),
            })}
          />
        </Panel>
      )}
      <LoadMore list={list} />
      <MessageDialog messageId={messageId} onClose={onClose} />
    </>
  );
}

/** Why a message has not gone out, beneath what it is about; the row leads to the way out. */
function Trouble({ message }: { message: Email }) {
  const { lastError, status, withdrawn, withheld, bounce } = message;
  const words = lastError ?? bounce?.reason;
  if (words === undefined) return null;
  const failed = withheld || bounce?.kind === 'hard' || (status === 'failed' && !withdrawn);
  return (
    <span
      className={cx(
        'block overflow-hidden text-13 text-ellipsis',
        failed ? 'text-overdue' : 'text-muted',
      )}
    >
      {words}
    </span>
  );
}
