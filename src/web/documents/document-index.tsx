import { IconPlus } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Money } from '../../shared/money/money.ts';
import { formatSums } from '../../shared/money/money.ts';
import { loadFailure } from '../lib/api-error.ts';
import { countNoun, formatCount } from '../lib/format-count.ts';
import type { SearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageError } from '../ui/page-error.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import classes from './document-card.module.css';
import { useBusiness } from './use-business.ts';

interface CountAndSums {
  count: number;
  sums: readonly Money[];
}

interface Props<Status extends string> {
  /** 'estimate', and what makes one: 'Create Estimate'. */
  noun: string;
  createLabel: string;
  statuses: readonly { value: Status; label: string }[];
  status: Status;
  searching: SearchText;
  list: Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'isSuccess' | 'data' | 'error'> &
    Parameters<typeof loadFailure>[0] &
    Parameters<typeof LoadMore>[0]['list'] & { isPlaceholderData: boolean };
  summary: (CountAndSums & { byStatus: Partial<Record<Status, CountAndSums>> }) | undefined;
  /** The sum that stands beside the filter, and what it is called: 'Open'. */
  summed: { sum: CountAndSums | undefined; label: string };
  /** Of a list in which nothing is yet. */
  empty: { words: string; action: ReactNode };
  onStatus: (status: Status) => void;
  onCreate: () => void;
  /** The cards of what has been read. */
  cards: readonly ReactNode[];
}

/** The list of a kind as index cards: search, filter, and what stands in for cards where there are none. */
export function DocumentIndex<Status extends string>({
  noun,
  createLabel,
  statuses,
  status,
  searching,
  list,
  summary,
  summed,
  empty,
  onStatus,
  onCreate,
  cards,
}: Props<Status>) {
  const phone = useIsPhone();
  const { currency } = useBusiness();
  const { text, setText, search } = searching;
  const [all] = statuses;
  const isAll = status === all?.value;
  const filtered = !isAll || search !== '';
  const isEmpty = list.isSuccess && !list.isPlaceholderData && cards.length === 0;
  const count = summary?.count ?? 0;
  const countStatus = (one: Status) => summary?.byStatus[one]?.count ?? 0;
  const { sum } = summed;
  const segments = statuses.map(({ value, label }) => ({
    value,
    label,
    count:
      summary &&
      (value === all?.value
        ? statuses.reduce((every, one) => every + countStatus(one.value), 0)
        : countStatus(value)),
  }));
  const plural = `${noun}s`;
  const capital = plural.charAt(0).toUpperCase() + plural.slice(1);
  const clear = () => {
    setText('');
    if (all) onStatus(all.value);
  };
  return (
    <>
      <ListToolbar
        label={`Search ${plural}`}
        placeholder={`Search ${plural}...`}
        text={text}
        onText={setText}
        count={count > 0 ? countNoun(count, noun) : undefined}
        action={
          !phone && (
            <Button writes variant="primary" icon={IconPlus} onClick={onCreate}>
              {createLabel}
            </Button>
          )
        }
      />
      <div className={classes.bar}>
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
              const chosen = statuses.find(({ value }) => value === event.target.value) ?? all;
              if (chosen) onStatus(chosen.value);
            }}
          />
        ) : (
          <SegmentedControl label="Status" value={status} onChange={onStatus} segments={segments} />
        )}
        {isAll && sum && sum.count > 0 && (
          <p className={classes.sum}>
            {summed.label} <b>{formatSums(sum.sums, currency)}</b>
          </p>
        )}
      </div>
      {list.isPending && <IndexCardSkeletons words={`Loading ${plural}...`} lines={2} />}
      {list.isError && !list.data && (
        <PageError title={`${capital} could not be loaded`} {...loadFailure(list)} />
      )}
      {isEmpty && (
        <EmptyState
          title={`No ${plural} found`}
          actions={filtered ? <Button onClick={clear}>Clear filters</Button> : empty.action}
        >
          {filtered
            ? search === ''
              ? 'None has this status.'
              : 'Nothing matches what you search for.'
            : empty.words}
        </EmptyState>
      )}
      {cards.length > 0 && <IndexCards label={`${capital}, newest first`}>{cards}</IndexCards>}
      <LoadMore list={list} hasMore={list.hasNextPage && cards.length > 0} />
    </>
  );
}
