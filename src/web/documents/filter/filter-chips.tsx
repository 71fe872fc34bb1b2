import { Icon } from '../../ui/icon.tsx';
import { IconX } from '../../ui/icons.ts';
import type { FilterPart, ListFilter } from './list-filter.ts';
import { SORT_LABELS } from './list-filter.ts';
import type { UsedFilter } from './use-list-filter.ts';

const CHIP =
  'inline-flex h-7 max-w-full cursor-pointer items-center gap-1.5 rounded-full border border-line bg-surface pr-2 pl-3 text-13 text-ink hover:bg-wash max-md:h-11 max-md:text-14';

interface Props {
  used: UsedFilter;
  /** The order is said here, too: the list has no heads that say it. */
  sorts?: boolean;
}

/** What narrows the list, each to be taken off; nothing where nothing does. */
export function FilterChips({ used: { parts, filter, change }, sorts = false }: Props) {
  const order: FilterPart[] =
    sorts && filter.sort ? [{ names: ['sort'], label: `Sort: ${SORT_LABELS[filter.sort]}` }] : [];
  const all = [...parts, ...order];
  if (all.length === 0) return null;
  return (
    // On the phone one row that is pushed along: beneath several there would be little of the list.
    <ul
      className="mb-4 flex flex-wrap gap-2 max-md:-mx-4 max-md:mt-2 max-md:mb-3 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none]"
      aria-label="Filters"
    >
      {all.map(({ names, label }) => (
        <li key={label} className="max-w-full max-md:flex-none">
          <button
            type="button"
            className={CHIP}
            aria-label={`Remove ${label}`}
            onClick={() => change(without(filter, names))}
          >
            <bdi className="truncate">{label}</bdi>
            <Icon as={IconX} size={14} className="flex-none text-muted" />
          </button>
        </li>
      ))}
      {all.length > 1 && (
        <li className="flex-none">
          <button
            type="button"
            className="h-7 cursor-pointer border-0 bg-transparent px-1 text-13 text-accent hover:text-accent-hover hover:underline max-md:h-11 max-md:text-14"
            onClick={() => change(sorts || !filter.sort ? {} : { sort: filter.sort })}
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}

/** What an order by amount means where there are several currencies. */
export function SortNote({
  used: { filter },
  sums,
}: {
  used: UsedFilter;
  sums: readonly unknown[] | undefined;
}) {
  const isByAmount = filter.sort !== undefined && /^-?(?:total|amount)$/.test(filter.sort);
  if ((sums?.length ?? 0) < 2 || !isByAmount) return null;
  return (
    <p className="mb-3 text-13 text-muted max-md:mt-3">
      Amounts are sorted within each currency, yours before the others.
    </p>
  );
}

interface NoMatchProps {
  search: string;
  /** The label of a status that narrows the list, too. */
  status?: string | undefined;
  parts: readonly FilterPart[];
}

/** What nothing was found with, in words. */
export function NoMatch({ search, status, parts }: NoMatchProps) {
  const labels = [
    ...(search === '' ? [] : [`“${search}”`]),
    ...(status === undefined ? [] : [`Status: ${status}`]),
    ...parts.map(({ label }) => label),
  ];
  return (
    <p>
      Nothing matches{' '}
      {labels.map((label, index) => (
        <span key={label}>
          {index > 0 && ', '}
          <bdi className="text-ink">{label}</bdi>
        </span>
      ))}
      .
    </p>
  );
}

function without(filter: ListFilter, names: readonly (keyof ListFilter)[]): ListFilter {
  const kept = Object.entries(filter).filter(([name]) => !names.some((each) => each === name));
  return Object.fromEntries(kept);
}
