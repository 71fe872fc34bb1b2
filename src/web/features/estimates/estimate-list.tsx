import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import {
  ESTIMATE_STATUS_LABELS,
  ESTIMATE_STATUSES,
} from '../../../shared/estimates/estimate-status.ts';
import { DocumentIndex } from '../../documents/document-index.tsx';
import { orpc } from '../../lib/api.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { buildFilter, pageOptions } from '../../lib/use-pages.ts';
import type { SearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { EstimateDialogs, useEstimateDialogs } from './estimate-dialogs.tsx';

const STATUSES: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All Statuses' },
  ...ESTIMATE_STATUSES.map((value) => ({ value, label: ESTIMATE_STATUS_LABELS[value] })),
];

interface Props {
  status: StatusFilter;
  searching: SearchText;
  onStatus: (status: StatusFilter) => void;
  onCreate: () => void;
  onEdit: (id: number) => void;
}

/** The estimates page: search, filter, cards and what can be done with each. */
export function EstimateList({ onEdit, ...props }: Props) {
  const queries = estimateListQueries(props.status, props.searching.search);
  const list = useInfiniteQuery(queries.list);
  const { data: summary } = useQuery(queries.summary);
  const estimates = flattenPages(list.data);
  const dialogs = useEstimateDialogs({ edit: ({ id }) => onEdit(id) });
  return (
    <>
      <DocumentIndex
        {...props}
        noun="estimate"
        createLabel="Create Estimate"
        statuses={STATUSES}
        list={list}
        summary={summary}
        // Drafts, refusals and what is invoiced already make no sum together: this is open.
        summed={{ sum: summary?.byStatus.sent, label: 'Open' }}
        empty={{
          words:
            'Offers to your customers, on your own paper. Once one is accepted, it becomes an invoice with one press.',
          action: (
            <Button icon={IconPlus} onClick={props.onCreate}>
              Create your first estimate
            </Button>
          ),
        }}
        cards={estimates.map((estimate) => (
          <EstimateCard key={estimate.id} estimate={estimate} commands={dialogs.commands} />
        ))}
      />
      <EstimateDialogs {...dialogs} />
    </>
  );
}

type StatusFilter = 'all' | EstimateStatus;

/** Estimates of a filter and a search, page by page; their count and their sum. */
export function estimateListQueries(status: StatusFilter, search: string) {
  const filter = { ...(status === 'all' ? {} : { status }), ...buildFilter(search) };
  return {
    list: pageOptions(orpc.estimates.list, filter),
    summary: orpc.estimates.summary.queryOptions({
      input: filter,
      placeholderData: keepPreviousData,
    }),
  };
}
