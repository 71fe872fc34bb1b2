import { useEffect, useRef } from 'react';

/** 'mod' is ⌘ on Apple's systems and Ctrl elsewhere. */
export const MOD_LABEL = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')
  ? '⌘'
  : 'Ctrl ';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}

/**
 * Runs `act` on a key ('?', 'n') or with the modifier ('mod+k'). Keys without it are left alone while
 * somebody types and while a dialog is open.
 */
export function useShortcut(shortcut: string, act: () => void): void {
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
      if (!mod && (isTyping(event.target) || document.querySelector('[role=dialog]'))) return;
      event.preventDefault();
      current.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [shortcut]);
}
