import type { ReactNode } from 'react';
import { formatInstant } from '../../lib/format-instant.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';

/** Around the rows of a list of sessions, passkeys or events. */
export const rowsClass =
  'mb-3.5 divide-y divide-hairline rounded border border-hairline bg-surface last:mb-0';

/** A form of the account: its button as wide as its words, on the phone as wide as the fields. */
export const formClass =
  'grid max-w-110 gap-3.5 *:last:justify-self-start max-md:max-w-none max-md:*:last:justify-self-stretch';

/** A line in a section that is no row of it. */
export function AccountNote({ children }: { children: ReactNode }) {
  return <p className="mb-2.5 text-13 text-pretty text-muted">{children}</p>;
}

interface Props {
  icon?: IconType;
  title: ReactNode;
  below: ReactNode;
  /** The instant that it is about: on the phone in a line of its own. */
  time?: string;
  /** The row's button. */
  children?: ReactNode;
}

export function AccountRow({ icon, title, below, time, children }: Props) {
  return (
    <li
      className={cx(
        'flex min-h-14 items-center gap-x-3 px-4 py-2 max-md:px-3',
        time && 'max-md:flex-wrap',
      )}
    >
      {icon && <Icon as={icon} size={18} className="text-muted" />}
      <div className="min-w-0 flex-1">
        <b className="flex flex-wrap items-center gap-x-2 gap-y-0.5 leading-[1.35] font-med wrap-anywhere">
          {title}
        </b>
        {below && <small className="block text-12 text-muted wrap-anywhere">{below}</small>}
      </div>
      {time && (
        <time
          dateTime={time}
          className="flex-none text-12 text-muted tabular-nums max-md:basis-full"
        >
          {formatInstant(time, undefined)}
        </time>
      )}
      {children}
    </li>
  );
}
