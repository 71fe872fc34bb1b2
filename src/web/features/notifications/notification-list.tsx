import { Link } from 'react-router';
import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';
import { StatusMark } from '../../documents/status-glyph.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { formatInstant, formatMoment } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import {
  LoadingNotifications,
  NOTIFICATION_LIST,
  NOTIFICATION_ROW,
} from './loading-notifications.tsx';
import { useMarkRead, useNotifications } from './use-notifications.ts';

/** The page of what it is about; undefined when that is gone. */
function findTarget({
  type,
  invoiceId,
  estimateId,
  recurringId,
  customerId,
}: Pick<Notification, 'type' | 'invoiceId' | 'estimateId' | 'recurringId' | 'customerId'>):
  | string
  | undefined {
  if (type === 'trial.nearly_used' || type === 'trial.used_up') return '/subscribe';
  if (type === 'time_zone.lost') return '/business-profile';
  if (invoiceId !== null) return `/invoices/${invoiceId}`;
  if (estimateId !== null) return `/estimates/${estimateId}`;
  if (recurringId !== null) return `/recurring/${recurringId}`;
  if (customerId !== null) return `/customers/${customerId}`;
  return undefined;
}

const GLYPHS: Record<Notification['type'], GlyphKind> = {
  'invoice.paid': 'paid',
  'invoice.overdue': 'overdue',
  'invoice.viewed': 'viewed',
  'payment.review': 'overdue',
  'payment.failed': 'overdue',
  'payment.overpaid': 'overdue',
  'payment.disputed': 'overdue',
  'email.failed': 'overdue',
  'email.unwanted': 'overdue',
  'reminder.refused': 'overdue',
  'late_fee.made': 'draft',
  'late_fee.refused': 'overdue',
  'estimate.viewed': 'viewed',
  'estimate.accepted': 'paid',
  'estimate.declined': 'removed',
  'estimate.not_followed': 'overdue',
  'estimate.expired': 'removed',
  'recurring.made': 'draft',
  'recurring.refused': 'overdue',
  'trial.nearly_used': 'draft',
  'trial.used_up': 'overdue',
  'time_zone.lost': 'overdue',
  'customer.proposed': 'draft',
};

const localTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const MESSAGE = cx(
  NOTIFICATION_LIST,
  'flex flex-col items-center justify-center gap-2 p-6 text-center text-muted',
);

/** Newest first, with what each leads to. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const list = useNotifications();
  const read = useMarkRead();
  const { profile } = useBusiness();
  const now = new Date(list.dataUpdatedAt);

  if (list.isPending) return <LoadingNotifications />;
  if (list.isError && list.notifications.length === 0) {
    return (
      <div className={MESSAGE} role="alert">
        <p>{errorMessage(list.error, 'Notifications could not be loaded. Nothing was lost.')}</p>
        <Button size="sm" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (list.notifications.length === 0) {
    return (
      <div className={MESSAGE}>
        <p>
          <b className="text-ink">No notifications yet.</b>
        </p>
        <p>Payments, overdue invoices and failed emails show up here.</p>
      </div>
    );
  }
  return (
    <div className={NOTIFICATION_LIST}>
      <ul>
        {list.notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            now={now}
            timeZone={profile?.timeZone ?? localTimeZone()}
            onOpen={() => {
              if (!notification.isRead) read.mutate(notification);
              if (findTarget(notification)) onLeave();
            }}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  );
}

interface RowProps {
  notification: Notification;
  now: Date;
  timeZone: string;
  onOpen: () => void;
}

function NotificationRow({ notification, now, timeZone, onOpen }: RowProps) {
  const { type, title, message, isRead, createdAt } = notification;
  const target = findTarget(notification);
  const content = (
    <>
      <StatusMark kind={GLYPHS[type]} />
      <span className="block min-w-0">
        <span className="flex items-baseline gap-2">
          <span className={cx('flex-1', isRead ? 'font-[480]' : 'font-semi')}>
            {!isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
            {title}
          </span>
          <time
            className="text-12 whitespace-nowrap text-muted"
            dateTime={createdAt}
            title={formatInstant(createdAt, timeZone)}
          >
            {formatMoment(createdAt, now, timeZone)}
          </time>
        </span>
        <bdi className="block min-w-0 text-13 wrap-anywhere text-muted">{message}</bdi>
      </span>
      {!isRead && <span className="mt-1.5 size-2 rounded-full bg-accent" />}
    </>
  );
  const name = cx(
    NOTIFICATION_ROW,
    'cursor-pointer hover:bg-wash hover:no-underline focus-visible:rounded-sm focus-visible:-outline-offset-2',
  );
  return (
    <li>
      {target ? (
        <Link className={name} to={target} onClick={onOpen}>
          {content}
        </Link>
      ) : (
        <button type="button" className={name} onClick={onOpen}>
          {content}
        </button>
      )}
    </li>
  );
}
