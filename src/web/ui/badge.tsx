import type { ReactNode } from 'react';
import classes from './badge.module.css';
import { cx } from './cx.ts';

export type BadgeTone = 'draft' | 'sent' | 'paid' | 'overdue' | 'caution' | 'accent';

interface Props {
  tone: BadgeTone;
  /** A 14 px glyph before the word: shape and word together, never color alone. */
  glyph?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone, glyph, children }: Props) {
  return (
    <span className={cx(classes.badge, classes[tone], !glyph && classes.bare)}>
      {glyph}
      {children}
    </span>
  );
}
