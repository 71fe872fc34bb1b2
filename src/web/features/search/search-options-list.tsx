import { useEffect, useRef } from 'react';
import { StatusGlyph } from '../../documents/status-glyph.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { pieces } from './match-words.ts';
import type { OptionGroup, SearchOption } from './search-options.ts';
import classes from './search-palette.module.css';

interface Props {
  listId: string;
  groups: readonly OptionGroup[];
  search: string;
  chosen: SearchOption | undefined;
  busy: boolean;
  onPoint: (option: SearchOption) => void;
  onOpen: (option: SearchOption, also: boolean) => void;
}

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
          <div aria-hidden="true" className={classes.group}>
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
              className={cx(classes.option, option.key === key && classes.on)}
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
        <span className={classes.glyph} data-kind={option.glyph}>
          <StatusGlyph kind={option.glyph} />
        </span>
      ) : (
        <Icon as={option.icon} size={18} />
      )}
      <span className={classes.words}>
        <bdi className={classes.title}>
          <Marked text={option.title} search={search} />
        </bdi>
        {option.detail && (
          <bdi className={classes.detail}>
            <Marked text={option.detail} search={search} />
          </bdi>
        )}
      </span>
      {option.status && <VisuallyHidden>, {option.status}</VisuallyHidden>}
      {option.amount ? (
        <span className={classes.amount}>{option.amount}</span>
      ) : (
        chosen && <kbd aria-hidden="true">↵</kbd>
      )}
    </>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  let place = 0;
  return pieces(text, search).map(({ text: part, hit }) => {
    place += part.length;
    return hit ? <mark key={place}>{part}</mark> : part;
  });
}
