import { Tooltip } from '@mantine/core';
import type { AnchorHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { useReadRefusal } from './offline.tsx';
import classes from './server-link.module.css';

interface Props
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel' | 'role'> {
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
    <Tooltip
      label={refusal}
      disabled={refusal === undefined}
      events={{ hover: true, focus: true, touch: true }}
    >
      <a {...rest} {...where} className={cx(classes.link, className)}>
        {children}
      </a>
    </Tooltip>
  );
}
