import type { Query as ClientQuery, QueryClient } from '@tanstack/react-query';
import type {
  Recurring,
  RecurringDetail,
  RecurringStatus,
  RecurringSummary,
} from '../../../shared/recurring/recurring.contract.ts';
import { RECURRING_STATUSES } from '../../../shared/recurring/recurring.contract.ts';
import { orpc } from '../../lib/api.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import type { RecordKind } from '../../records/record-kind.ts';

const { key, list, summary, create, update, delete: remove, restore } = orpc.recurring;

export type RecurringFilter = RecurringStatus | 'problem';
export const RECURRING_FILTERS: readonly RecurringFilter[] = [...RECURRING_STATUSES, 'problem'];

export const FILTER_LABELS: Record<RecurringFilter | 'all', string> = {
  all: 'All',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
  problem: 'Needs attention',
};

/** How many a filter leaves. */
export const countRecurring = (all: RecurringSummary, filter: RecurringFilter | 'all'): number =>
  filter === 'all' ? all.active + all.paused + all.ended : all[filter];

export const RECURRING: RecordKind<Recurring, never, RecurringSummary> = {
  noun: 'recurring invoice',
  calls: { key, list, count: summary, create, update, delete: remove, restore },
};

export const storedRecurring = (id: number) => orpc.recurring.get.queryOptions({ input: { id } });

/** It is as the answer says; lists and sums are read again, and invoices where one was made. */
export function refreshRecurring(client: QueryClient, saved: RecurringDetail, made = false): void {
  const queryKey = orpc.recurring.get.queryKey({ input: { id: saved.id } });
  keepAnswer(client, queryKey, saved);
  const isOther = (query: Pick<ClientQuery, 'queryHash'>) =>
    query.queryHash !== client.getQueryCache().find({ queryKey })?.queryHash;
  void client.invalidateQueries({ queryKey: key(), predicate: isOther });
  if (!made) return;
  void client.invalidateQueries({ queryKey: orpc.invoices.key() });
  refreshFigures(client);
}
