import { IconPlus } from '@tabler/icons-react';
import {
  ESTIMATE_STATUS_LABELS,
  ESTIMATE_STATUSES,
} from '../../../shared/estimates/estimate-status.ts';
import { formatSums } from '../../../shared/money/money.ts';
import classes from '../../documents/document-card.module.css';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { countNoun, formatCount } from '../../lib/format-count.ts';
import type { SearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../../ui/index-cards.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { EstimateCard } from './estimate-card.tsx';
import { EstimateDialogs, useEstimateDialogs } from './estimate-dialogs.tsx';
import type { StatusFilter } from './use-estimate-list.ts';
import { useEstimateList } from './use-estimate-list.ts';

const SEGMENTS: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All Statuses' },
  ...ESTIMATE_STATUSES.map((value) => ({ value, label: ESTIMATE_STATUS_LABELS[value] })),
];

function statusOf(text: string): StatusFilter {
  return ESTIMATE_STATUSES.find((known) => known === text) ?? 'all';
}

interface Props {
  status: StatusFilter;
  searching: SearchText;
  onStatus: (status: StatusFilter) => void;
  onCreate: () => void;
  onEdit: (id: number) => void;
}

/** The estimates page: search, filter, cards and what can be done with each. */
export function EstimateList({ status, searching, onStatus, onCreate, onEdit }: Props) {
  const phone = useIsPhone();
  const { currency } = useBusiness();
  const { text, setText, search } = searching;
  const { list, estimates, summary } = useEstimateList(status, search);
  const dialogs = useEstimateDialogs({ edit: ({ id }) => onEdit(id) });
  const filtered = status !== 'all' || search !== '';
  const empty = list.isSuccess && !list.isPlaceholderData && estimates.length === 0;
  const count = summary?.count ?? 0;
  const { sent } = summary?.byStatus ?? {};
  const all = Object.values(summary?.byStatus ?? {}).reduce((sum, one) => sum + one.count, 0);
  const segments = SEGMENTS.map(({ value, label }) => ({
    value,
    label,
    count: value === 'all' ? summary && all : summary?.byStatus[value].count,
  }));
  return (
    <>
      <ListToolbar
        label="Search estimates"
        placeholder="Search estimates..."
        text={text}
        onText={setText}
        count={count > 0 ? countNoun(count, 'estimate') : undefined}
        action={
          !phone && (
            <Button writes variant="primary" icon={IconPlus} onClick={onCreate}>
              Create Estimate
            </Button>
          )
        }
      />
      <div className={classes.bar}>
        {/* Six segments are more than a phone is wide. */}
        {phone ? (
          <SelectField
            label="Status"
            value={status}
            options={segments.map(({ value, label, count: many }) => ({
              value,
              label: many === undefined ? label : `${label} (${formatCount(many)})`,
            }))}
            onChange={(event) => onStatus(statusOf(event.target.value))}
          />
        ) : (
          <SegmentedControl label="Status" value={status} onChange={onStatus} segments={segments} />
        )}
        {/* Drafts, refusals and what is invoiced already make no sum together: this is open. */}
        {status === 'all' && sent && sent.count > 0 && (
          <p className={classes.sum}>
            Open <b>{formatSums(sent.sums, currency)}</b>
          </p>
        )}
      </div>
      {list.isPending && <IndexCardSkeletons words="Loading estimates..." lines={2} />}
      {list.isError && !list.data && (
        <PageError title="Estimates could not be loaded" {...loadFailure(list)} />
      )}
      {empty && (
        <EmptyState
          title="No estimates found"
          actions={
            filtered ? (
              <Button
                onClick={() => {
                  setText('');
                  onStatus('all');
                }}
              >
                Clear filters
              </Button>
            ) : (
              <Button icon={IconPlus} onClick={onCreate}>
                Create your first estimate
              </Button>
            )
          }
        >
          {filtered
            ? search === ''
              ? 'None has this status.'
              : 'Nothing matches what you search for.'
            : 'Offers to your customers, on your own paper. Once one is accepted, it becomes an invoice with one press.'}
        </EmptyState>
      )}
      {estimates.length > 0 && (
        <IndexCards label="Estimates, newest first">
          {estimates.map((estimate) => (
            <EstimateCard key={estimate.id} estimate={estimate} commands={dialogs.commands} />
          ))}
        </IndexCards>
      )}
      <LoadMore list={list} hasMore={list.hasNextPage && estimates.length > 0} />
      <EstimateDialogs {...dialogs} />
    </>
  );
}
