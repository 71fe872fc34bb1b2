import type { ReactNode } from 'react';

interface Props {
  /** The search box. */
  search: ReactNode;
  /** What narrows the list besides. */
  filter?: ReactNode;
  /** What the list holds, such as '10 customers'. */
  count?: string | undefined;
  /** The page's one action; what begins a record stands in the phone's bottom bar instead. */
  action?: ReactNode;
}

/** What stands over a list: search, how many, and the action. */
export function ListToolbar({ search, filter, count, action }: Props) {
  return (
    <div className="mb-4 flex items-center gap-x-2.5 max-md:mb-3.5 max-md:flex-wrap">
      <div className="flex min-w-0 gap-2.5 *:first:w-80! *:first:min-w-0 *:first:shrink max-md:flex-[1_1_100%] max-md:*:first:flex-1">
        {search}
        {filter}
      </div>
      <p
        className="flex-1 whitespace-nowrap text-muted max-md:pl-0.5 max-md:not-empty:pt-2.5"
        role="status"
      >
        {count}
      </p>
      <div className="max-md:not-empty:pt-2.5">{action}</div>
    </div>
  );
}
