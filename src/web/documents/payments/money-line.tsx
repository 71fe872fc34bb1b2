import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { ServerLink } from '../../ui/server-link.tsx';

interface Props {
  what: ReactNode;
  amount: string;
  /** It counts no more. */
  struck?: boolean;
  when?: string;
  /** Small steps at the right of its date. */
  aside?: ReactNode;
  /** What is said of it beneath: notes and ways. */
  children?: ReactNode;
}

/** A line of money: what it is, what it comes to, and what became of it. */
export function MoneyLine({ what, amount, struck = false, when, aside, children }: Props) {
  const Amount = struck ? 's' : 'b';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-[5px] leading-5 not-first:mt-1.5">
      {/* A link among words is told by more than its color. */}
      <span dir="auto" className="wrap-anywhere [&_a]:underline">
        {what}
      </span>
      <Amount className={cx('text-right font-[580] tabular-nums', struck && 'text-muted')}>
        {amount}
      </Amount>
      {when && <small className="text-13 text-muted">{when}</small>}
      {aside}
      {children}
    </li>
  );
}

/** @param typed by somebody, in lines of their own */
export function MoneyNote({
  bad = false,
  typed = false,
  children,
}: {
  bad?: boolean;
  typed?: boolean;
  children: ReactNode;
}) {
  return (
    <small
      className={cx(
        'col-span-full text-13 wrap-anywhere',
        bad ? 'text-overdue' : 'text-muted',
        typed && 'whitespace-pre-line',
      )}
      {...(typed ? { dir: 'auto' } : {})}
    >
      {children}
    </small>
  );
}

/** @param wide beneath the line, and not beside its date */
export function MoneyWays({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        'flex text-13 *:-my-0.5 max-md:gap-1 max-md:*:-my-3 max-md:*:-mr-2',
        // On the phone their words begin where those above do.
        wide ? 'col-span-full mt-0.5 flex-wrap gap-x-4 gap-y-0 max-md:-ml-2' : 'justify-end gap-3',
      )}
    >
      {children}
    </span>
  );
}

const WAY =
  'min-h-6 cursor-pointer border-0 bg-transparent px-0 py-0.5 text-accent underline-offset-3 hover:underline max-md:min-h-11 max-md:px-2 max-md:py-3';

/**
 * A small step beside a line of money.
 * @param about its words to readers, who hear it without what stands around it
 */
export function Way({
  about,
  onClick,
  children,
}: {
  about: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-label={about} className={WAY} onClick={onClick}>
      {children}
    </button>
  );
}

/** The same to a file of the server. */
export function FileWay({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ServerLink href={href} className={WAY}>
      {children}
    </ServerLink>
  );
}
