import { Link } from 'react-router';
import type { Notification } from '../../../shared/notifications/notification.contract.ts';
import type { GlyphKind } from '../../documents/status-glyph.tsx';
import { StatusMark } from '../../documents/status-glyph.tsx';
import { useBusiness } from '../../documents/use-business.ts';
import { reason } from '../../lib/api-error.ts';
import { formatInstant, formatMoment } from '../../lib/format-instant.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { LoadingNotifications } from './loading-notifications.tsx';
import classes from './notification-panel.module.css';
import { useMarkRead, useNotifications } from './use-notifications.ts';

/** The page of what it is about; undefined when that is gone. */
function findTarget({
  type,
  invoiceId,
  estimateId,
}: Pick<Notification, 'type' | 'invoiceId' | 'estimateId'>): string | undefined {
  if (type === 'trial.nearly_used' || type === 'trial.used_up') return '/subscribe';
  if (invoiceId !== null) return `/invoices/${invoiceId}`;
  if (estimateId !== null) return `/estimates/${estimateId}`;
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
  'estimate.viewed': 'viewed',
  'estimate.accepted': 'paid',
  'estimate.expired': 'removed',
  'trial.nearly_used': 'draft',
  'trial.used_up': 'overdue',
};

const chooseGlyph = (type: Notification['type']): GlyphKind => GLYPHS[type];

const localTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Newest first, with what each leads to. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const list = useNotifications();
  const read = useMarkRead();
  const { profile } = useBusiness();
  const now = new Date(list.dataUpdatedAt);

  if (list.isPending) return <LoadingNotifications />;
  if (list.isError && list.notifications.length === 0) {
    return (
      <div className={cx(classes.list, classes.message)} role="alert">
        <p>{reason(list.error, 'Notifications could not be loaded. Nothing was lost.')}</p>
        <Button size="sm" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (list.notifications.length === 0) {
    return (
      <div className={cx(classes.list, classes.message)}>
        <p>
          <b>No notifications yet.</b>
        </p>
        <p>Payments, overdue invoices and failed emails are told here.</p>
      </div>
    );
  }
  return (
    <div className={classes.list}>
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
  const glyph = chooseGlyph(type);
  const target = findTarget(notification);
  const content = (
    <>
      <StatusMark kind={glyph} />
      <span className={classes.words}>
        <span className={classes.first}>
          <span className={classes.title}>
            {!isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
            {title}
          </span>
          <time dateTime={createdAt} title={formatInstant(createdAt, timeZone)}>
            {formatMoment(createdAt, now, timeZone)}
          </time>
        </span>
        <bdi className={classes.text}>{message}</bdi>
      </span>
      {!isRead && <span className={classes.dot} />}
    </>
  );
  const name = cx(classes.row, classes.pressed, !isRead && classes.unread);
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
