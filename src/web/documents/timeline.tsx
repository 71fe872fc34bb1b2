import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import type { GlyphKind } from './status-glyph.tsx';
import { StatusMark } from './status-glyph.tsx';
import classes from './timeline.module.css';

/** What happened, one after the other, from glyph to glyph. */
export function Timeline({ children, onCard }: { children: ReactNode; onCard?: boolean }) {
  return <ol className={cx(classes.list, onCard && classes.onCard)}>{children}</ol>;
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
    <li>
      <StatusMark kind={glyph} />
      <div>
        {children}
        <small>{below}</small>
      </div>
    </li>
  );
}
