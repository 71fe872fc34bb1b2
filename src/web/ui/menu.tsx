import { Popover } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, ReactElement } from 'react';
import { cloneElement, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import type { IconType } from './icon.tsx';
import { Icon } from './icon.tsx';
import classes from './menu.module.css';
import { useWriteRefusal } from './offline.tsx';

export interface MenuAction {
  label: string;
  icon?: IconType;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Why it cannot be done now, shown beneath. The entry can then still be reached and read. */
  disabledReason?: string | undefined;
  /** It saves, or leads to what can only save: disabled while the server is out of reach. */
  writes?: boolean;
}

interface TargetProps {
  onClick?: (event: MouseEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

interface Props {
  /** The button that opens it. */
  target: ReactElement<TargetProps>;
  /** Groups, divided by rules; what destroys stands in the last. Empty groups are left out. */
  groups: readonly (readonly MenuAction[])[];
  label: string;
  position?: 'bottom-start' | 'bottom-end';
}

/** A menu of actions, 4 px under its button. Arrows move, letters find, Tab and Escape close. */
export function Menu({ target, groups, label, position = 'bottom-end' }: Props) {
  const [opened, setOpened] = useState(false);
  const button = cloneElement(target, {
    onClick: () => setOpened((was) => !was),
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
  });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={position}
      offset={4}
      width={220}
      returnFocus
      withRoles={false}
      transitionProps={{ transition: 'fade-down', duration: 160 }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <MenuItems groups={groups} label={label} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ItemsProps {
  groups: Props['groups'];
  label: string;
  onDone: () => void;
}

const items = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? []),
];

/** The inside of a menu, for one that is opened by many buttons and so has a popover of its own. */
export function MenuItems({ groups, label, onDone }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  const refusal = useWriteRefusal();
  useEffect(() => {
    items(menu.current)[0]?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items(menu.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, all, at);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Tab') {
      onDone();
    }
  };
  return (
    // The items have the focus; the menu only hears the keys that move it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={menu} role="menu" aria-label={label} onKeyDown={onKeyDown}>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <div key={group[0]?.label} role="group" className={classes.group}>
            {group.map((action) => (
              <MenuItem
                key={action.label}
                action={action}
                reason={action.disabledReason ?? (action.writes ? refusal : undefined)}
                onDone={onDone}
              />
            ))}
          </div>
        ))}
    </div>
  );
}

interface ItemProps {
  action: MenuAction;
  /** Why it cannot be done now. */
  reason: string | undefined;
  onDone: () => void;
}

function MenuItem({ action, reason, onDone }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={action.disabled}
      aria-disabled={reason !== undefined || undefined}
      className={cx(classes.item, action.danger && classes.danger)}
      onClick={() => {
        if (reason !== undefined) return;
        onDone();
        action.onClick();
      }}
    >
      {action.icon && <Icon as={action.icon} />}
      <span>
        {action.label}
        {reason && <small>{reason}</small>}
      </span>
    </button>
  );
}

function nextItem(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  if (all.length === 0) return undefined;
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all[(at - 1 + all.length) % all.length];
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const fromNext = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return fromNext.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
