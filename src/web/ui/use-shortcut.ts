import { useEffect, useRef } from 'react';

/** 'mod' is ⌘ on Apple's systems and Ctrl elsewhere. */
export const MOD_LABEL = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')
  ? '⌘'
  : 'Ctrl ';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  );
}

/** Whether a key without a modifier is nobody else's: none types, no dialog or menu is open. */
export function isShortcutFree({ target }: KeyboardEvent): boolean {
  return !isTyping(target) && !document.querySelector('[role=dialog], [role=menu]');
}

/**
 * Runs `act` on a key ('?', 'n') or with the modifier ('mod+k'). Keys without it are left alone while
 * somebody types and while a dialog or a menu is open.
 * @param act returns false where the key meant nothing to it
 */
export function useShortcut(shortcut: string, act: () => unknown): void {
  const current = useRef(act);
  useEffect(() => {
    current.current = act;
  }, [act]);
  useEffect(() => {
    const mod = shortcut.startsWith('mod+');
    const key = mod ? shortcut.slice(4) : shortcut;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || (event.metaKey || event.ctrlKey) !== mod) return;
      if (event.altKey || event.defaultPrevented) return;
      if (!mod && !isShortcutFree(event)) return;
      if (current.current() !== false) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [shortcut]);
}
