import type { MouseEvent, ReactElement } from 'react';
import { cloneElement, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import type { IconType } from './icons.ts';
import type { ServerNeeds } from './offline.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { useOverlays } from './use-overlays.ts';

export interface MenuAction extends ServerNeeds {
  label: string;
  icon?: IconType;
  onClick: () => void;
  danger?: boolean;
  /** A key that does the same, such as 'E'. */
  shortcut?: string;
  /** Of what is on or off; the menu stays open for the next choice. */
  checked?: boolean;
  disabled?: boolean;
  /** Why it cannot be done now, shown beneath. The entry can then still be reached and read. */
  disabledReason?: string | undefined;
}

/** What changes something on the server. */
export const writeAction = (label: string, icon: IconType, onClick: () => void) => ({
  label,
  icon,
  writes: true,
  onClick,
});

/** Entries that belong together, with a heading where it takes one to see why. */
export type MenuGroup = readonly MenuAction[] | { heading: string; actions: readonly MenuAction[] };

export interface MenuListProps {
  /** The button that opened it; undefined while it is closed. */
  anchor: HTMLElement | undefined;
  onClose: () => void;
  /** Groups, divided by rules; what destroys stands in the last. Empty groups are left out. */
  groups: readonly MenuGroup[];
  label: string;
  /** From the lower edge of the screen. */
  sheet?: boolean;
}

/** A menu that many buttons open: 4 px under its button. Arrows move, letters find. */
export function MenuList(props: MenuListProps) {
  const opened = props.anchor !== undefined;
  const layers = useOverlays(opened);
  useBackCloses(opened && props.sheet === true, props.onClose);
  return layers && <layers.MenuLayer {...props} />;
}

interface TargetProps {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

interface Props extends Pick<MenuListProps, 'groups' | 'label'> {
  /** The button that opens it. */
  target: ReactElement<TargetProps>;
  /** Where there is more to it than fits beneath a thumb: a sheet from the lower edge. */
  sheetOnPhone?: boolean;
}

/** A menu of actions with its button. */
export function Menu({ target, sheetOnPhone = false, ...menu }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const phone = useIsPhone();
  return (
    <>
      {cloneElement(target, {
        onClick: ({ currentTarget }) => setAnchor((was) => (was ? undefined : currentTarget)),
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== undefined,
      })}
      <MenuList
        {...menu}
        anchor={anchor}
        onClose={() => setAnchor(undefined)}
        sheet={sheetOnPhone && phone}
      />
    </>
  );
}
