import type { AnchorHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { useReadRefusal } from './offline.tsx';

interface Props extends Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'target' | 'rel' | 'role'
> {
  /** A file of Remit's server, or a page of another. */
  href: string;
}

/** Opens in a tab what a server must answer; without a connection it says so, and opens nothing. */
export function ServerLink({ href, className, children, ...rest }: Props) {
  const away = useReadRefusal();
  // Other servers may well be in reach while ours is not.
  const refusal = href.startsWith('/') || !navigator.onLine ? away : undefined;
  const where =
    refusal === undefined
      ? { href, target: '_blank', rel: 'noreferrer' }
      : { role: 'link', 'aria-disabled': true, tabIndex: 0 };
  return (
    <a
      {...rest}
      {...where}
      data-tip={refusal}
      className={cx(
        'aria-disabled:cursor-not-allowed aria-disabled:no-underline aria-disabled:opacity-60',
        className,
      )}
    >
      {children}
    </a>
  );
}
