import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_SEARCH, searchedFor } from '../../../shared/lists/search-text.ts';
import { orpc } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DialogLayer } from '../../ui/dialog-layer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconSearch, IconX } from '../../ui/icons.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { MOD_LABEL } from '../../ui/use-shortcut.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { KEY_HINT, SearchOptions } from './search-options-list.tsx';
import type { OptionGroup, PageEntry, SearchOption } from './search-options.ts';
import { actionGroups, foundGroups, searchInvoices } from './search-options.ts';

const NOTE = 'flex flex-wrap items-center gap-2.5 px-4.5 pt-4.5 pb-1.5 wrap-anywhere text-muted';

const SETTLE = 120;
const FRESH_FOR = 10_000;

/**
 * What a search finds. The answer that is shown may still be the one before; `settled` says that it
 * is the one to what stands in the box. An answer that comes late belongs to its own search and
 * never takes the place of a newer one.
 */
function useSearch(text: string) {
  const typed = searchedFor(text);
  const search = useDebouncedValue(typed, SETTLE);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    orpc.search.find.queryOptions({
      input: { q: search },
      enabled: search !== '',
      placeholderData: keepPreviousData,
      staleTime: FRESH_FOR,
      gcTime: 60_000,
    }),
  );
  const current = search === typed;
  return {
    found: typed === '' ? undefined : data,
    settled: typed === '' || (current && !isPlaceholderData && (data !== undefined || !!error)),
    failed: current && error !== null && !isFetching,
    searching: typed !== '' && (isFetching || !current),
    retry: () => void refetch(),
  };
}

const KEPT = 5;

/**
 * What was opened from here last, by account. It lives as long as the page does: nothing of it stays
 * on the machine after signing out.
 */
const recent = new Map<string, SearchOption[]>();

const recentHits = (userId: string): SearchOption[] => recent.get(userId) ?? [];

/** Puts a record first among what was opened; actions and pages are not remembered. */
function rememberHit(userId: string, option: SearchOption): void {
  if (!/^(customer|invoice|estimate|credit-note|recurring|item|expense)-\d+$/.test(option.key))
    return;
  const others = recentHits(userId).filter(({ key }) => key !== option.key);
  recent.set(userId, [option, ...others].slice(0, KEPT));
}

interface Props {
  /** What is searched for. Its owner keeps it: the first letters may be typed elsewhere. */
  text: string;
  onText: (text: string) => void;
  /** What had the focus before a key opened it; without it, what has it now. */
  before?: Element | null | undefined;
  /** The pages that may be gone to. */
  pages: readonly PageEntry[];
  onClose: () => void;
}

interface PaletteProps extends Props {
  /** Nothing was chosen. */
  onDismiss: () => void;
}

/** Search over everything, and what can be done from anywhere. The arrows move, Enter opens. */
export function SearchPalette(props: Props) {
  const [before] = useState(() => props.before ?? document.activeElement);
  // It goes at once, and what it covered has its focus back; what it opened takes it along.
  const dismiss = () => {
    props.onClose();
    requestAnimationFrame(() => {
      // Nothing had it: the next key is a shortcut then, and no letter of the header's box.
      if (before === document.body) blurFocused();
      else if (before instanceof HTMLElement) before.focus();
    });
  };
  useBackCloses(useIsPhone(), dismiss);
  return (
    <DialogLayer
      opened
      onClose={dismiss}
      label="Search"
      width={640}
      motion="fade"
      returnFocus={false}
      className="mx-auto flex max-h-[min(640px,100dvh-128px)] flex-col overflow-hidden bg-raised shadow-pop max-md:inset-0 max-md:max-h-none max-md:bg-paper max-md:pt-[env(safe-area-inset-top,0px)] max-md:pb-[env(safe-area-inset-bottom,0px)] md:inset-x-4 md:top-24 md:rounded-lg"
    >
      <Palette {...props} onDismiss={dismiss} />
    </DialogLayer>
  );
}

