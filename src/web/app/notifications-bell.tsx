import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { NotificationPanel, useNews, useUnreadCount } from '../features/notifications/index.ts';
import { IconButton } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Popover } from '../ui/popover.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import classes from './notifications-bell.module.css';

/** More are not counted out on the badge. */
const MOST_SHOWN = 99;

/** How many notifications are unread, and the list of them: a popover, on the phone a sheet. */
export function NotificationsBell() {
  const phone = useIsPhone();
  const unread = useUnreadCount();
  const news = useNews();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  const bell = (
    <IconButton
      className={classes.bell}
      label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      tooltip={false}
      icon={IconBell}
      aria-haspopup="dialog"
      aria-expanded={anchor !== undefined}
      onClick={({ currentTarget }) => setAnchor((was) => (was ? undefined : currentTarget))}
    >
      {unread > 0 && (
        <span className={classes.badge} data-letters={shown.length} aria-hidden="true">
          {shown}
        </span>
      )}
    </IconButton>
  );
  return (
    <>
      {bell}
      {phone ? (
        <Sheet opened={anchor !== undefined} onClose={close} label="Notifications">
          <div className="-mx-3">
            <NotificationPanel onLeave={close} />
          </div>
        </Sheet>
      ) : (
        <Popover
          anchor={anchor}
          onClose={close}
          label="Notifications"
          className="w-[376px] overflow-hidden p-0!"
        >
          <NotificationPanel onLeave={close} />
        </Popover>
      )}
      <VisuallyHidden>
        <span role="status">{news && `${news.title}. ${news.message}`}</span>
      </VisuallyHidden>
    </>
  );
}
