import type { ReactNode } from 'react';
import { useId } from 'react';
import { buttonClass } from '../../ui/public/button-class.ts';
import type { ListedState } from './use-listed.ts';

/** A part of the page under its heading. */
export function Section({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="mt-11 first:mt-0 phone:mt-9" aria-labelledby={id}>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-[19px] leading-[1.3] font-[640] tracking-[-0.018em]">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** The paper on which the entries of a list stand. */
export const SHEET =
  'overflow-clip rounded-lg border border-line bg-surface [box-shadow:var(--shadow)]';

interface ListProps<Item> {
  list: ListedState<Item>;
  /** What stands there where nothing is in it. */
  empty: string;
  children: (item: Item) => ReactNode;
}

/** A list with the way to its next page; what failed is said and can be tried again. */
export function List<Item>({ list, empty, children }: ListProps<Item>) {
  const { items, failure, hasMore, isBusy, more, retry } = list;
  if (!items) {
    return (
      <div className={`${SHEET} min-h-19 px-5 py-6 text-muted`} aria-busy={!failure}>
        {failure ? (
          <p role="alert">
            {failure}{' '}
            <button type="button" className="underline" onClick={retry}>
              Try again
            </button>
          </p>
        ) : (
          <span className="sr-only">Loading…</span>
        )}
      </div>
    );
  }
  if (items.length === 0 && !hasMore) {
    return <p className={`${SHEET} px-5 py-6 text-[15px] text-muted`}>{empty}</p>;
  }
  return (
    <>
      <ul className={`${SHEET} m-0 list-none p-0`}>{items.map(children)}</ul>
      {hasMore && (
        <button
          type="button"
          className={buttonClass('outlined', 'mt-3')}
          aria-busy={isBusy}
          onClick={() => !isBusy && more()}
        >
          Show more
        </button>
      )}
      {failure && (
        <p className="mt-2 text-[14px] text-overdue" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

/** An entry of a list. */
export function Entry({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 first:border-t-0 phone:px-4">
      {children}
    </li>
  );
}
