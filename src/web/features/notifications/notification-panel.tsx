import { lazy, Suspense } from 'react';
import { failure } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';
import { LoadingNotifications } from './loading-notifications.tsx';
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
      <div className="flex h-[46px] items-center border-b border-hairline px-4">
        <h2 className="flex-1 text-14 outline-0" tabIndex={-1} data-autofocus>
          Notifications
        </h2>
        {unread > 0 && (
          <button
            type="button"
            className="-mr-2 min-h-8 cursor-pointer rounded-sm border-0 bg-transparent px-2 text-14 font-[500] text-accent hover:text-accent-hover hover:underline max-md:min-h-11"
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
