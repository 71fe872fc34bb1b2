import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useUser } from '../lib/session.ts';
import { isShortcutFree } from '../ui/use-shortcut.ts';
import { NAV_GROUPS } from './routes.ts';

/** How long the letter after G is waited for. */
const LETTER_WITHIN_MS = 1_500;

/** G and then the letter of a page goes there. Heard before other shortcuts, which have letters too. */
export function useGoToKeys(): void {
  const navigate = useNavigate();
  const isAdmin = useUser()?.isAdmin ?? false;
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || !isShortcutFree(event)) return;
      const waits = event.timeStamp - pressedAt < LETTER_WITHIN_MS;
      const key = event.key.toUpperCase();
      pressedAt = key === 'G' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!waits) return;
      const page = NAV_GROUPS.flat().find((entry) => entry.key === key);
      if (!page || (page.adminOnly && !isAdmin)) return;
      event.preventDefault();
      void navigate(page.path);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [navigate, isAdmin]);
}