function blurFocused(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function Palette({ text, onText, pages, onClose, onDismiss }: PaletteProps) {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? '';
  const listId = useId();
  const [at, setAt] = useState(0);
  const search = searchedFor(text);
  const { found, settled, failed, searching, retry } = useSearch(text);
  const groups = useMemo(
    () => offered({ search, found, failed, pages, userId }),
    [search, found, failed, pages, userId],
  );
  const options = groups.flatMap((group) => group.options);
  const chosen = options[Math.min(at, options.length - 1)];

  const open = (option: SearchOption, also: boolean) => {
    rememberHit(userId, option);
    onClose();
    void navigate(also && option.alsoTo ? option.alsoTo : option.to);
  };

  // Enter before the answer is there means the first that will be found.
  const waiting = useRef<{ also: boolean } | undefined>(undefined);
  useEffect(() => {
    if (!settled || !waiting.current) return;
    const { also } = waiting.current;
    waiting.current = undefined;
    if (chosen) open(chosen, also);
    // Runs when the answer comes, with what is chosen then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      const count = options.length;
      if (count > 0) setAt((Math.min(at, count - 1) + step + count) % count);
    } else if (key === 'Enter') {
      event.preventDefault();
      const also = event.metaKey || event.ctrlKey;
      if (!settled) waiting.current = { also };
      else if (chosen && (!also || chosen.alsoTo)) open(chosen, also);
    }
  };
  const change = (next: string) => {
    waiting.current = undefined;
    onText(next);
    setAt(0);
  };
  const hits = Object.values(found ?? {}).reduce((sum, kind) => sum + kind.length, 0);
  // Actions are found by their words as well.
  const nothing = search !== '' && settled && !failed && options.length === 0;
  return (
    <>
      <div className="flex h-14 flex-none items-center gap-3 border-b border-hairline px-4.5 max-md:pr-1.5 max-md:pl-4">
        <Icon as={IconSearch} size={18} className="text-muted" />
        <input
          className="h-full min-w-0 flex-1 border-0 bg-transparent p-0 text-17 outline-0 placeholder:text-faint placeholder:opacity-100"
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search invoices, customers and everything else"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${listId}-${chosen.key}`}
          placeholder="Search invoices, customers..."
          value={text}
          maxLength={MAX_SEARCH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {searching && <Spinner />}
        <kbd className={KEY_HINT} aria-hidden="true">
          Esc
        </kbd>
        <span className="md:hidden">
          <IconButton
            label="Close search"
            tooltip={false}
            icon={IconX}
            data-dialog-dismiss=""
            onClick={onDismiss}
          />
        </span>
      </div>
      <div className="min-h-0 overflow-x-hidden overflow-y-auto pb-1.5">
        {failed && (
          <div className={NOTE} role="alert">
            <p className="flex-[1_1_300px]">
              The search could not be made. Remit could not reach its server; check your connection.
            </p>
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        {nothing && <p className={NOTE}>Nothing found for “{search}”.</p>}
        <SearchOptions
          listId={listId}
          groups={groups}
          search={search}
          chosen={chosen}
          busy={searching}
          onPoint={(option) => setAt(options.indexOf(option))}
          onOpen={open}
        />
      </div>
      <p role="status">
        <VisuallyHidden>
          {settled && search !== '' && !failed ? formatCount(hits || options.length) : ''}
        </VisuallyHidden>
      </p>
      <div
        className={cx(
          KEY_HINT,
          'flex h-10.5 items-center gap-4 border-t border-hairline px-4.5 text-12 text-muted',
        )}
        aria-hidden="true"
      >
        <KeyHint keys={['↑', '↓']}>move</KeyHint>
        <KeyHint keys={['↵']}>open</KeyHint>
        {chosen?.alsoTo && (
          <KeyHint keys={[`${MOD_LABEL.trim()}↵`]}>new invoice for this customer</KeyHint>
        )}
      </div>
    </>
  );
}

function KeyHint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {children}
    </span>
  );
}

const formatCount = (hits: number) =>
  hits === 0 ? 'Nothing found' : `${hits} ${hits === 1 ? 'result' : 'results'}`;

interface Offer {
  search: string;
  found: Parameters<typeof foundGroups>[0] | undefined;
  failed: boolean;
  pages: readonly PageEntry[];
  userId: string;
}

function offered({ search, found, failed, pages, userId }: Offer): OptionGroup[] {
  if (search === '') {
    const recent = recentHits(userId);
    return [
      ...(recent.length > 0 ? [{ title: 'Recent', options: recent }] : []),
      ...actionGroups('', pages),
    ];
  }
  const groups = found && !failed ? foundGroups(found) : [];
  // A list that would be empty is no way on.
  const more = found && !failed && found.invoices.length > 0 ? [searchInvoices(search)] : [];
  return [...groups, ...actionGroups(search, pages), ...more];
}
