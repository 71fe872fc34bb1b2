import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A final figure: the double rule beneath it means 'this is the sum', and is used for nothing else. */
export function DoubleRule({
  children,
  breaks = false,
}: {
  children: ReactNode;
  /** It may take several lines. */
  breaks?: boolean;
}) {
  return (
    <span
      className={cx(
        'inline-block border-b-[3px] [border-bottom-style:double] border-current font-semi tabular-nums',
        !breaks && 'whitespace-nowrap',
      )}
    >
      {children}
    </span>
  );
}
