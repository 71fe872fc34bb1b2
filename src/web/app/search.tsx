import type { RefObject } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUser } from '../lib/session.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconSearch } from '../ui/icons.ts';
import { notify } from '../ui/notify.tsx';
import { MOD_LABEL, useShortcut } from '../ui/use-shortcut.ts';
import { NAV_GROUPS } from './routes.ts';

const load = () => import('../features/search/index.ts');
type SearchPart = Awaited<ReturnType<typeof load>>;

/** The search over everything: Ctrl/⌘ K opens it from anywhere, `open` from a box or a button. */
export function useSearchPalette() {
  const user = useUser();
  const isAdmin = user?.isAdmin ?? false;
  const [opened, setOpened] = useState<{ text: string; before?: Element | null }>();
  const [part, setPart] = useState<SearchPart>();
  const open = useCallback((text: string) => setOpened((was) => ({ ...was, text })), []);
  useEffect(() => {
    if (!opened || part) return;
    load().then(setPart, () => {
      setOpened(undefined);
      notify.error('Error', 'The search could not be opened. Check the connection and try again.');
    });
  }, [opened, part]);
  const box = useRef<HTMLInputElement>(null);
  useShortcut('mod+k', () => {
    if (opened) return;
    const before = document.activeElement;
    // What is typed before the search is there goes to the box, and from there into it.
    box.current?.focus();
    setOpened({ text: '', before });
  });
  useEffect(() => {
    const idle = setTimeout(preload, 2_000);
    return () => clearTimeout(idle);
  }, []);
  const pages = useMemo(
    () => NAV_GROUPS.flat().filter(({ adminOnly }) => !adminOnly || isAdmin),
    [isAdmin],
  );
  const palette = opened && part && (
    <part.SearchPalette
      text={opened.text}
      onText={open}
      before={opened.before}
      pages={pages}
      onClose={() => setOpened(undefined)}
    />
  );
  return { box, typed: opened?.text ?? '', open, palette };
}

export interface SearchBoxProps {
  box: RefObject<HTMLInputElement | null>;
  /** What was typed into it until the search is there. */
  typed: string;
  onOpen: (text: string) => void;
}

/** The header's box: a press, Enter or the first letter opens the search, with what was typed. */
export function SearchBox({ box, typed, onOpen }: SearchBoxProps) {
  return (
    <div
      role="search"
      aria-label="Everything"
      className="group flex h-9 min-w-[140px] flex-[0_1_300px] items-center gap-2 rounded border border-line border-b-field bg-surface pr-2 pl-[11px] focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus"
      onPointerEnter={preload}
    >
      <Icon as={IconSearch} className="text-muted" />
      <input
        ref={box}
        type="search"
        className="h-full min-w-0 flex-1 appearance-none border-0 bg-transparent p-0 text-ellipsis outline-0 placeholder:text-faint placeholder:opacity-100 [&::-webkit-search-cancel-button]:hidden"
        aria-label="Search invoices, customers"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Search invoices, customers..."
        value={typed}
        autoComplete="off"
        onFocus={preload}
        onClick={() => onOpen(typed)}
        onChange={(event) => onOpen(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') onOpen(typed);
          else if (event.key === 'Escape') box.current?.blur();
        }}
      />
      <kbd className="group-focus-within:hidden" aria-hidden="true">
        {MOD_LABEL}K
      </kbd>
    </div>
  );
}

/** The same for the phone's top bar. */
export function SearchButton({ onOpen }: { onOpen: (text: string) => void }) {
  return (
    <IconButton
      label="Search"
      tooltip={false}
      icon={IconSearch}
      aria-haspopup="dialog"
      onClick={() => onOpen('')}
    />
  );
}

/** What will be opened is fetched while the pointer is on its way; a failure counts when it opens. */
function preload(): void {
  load().catch(() => undefined);
}
