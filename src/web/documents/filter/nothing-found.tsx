import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoMatch } from './filter-chips.tsx';
import type { FilterPart } from './list-filter.ts';

interface Props {
  title: string;
  /** 'invoices' */
  plural: string;
  search: string;
  /** The label of the status, where one is chosen. */
  status: string | undefined;
  /** What narrows the list besides. */
  parts: readonly FilterPart[];
  /** Takes all of it off. */
  onClear: () => void;
}

/** Documents of which a search, a status or a filter finds none: which of them, and the way back. */
export function NothingFound({ title, plural, search, status, parts, onClear }: Props) {
  const isFiltered = status !== undefined || parts.length > 0;
  return (
    <EmptyState
      title={title}
      actions={<Button onClick={onClear}>{isFiltered ? 'Clear filters' : 'Clear search'}</Button>}
    >
      {search === '' && parts.length === 0 ? (
        <p>No {plural} have this status.</p>
      ) : (
        <NoMatch search={search} status={status} parts={parts} />
      )}
    </EmptyState>
  );
}
