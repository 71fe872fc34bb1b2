import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { NotificationPanel, useNews, useUnreadCount } from '../features/notifications/index.ts';
import { IconButton } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
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
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  const bell = (
    <IconButton
      className={classes.bell}
      label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      tooltip={false}
      icon={IconBell}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened((was) => !was)}
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
      {phone ? (
        <>
          {bell}
          <Sheet opened={opened} onClose={close} label="Notifications">
            <div className={classes.inSheet}>
              <NotificationPanel onLeave={close} />
            </div>
          </Sheet>
        </>
      ) : (
        <Popover
          opened={opened}
          onChange={setOpened}
          width={376}
          position="bottom-end"
          offset={4}
          trapFocus
          returnFocus
          transitionProps={{ transition: 'fade-down', duration: 160 }}
          classNames={{ dropdown: classes.popover }}
        >
          <Popover.Target>{bell}</Popover.Target>
          <Popover.Dropdown aria-label="Notifications">
            <NotificationPanel onLeave={close} />
          </Popover.Dropdown>
        </Popover>
      )}
      <VisuallyHidden>
        <span role="status">{news && `${news.title}. ${news.message}`}</span>
      </VisuallyHidden>
    </>
  );
}
