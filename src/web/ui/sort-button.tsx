import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { IconArrowDown, IconArrowUp } from './icons.ts';

/** How a column sorts: the names of its orders have a minus where the greatest comes first. */
interface Sorting<Sort extends string> {
  /** What a first press sorts by, and a second. */
  sorts: readonly [Sort, Sort];
  sort?: Sort | undefined;
}

interface Props<Sort extends string> extends Sorting<Sort> {
  onSort?: ((sort: Sort) => void) | undefined;
  /** The column stands at the right. */
  isRight?: boolean;
  children: string;
}

/** A column's head whose press sorts by it, and the other way where it is sorted so already. */
export function SortButton<Sort extends string>({
  onSort,
  isRight = false,
  children,
  ...sorting
}: Props<Sort>) {
  const direction = findDirection(sorting);
  const [first, second] = sorting.sorts;
  const descends = direction === undefined ? first.startsWith('-') : direction === 'descending';
  return (
    <button
      type="button"
      className={cx(
        'group/sort -mx-1.5 inline-flex h-7 cursor-pointer items-center gap-0.5 rounded-sm border-0 bg-transparent px-1.5 text-inherit hover:text-ink',
        // On that side of the word where it does not move it.
        isRight && 'flex-row-reverse',
      )}
      onClick={() => onSort?.(sorting.sort === first ? second : first)}
    >
      {children}
      <Icon
        as={descends ? IconArrowDown : IconArrowUp}
        size={13}
        className={cx(
          'flex-none',
          direction
            ? 'text-ink'
            : 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}

/** As a head says it to readers; undefined where the list is sorted by something else. */
export function findDirection<Sort extends string>({
  sorts,
  sort,
}: Sorting<Sort>): 'ascending' | 'descending' | undefined {
  if (sort === undefined || !sorts.includes(sort)) return undefined;
  return sort.startsWith('-') ? 'descending' : 'ascending';
}
