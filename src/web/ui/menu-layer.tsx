import {
  Menu,
  MenuGroup,
  MenuGroupLabel,
  MenuItem,
  MenuItemCheckbox,
  useMenuStore,
} from '@ariakit/react';
import { useId, useLayoutEffect } from 'react';
import { cx } from './cx.ts';
import { CARD, GRAB, SHEET } from './dialog-layer.tsx';
import { FLOATING, MENU_ITEM } from './floating.ts';
import { Icon } from './icon.tsx';
import { IconCheck, IconCloudOff } from './icons.ts';
import type { MenuAction, MenuListProps } from './menu.tsx';
import { useServerRefusal } from './offline.tsx';
import { useFrozen } from './use-frozen.ts';

const inGroup = (group: MenuListProps['groups'][number]) =>
  'actions' in group ? group : { heading: undefined, actions: group };

/** The menu itself: at its button, or as a sheet from the lower edge. */
export function MenuLayer({ anchor, onClose, groups: given, label, sheet = false }: MenuListProps) {
  const opened = anchor !== undefined;
  const groups = useFrozen(given, opened).map(inGroup);
  const store = useMenuStore({
    open: opened,
    setOpen: (open) => !open && onClose(),
    placement: 'bottom-end',
  });
  useLayoutEffect(() => {
    if (!anchor) return;
    store.setAnchorElement(anchor);
    store.setDisclosureElement(anchor);
    store.setInitialFocus('first');
    store.setAutoFocusOnShow(true);
  }, [store, anchor]);

  // One sentence for all of them: what goes for opening goes for saving as well.
  const all = groups.flatMap(({ actions }) => actions);
  const refusal = useServerRefusal({
    writes: all.some(({ writes }) => writes),
    reads: all.some(({ reads }) => reads),
  });
  const reasonId = useId();
  const done = () => {
    // A dialog that an entry opens gives the focus back to where it was: the entry is gone then.
    anchor?.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Menu
      store={store}
      aria-label={label}
      portal
      // No spans that catch Tab, which readers would find: from its button, Tab goes on by itself.
      preserveTabOrder={false}
      onKeyDown={({ key }) => key === 'Tab' && done()}
      unmountOnHide
      gutter={4}
      {...(sheet && {
        modal: true,
        backdrop: <div className="bg-scrim transition-opacity opacity-0 data-enter:opacity-100" />,
        // It hangs at nothing.
        updatePosition: () => {},
        wrapperProps: { className: 'fixed! top-auto! bottom-0! w-full!' },
      })}
      className={cx(
        sheet
          ? `${CARD} ${SHEET} z-200 text-ink outline-none transition-[translate] duration-180 translate-y-full data-enter:translate-y-0`
          : `${FLOATING} w-[220px]`,
      )}
    >
      {sheet && GRAB}
      <div className={cx(sheet && 'px-3 pt-2 pb-5')}>
        {refusal !== undefined && (
          <p
            id={reasonId}
            className="mb-1.5 flex gap-2.5 border-b border-hairline px-2.5 pt-1.5 pb-2 text-12 leading-[1.35] text-ink-2"
          >
            <Icon as={IconCloudOff} size={14} className="mt-px" />
            <span>{refusal}</span>
          </p>
        )}
        {groups
          .filter(({ actions }) => actions.length > 0)
          .map(({ heading, actions }, index) => (
            <MenuGroup
              key={actions[0]?.label}
              className={cx(index > 0 && 'mt-1.5 border-t border-hairline pt-1.5')}
            >
              {heading !== undefined && (
                <MenuGroupLabel className="px-2.5 py-1 text-12 font-med text-muted">
                  {heading}
                </MenuGroupLabel>
              )}
              {actions.map((action) => (
                <Entry
                  key={action.label}
                  action={action}
                  refusalId={
                    refusal !== undefined && (action.writes || action.reads) ? reasonId : undefined
                  }
                  tall={sheet}
                  onDone={done}
                />
              ))}
            </MenuGroup>
          ))}
      </div>
    </Menu>
  );
}

interface EntryProps {
  action: MenuAction;
  /** Where the menu says why none of its kind can be done now. */
  refusalId: string | undefined;
  /** For thumbs instead of a pointer. */
  tall: boolean;
  onDone: () => void;
}

function Entry({ action, refusalId, tall, onDone }: EntryProps) {
  const { label, icon, danger, shortcut, checked, disabled, disabledReason: reason } = action;
  const inert = reason !== undefined || refusalId !== undefined;
  const color = inert ? 'text-muted' : danger ? 'text-overdue' : 'text-ink';
  const attributes = {
    disabled: disabled || inert,
    // Why it cannot be done now can be reached and read.
    accessibleWhenDisabled: inert,
    'aria-describedby': refusalId,
    'aria-keyshortcuts': shortcut,
    className: cx(
      MENU_ITEM,
      color,
      tall && 'max-md:min-h-12',
      reason && 'py-1.5',
      disabled && 'opacity-45',
    ),
    hideOnClick: false,
  };
  const content = (
    <>
      {icon && <Icon as={icon} className={danger && !inert ? 'text-overdue' : 'text-muted'} />}
      <span>
        {label}
        {reason && <small className="block text-12 leading-[1.35]">{reason}</small>}
      </span>
      {shortcut && (
        <kbd className="ml-auto max-md:hidden" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </>
  );
  if (checked !== undefined) {
    return (
      <MenuItemCheckbox
        {...attributes}
        name={label}
        checked={checked}
        onClick={() => action.onClick()}
      >
        {/* As wide with its tick as without. */}
        <span className="grid size-4 flex-none place-items-center">
          {checked && <Icon as={IconCheck} />}
        </span>
        {content}
      </MenuItemCheckbox>
    );
  }
  return (
    <MenuItem
      {...attributes}
      onClick={() => {
        onDone();
        action.onClick();
      }}
    >
      {content}
    </MenuItem>
  );
}
