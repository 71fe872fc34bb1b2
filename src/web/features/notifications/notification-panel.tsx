import { lazy, Suspense } from 'react';
import { failure } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';
import { LoadingNotifications } from './loading-notifications.tsx';
import classes from './notification-panel.module.css';
import { useMarkAllRead, useUnreadCount } from './use-notifications.ts';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

/** The head with 'Mark all read', and the list, newest first. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const unread = useUnreadCount();
  const readAll = useMarkAllRead();
  return (
    <>
      <div className={classes.head}>
        <h2 tabIndex={-1} data-autofocus>
          Notifications
        </h2>
        {unread > 0 && (
          <button
            type="button"
            className={classes.readAll}
            onClick={() =>
              readAll.mutate(undefined, {
                onError: (error) =>
                  notify.error('Error', failure('Failed to mark all as read', error)),
              })
            }
          >
            Mark all read
          </button>
        )}
      </div>
      <Suspense fallback={<LoadingNotifications />}>
        <NotificationList onLeave={onLeave} />
      </Suspense>
    </>
  );
}
