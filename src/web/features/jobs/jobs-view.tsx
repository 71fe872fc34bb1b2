import { useQuery } from '@tanstack/react-query';
import type { JobQueue } from '../../../shared/admin/jobs.contract.ts';
import { capitalize } from '../../../shared/text/capitalize.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { formatDuration, formatInterval } from './job-labels.ts';

const REFRESH_MS = 10_000;

/** What the server does by itself: what ran, what failed, what waits. For the admin. */
export function JobsView() {
  const phone = useIsPhone();
  const jobs = useQuery(
    orpc.jobs.list.queryOptions({ refetchInterval: REFRESH_MS, refetchOnMount: 'always' }),
  );
  const { profile } = useBusiness();
  const when = (instant: string | null) =>
    instant === null ? 'Not yet' : formatInstant(instant, profile?.timeZone);
  const columns: Column<JobQueue>[] = [
    { title: 'Job', kind: 'name', render: ({ name }) => capitalize(name) },
    {
      title: 'Runs',
      width: 112,
      roomy: 'most',
      render: ({ everySeconds }) => formatInterval(everySeconds),
    },
    ...(
      [
        ['Waiting', 'waiting'],
        ['Retrying', 'retrying'],
        ['Failed', 'failed'],
      ] as const
    ).map(([title, key]): Column<JobQueue> => ({
      title,
      width: 80,
      kind: 'amount',
      ...(key !== 'failed' && { roomy: 'much' }),
      render: (queue) => (
        <span className={key === 'failed' && queue[key] > 0 ? 'font-semi text-overdue' : undefined}>
          {formatCount(queue[key])}
        </span>
      ),
    })),
    { title: 'Last run', width: 184, kind: 'date', render: ({ lastRunAt }) => when(lastRunAt) },
    {
      title: 'Took',
      width: 76,
      roomy: 'most',
      kind: 'amount',
      render: ({ lastDurationMs }) =>
        lastDurationMs === null ? '—' : formatDuration(lastDurationMs),
    },
    { title: 'Last error', width: 220, render: (queue) => <LastError queue={queue} when={when} /> },
  ];
  if (jobs.isError && !jobs.data) {
    return <PageError title="Background jobs could not be loaded" {...loadFailure(jobs)} />;
  }
  const queues = jobs.data?.queues;
  return (
    <Panel
      title="Background jobs"
      aside={<span className="text-13 text-muted">Refreshes every 10 seconds</span>}
    >
      {!queues && <DataTableSkeleton columns={columns} rows={9} words="Loading jobs..." />}
      {queues && !phone && (
        <DataTable
          label="Background jobs"
          columns={columns}
          rows={queues}
          rowKey={({ name }) => name}
        />
      )}
      {queues && phone && (
        <ul>
          {queues.map((queue) => (
            <li key={queue.name} className="border-t border-hairline px-4 py-3.5">
              <h3 className="mb-2 text-15">{capitalize(queue.name)}</h3>
              <dl className="grid gap-1.5">
                {columns.slice(1).map(({ title, render }) => (
                  <div key={title} className="flex justify-between gap-3">
                    <dt className="flex-none text-muted">{title}</dt>
                    <dd className="text-right wrap-anywhere">{render(queue)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function LastError({
  queue: { lastError, lastErrorAt },
  when,
}: {
  queue: JobQueue;
  when: (instant: string | null) => string;
}) {
  if (lastError === null) return <span className="text-muted">None</span>;
  const words = `${lastError} (${when(lastErrorAt)})`;
  return (
    <span className="text-overdue" title={words}>
      {words}
    </span>
  );
}
