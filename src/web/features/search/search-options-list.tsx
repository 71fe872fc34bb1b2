import { useEffect, useRef } from 'react';
import { glyphColor, StatusGlyph } from '../../documents/status-glyph.tsx';
import { ViewedMark } from '../../documents/viewed-badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { splitMatches } from './match-words.ts';
import type { OptionGroup, SearchOption } from './search-options.ts';

interface Props {
  listId: string;
  groups: readonly OptionGroup[];
  search: string;
  chosen: SearchOption | undefined;
  busy: boolean;
  onPoint: (option: SearchOption) => void;
  onOpen: (option: SearchOption, also: boolean) => void;
}

/** Where there are keys to hint at. */
export const KEY_HINT = 'flex-none max-md:hidden! [@media(hover:none)]:hidden!';

/** The groups of a search. The box keeps the focus; the chosen option is named to readers. */
export function SearchOptions({ listId, groups, search, chosen, busy, onPoint, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const key = chosen?.key;
  useEffect(() => {
    if (!key) return;
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label="Results" aria-busy={busy || undefined}>
      {groups.map(({ title, options }) => (
        <div key={title} role="group" aria-label={title}>
          <div aria-hidden="true" className="px-4.5 pt-3 pb-1 text-12 font-[560] text-muted">
            {title}
          </div>
          {options.map((option) => (
            // Keys are heard by the box, which has the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.key}
              id={`${listId}-${option.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === key}
              className={cx(
                'mx-1.5 flex h-11 cursor-pointer items-center gap-3 rounded-sm px-3 max-md:h-auto max-md:min-h-13 max-md:py-1.5 max-md:text-15',
                option.key === key
                  ? 'bg-accent-soft [--badge-ground:var(--accent-soft)]'
                  : '[--badge-ground:var(--raised)]',
              )}
              onPointerMove={() => option.key !== key && onPoint(option)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => onOpen(option, event.metaKey || event.ctrlKey)}
            >
              <OptionContent option={option} search={search} chosen={option.key === key} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function OptionContent({
  option,
  search,
  chosen,
}: {
  option: SearchOption;
  search: string;
  chosen: boolean;
}) {
  return (
    <>
      {option.glyph ? (
        <span className={cx('flex-none px-0.5', glyphColor(option.glyph))}>
          <StatusGlyph kind={option.glyph} />
        </span>
      ) : (
        <Icon as={option.icon} size={18} className="text-muted" />
      )}
      {/* A number that is cut names nothing: who it is for gives way, and on the phone stands beneath. */}
      <span className="flex min-w-0 flex-1 items-baseline gap-3 max-md:grid max-md:gap-0">
        <bdi className={cx('truncate', option.glyph && 'md:max-w-full md:flex-none')}>
          <Marked text={option.title} search={search} />
        </bdi>
        {option.detail && (
          <bdi className="min-w-0 flex-[0_10_auto] truncate text-13 text-muted">
            <Marked text={option.detail} search={search} />
          </bdi>
        )}
      </span>
      {option.status && <VisuallyHidden>, {option.status}</VisuallyHidden>}
      {option.isViewed && <ViewedMark />}
      {option.amount ? (
        <span className="flex items-baseline gap-2 text-right whitespace-nowrap tabular-nums max-md:grid max-md:gap-0">
          <span className="font-[540]">{option.amount}</span>
          {option.whole && <span className="text-13 text-muted">{option.whole}</span>}
        </span>
      ) : (
        chosen && (
          <kbd className={KEY_HINT} aria-hidden="true">
            ↵
          </kbd>
        )
      )}
    </>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  let place = 0;
  return splitMatches(text, search).map(({ text: part, hit }) => {
    place += part.length;
    return hit ? (
      <mark key={place} className="bg-transparent font-[620] text-accent">
        {part}
      </mark>
    ) : (
      part
    );
  });
}
