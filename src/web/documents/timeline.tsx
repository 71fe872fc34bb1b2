import type { ReactNode } from 'react';
import type { GlyphKind } from './status-glyph.tsx';
import { StatusMark } from './status-glyph.tsx';

/** What happened, one after the other, from glyph to glyph. */
export function Timeline({ children, onCard }: { children: ReactNode; onCard?: boolean }) {
  return (
    <ol
      className={
        onCard
          ? // Entries stand to its edges, with more room between them.
            'px-5 py-2 [--badge-ground:var(--surface)] [--entry:10px] max-md:px-4'
          : '[--badge-ground:var(--paper)] [--entry:7px]'
      }
    >
      {children}
    </ol>
  );
}

interface EntryProps {
  glyph: GlyphKind;
  /** What happened. */
  children: ReactNode;
  /** Muted beneath it: when, and about what. */
  below: ReactNode;
}

export function TimelineEntry({ glyph, children, below }: EntryProps) {
  return (
    <li className="relative grid grid-cols-[14px_minmax(0,1fr)] gap-2.5 py-(--entry) leading-5 wrap-anywhere not-last:before:absolute not-last:before:top-[calc(20px+var(--entry))] not-last:before:-bottom-(--entry) not-last:before:left-[6.5px] not-last:before:w-px not-last:before:bg-line">
      <StatusMark kind={glyph} />
      <div>
        {children}
        <small className="block text-13 text-muted">{below}</small>
      </div>
    </li>
  );
}
