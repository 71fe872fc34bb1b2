import type {
  InfiniteData,
  QueryKey,
  UseInfiniteQueryOptions,
  UseQueryOptions,
} from '@tanstack/react-query';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KindName } from '../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../shared/documents/document-content.ts';
import type { SortOf } from '../../shared/lists/list-sorts.ts';
import { USUAL_SORT } from '../../shared/lists/list-sorts.ts';
import type { Money } from '../../shared/money/money.ts';
import { formatSums } from '../../shared/money/money.ts';
import { capitalize } from '../../shared/text/capitalize.ts';
import { loadFailure } from '../lib/api-error.ts';
import { countNoun, formatCount } from '../lib/format-count.ts';
import type { ListPage } from '../lib/list-pages.ts';
import { flattenPages } from '../lib/list-pages.ts';
import type { SearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconPlus } from '../ui/icons.ts';
import { CardFigure } from '../ui/index-card.tsx';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageError } from '../ui/page-error.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SearchField, SelectField } from '../ui/text-field.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { FilterButton } from './filter/filter-button.tsx';
import { FilterChips, SortNote } from './filter/filter-chips.tsx';
import type { ListFilter } from './filter/list-filter.ts';
import { DOCUMENT_FILTERS, describeSort } from './filter/list-filter.ts';
import { NothingFound } from './filter/nothing-found.tsx';
import { useListFilter } from './filter/use-list-filter.ts';
import { useBusiness } from './use-business.ts';

interface CountAndSums {
  count: number;
  sums: readonly Money[];
}

type Summary<Status extends string> = CountAndSums & {
  byStatus: Partial<Record<Status, CountAndSums>>;
};

/** What the address says of the list, and what changes it. */
export interface IndexPlace<Status extends string> {
  status: Status | 'all';
  searching: SearchText;
  onStatus: (status: Status | 'all') => void;
  /** Takes everything off that narrows the list; the search has its own box. */
  onClear: () => void;
  onCreate: () => void;
}

interface Props<
  K extends KindName,
  Row,
  Status extends string,
  Sums extends Summary<Status>,
> extends IndexPlace<Status> {
  records: {
    kind: K;
    title: string;
    statuses: readonly Status[];
    list: (
      status: Status | 'all',
      search: string,
      filter: ListFilter<SortOf<K>>,
    ) => {
      pages: UseInfiniteQueryOptions<
        ListPage<Row>,
        Error,
        InfiniteData<ListPage<Row>, string | undefined>,
        QueryKey,
        string | undefined
      >;
      summary: UseQueryOptions<Sums>;
    };
  };
  /** 'All Statuses', and the others. */
  labels: Record<Status | 'all', string>;
  /** The sum that stands beside the filter, and what it is called: 'Open'. */
  summed: (summary: Sums) => { sum: CountAndSums | undefined; label: string };
  /** Of a list in which nothing is yet. */
  empty: { words: string; action: ReactNode };
  renderCard: (document: Row) => ReactNode;
}

/** The list of a kind as index cards: search, filter, and what stands in for cards where there are none. */
export function DocumentIndex<
  K extends KindName,
  Row,
  Status extends string,
  Sums extends Summary<Status>,
>({
  records: { kind, title, statuses, list: buildQueries },
  labels,
  status,
  searching,
  summed,
  empty,
  onStatus,
  onClear,
  onCreate,
  renderCard,
}: Props<K, Row, Status, Sums>) {
  const phone = useIsPhone();
  const { currency } = useBusiness();
  const { text, setText, search } = searching;
  const used = useListFilter(DOCUMENT_FILTERS[kind]);
  const { sort = USUAL_SORT } = used.filter;
  const queries = buildQueries(status, search, used.filter);
  const list = useInfiniteQuery(queries.pages);
  const { data: summary } = useQuery(queries.summary);
  const cards = flattenPages(list.data).map(renderCard);
  const isAll = status === 'all';
  const filtered = !isAll || search !== '' || used.narrowed;
  const isEmpty = list.isSuccess && !list.isPlaceholderData && cards.length === 0;
  const count = summary?.count ?? 0;
  const countStatus = (one: Status) => summary?.byStatus[one]?.count ?? 0;
  const { sum, label: sumLabel } = (summary && summed(summary)) ?? {};
  const segments = (['all', ...statuses] as const).map((value) => ({
    value,
    label: labels[value],
    count:
      summary &&
      (value === 'all'
        ? statuses.reduce((every, one) => every + countStatus(one), 0)
        : countStatus(value)),
  }));
  const { noun } = DOCUMENT_KINDS[kind];
  const plural = `${noun}s`;
  const clear = () => {
    setText('');
    onClear();
  };
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            label={`Search ${plural}`}
            placeholder={`Search ${plural}...`}
            value={text}
            onChange={setText}
          />
        }
        filter={<FilterButton used={used} sorts />}
        count={count > 0 ? countNoun(count, noun) : undefined}
        action={
          !phone && (
            <Button
              writes
              variant="primary"
              icon={IconPlus}
              data-preload="?new=1"
              onClick={onCreate}
            >
              Create {title}
            </Button>
          )
        }
      />
      <div className="mb-4 flex items-center justify-between gap-2.5 max-md:flex-col max-md:items-stretch max-md:gap-2">
        {/* Six segments are more than a phone is wide. */}
        {phone && segments.length > 4 ? (
          <SelectField
            label="Status"
            value={status}
            options={segments.map(({ value, label, count: many }) => ({
              value,
              label: many === undefined ? label : `${label} (${formatCount(many)})`,
            }))}
            onChange={(event) => {
              onStatus(statuses.find((one) => one === event.target.value) ?? 'all');
            }}
          />
        ) : (
          <SegmentedControl label="Status" value={status} onChange={onStatus} segments={segments} />
        )}
        {isAll && sum && sum.count > 0 && (
          <p className="text-muted tabular-nums">
            {sumLabel} <CardFigure>{formatSums(sum.sums, currency)}</CardFigure>
          </p>
        )}
      </div>
      <FilterChips used={used} sorts />
      <SortNote used={used} sums={summary?.sums} />
      {list.isPending && <IndexCardSkeletons words={`Loading ${plural}...`} lines={2} />}
      {list.isError && !list.data && (
        <PageError title={`${capitalize(plural)} could not be loaded`} {...loadFailure(list)} />
      )}
      {isEmpty &&
        (filtered ? (
          <NothingFound
            title={`No ${plural} found`}
            plural={plural}
            search={search}
            status={isAll ? undefined : labels[status]}
            parts={used.parts}
            onClear={clear}
          />
        ) : (
          <EmptyState title={`No ${plural} found`} actions={empty.action}>
            {empty.words}
          </EmptyState>
        ))}
      {cards.length > 0 && (
        <IndexCards label={`${capitalize(plural)}, ${describeSort(sort)}`}>{cards}</IndexCards>
      )}
      <LoadMore list={list} hasMore={list.hasNextPage && cards.length > 0} />
    </>
  );
}
