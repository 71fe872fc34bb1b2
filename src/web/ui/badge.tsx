import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'draft' | 'sent' | 'paid' | 'overdue' | 'caution' | 'accent';

/** `--badge-ground` is what a glyph's holes show. */
const TONES: Record<BadgeTone, string> = {
  draft: 'bg-draft-soft text-draft [--badge-ground:var(--draft-soft)]',
  sent: 'bg-sent-soft text-sent [--badge-ground:var(--sent-soft)]',
  paid: 'bg-paid-soft text-paid [--badge-ground:var(--paid-soft)]',
  overdue: 'bg-overdue-soft text-overdue [--badge-ground:var(--overdue-soft)]',
  caution: 'bg-caution-soft text-caution [--badge-ground:var(--caution-soft)]',
  accent: 'bg-accent-soft text-accent [--badge-ground:var(--accent-soft)]',
};

interface Props {
  tone: BadgeTone;
  /** A 14 px glyph before the word: shape and word together, never color alone. */
  glyph?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone, glyph, children }: Props) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full pr-[9px] font-[560] text-[0.78125rem] leading-none whitespace-nowrap',
        TONES[tone],
        glyph ? 'pl-1.5' : 'pl-[9px]',
      )}
    >
      {glyph}
      {children}
    </span>
  );
}
