import { Popover } from '@mantine/core';
import { IconCheck, IconCloudOff } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactElement } from 'react';
import { cloneElement, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import type { IconType } from './icon.tsx';
import { Icon } from './icon.tsx';
import classes from './menu.module.css';
import type { ServerNeeds } from './offline.tsx';
import { useServerRefusal } from './offline.tsx';
import { Sheet } from './sheet.tsx';
import { useIsPhone } from './use-is-phone.ts';

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

/** Entries that belong together, with a heading where it takes one to see why. */
export type MenuGroup = readonly MenuAction[] | { heading: string; actions: readonly MenuAction[] };

interface TargetProps {
  onClick?: (event: MouseEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

interface Props {
  /** The button that opens it. */
  target: ReactElement<TargetProps>;
  /** Groups, divided by rules; what destroys stands in the last. Empty groups are left out. */
  groups: readonly MenuGroup[];
  label: string;
  position?: 'bottom-start' | 'bottom-end';
  /** Where there is more to it than fits beneath a thumb: a sheet from the lower edge. */
  sheetOnPhone?: boolean;
}

/** A menu of actions, 4 px under its button. Arrows move, letters find, Tab and Escape close. */
export function Menu({
  target,
  groups,
  label,
  position = 'bottom-end',
  sheetOnPhone = false,
}: Props) {
  const [opened, setOpened] = useState(false);
  const phone = useIsPhone();
  const [opener, setOpener] = useState<Element>();
  const button = cloneElement(target, {
    onClick: (event) => {
      setOpener(event.currentTarget);
      setOpened((was) => !was);
    },
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
  });
  const close = () => setOpened(false);
  if (sheetOnPhone && phone) {
    return (
      <>
        {button}
        <Sheet opened={opened} onClose={close} label={label}>
          <div className={classes.sheet}>
            <MenuItems groups={groups} label={label} onDone={close} />
          </div>
        </Sheet>
      </>
    );
  }
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
        <MenuItems
          groups={groups}
          label={label}
          onDone={() => {
            // A dialog that an entry opens gives the focus back to where it was: the entry is gone then.
            if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
            close();
          }}
        />
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
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? []),
];

/** The inside of a menu, for one that is opened by many buttons and so has a popover of its own. */
export function MenuItems({ groups, label, onDone }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const parts = groups.map((group) =>
    'actions' in group ? group : { heading: undefined, actions: group },
  );
  const all = parts.flatMap(({ actions }) => actions);
  // One sentence for all of them: what goes for opening goes for saving as well.
  const refusal = useServerRefusal({
    writes: all.some(({ writes }) => writes),
    reads: all.some(({ reads }) => reads),
  });
  useEffect(() => {
    items(menu.current)[0]?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const shown = items(menu.current);
    const at = shown.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, shown, at);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Tab') {
      onDone();
    }
  };
  return (
    <>
      {refusal !== undefined && (
        <p id={reasonId} className={classes.refusal}>
          <Icon as={IconCloudOff} size={14} />
          <span>{refusal}</span>
        </p>
      )}
      {/* The items have the focus; the menu only hears the keys that move it. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div ref={menu} role="menu" aria-label={label} onKeyDown={onKeyDown}>
        {parts
          .filter(({ actions }) => actions.length > 0)
          .map(({ heading, actions }) => (
            <div
              key={actions[0]?.label}
              role="group"
              aria-label={heading}
              className={classes.group}
            >
              {heading !== undefined && (
                <p className={classes.heading} aria-hidden="true">
                  {heading}
                </p>
              )}
              {actions.map((action) => (
                <MenuItem
                  key={action.label}
                  action={action}
                  reason={action.disabledReason}
                  refusalId={
                    refusal !== undefined && (action.writes || action.reads) ? reasonId : undefined
                  }
                  onDone={onDone}
                />
              ))}
            </div>
          ))}
      </div>
    </>
  );
}

interface ItemProps {
  action: MenuAction;
  /** Why it cannot be done now, where that is its own affair. */
  reason: string | undefined;
  /** Where the menu says why none of its kind can be done now. */
  refusalId: string | undefined;
  onDone: () => void;
}

function MenuItem({ action, reason, refusalId, onDone }: ItemProps) {
  const inert = reason !== undefined || refusalId !== undefined;
  const { checked } = action;
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      tabIndex={-1}
      disabled={action.disabled}
      aria-disabled={inert || undefined}
      aria-describedby={refusalId}
      aria-keyshortcuts={action.shortcut}
      className={cx(classes.item, action.danger && classes.danger)}
      onClick={() => {
        if (inert) return;
        if (checked === undefined) onDone();
        action.onClick();
      }}
    >
      {checked !== undefined && (
        <span className={classes.check}>{checked && <Icon as={IconCheck} />}</span>
      )}
      {action.icon && <Icon as={action.icon} />}
      <span>
        {action.label}
        {reason && <small>{reason}</small>}
      </span>
      {action.shortcut && <kbd aria-hidden="true">{action.shortcut}</kbd>}
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
