import { useState } from 'react';
import { useNews, useUnreadCount } from '../features/notifications/index.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Sheet } from '../ui/dialog.tsx';
import { IconBell } from '../ui/icons.ts';
import { Popover } from '../ui/popover.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useBarPanels } from './use-bar-panels.ts';

/** More are not counted out on the badge. */
const MOST_SHOWN = 99;

/** How many notifications are unread, and the list of them: a popover, on the phone a sheet. */
export function NotificationsBell() {
  const phone = useIsPhone();
  const unread = useUnreadCount();
  const news = useNews();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const panels = useBarPanels(anchor !== undefined);
  const close = () => setAnchor(undefined);
  const shownAt = panels && anchor;
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  const bell = (
    <IconButton
      className={cx(
        'ml-0.5',
        // What reaches out of the button takes its room from nobody.
        shown.length === 2 && unread > 0 && 'mr-1',
        shown.length === 3 && 'mr-3',
      )}
      label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      tooltip={false}
      icon={IconBell}
      aria-haspopup="dialog"
      aria-expanded={anchor !== undefined}
      onClick={({ currentTarget }) => setAnchor((was) => (was ? undefined : currentTarget))}
    >
      {unread > 0 && (
        <span
          // Grows to the right, off the bell.
          className="absolute top-px left-[calc(50%+1px)] h-4 min-w-4 rounded-[8px] bg-accent px-1 text-center text-11 leading-4 font-semi text-on-accent tabular-nums shadow-[0_0_0_2px_var(--paper)]"
          aria-hidden="true"
        >
          {shown}
        </span>
      )}
    </IconButton>
  );
  return (
    <>
      {bell}
      {phone ? (
        <Sheet opened={shownAt !== undefined} onClose={close} label="Notifications">
          <div className="-mx-3">{panels && <panels.NotificationPanel onLeave={close} />}</div>
        </Sheet>
      ) : (
        <Popover
          anchor={shownAt}
          onClose={close}
          label="Notifications"
          className="w-[376px] overflow-hidden p-0!"
        >
          {panels && <panels.NotificationPanel onLeave={close} />}
        </Popover>
      )}
      <VisuallyHidden>
        <span role="status">{news && `${news.title}. ${news.message}`}</span>
      </VisuallyHidden>
    </>
  );
}
