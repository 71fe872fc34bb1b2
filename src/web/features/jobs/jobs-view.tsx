import { useQuery } from '@tanstack/react-query';
import type { JobQueue } from '../../../shared/admin/jobs.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { loadFailure } from '../../lib/api-error.ts';
import { capital } from '../../lib/capital.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { formatDuration, formatInterval } from './job-labels.ts';
import classes from './jobs-view.module.css';

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
    { title: 'Job', kind: 'name', render: ({ name }) => capital(name) },
    { title: 'Runs', width: 112, render: ({ everySeconds }) => formatInterval(everySeconds) },
    ...(
      [
        ['Waiting', 'waiting'],
        ['Retrying', 'retrying'],
        ['Failed', 'failed'],
      ] as const
    ).map(
      ([title, key]): Column<JobQueue> => ({
        title,
        width: 80,
        kind: 'amount',
        render: (queue) => (
          <span className={key === 'failed' && queue[key] > 0 ? classes.failed : undefined}>
            {formatCount(queue[key])}
          </span>
        ),
      }),
    ),
    { title: 'Last run', width: 184, kind: 'date', render: ({ lastRunAt }) => when(lastRunAt) },
    {
      title: 'Took',
      width: 76,
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
      aside={<span className={classes.aside}>Refreshes every 10 seconds</span>}
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
        <ul className={classes.cards}>
          {queues.map((queue) => (
            <li key={queue.name}>
              <h3>{capital(queue.name)}</h3>
              <dl>
                {columns.slice(1).map(({ title, render }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{render(queue)}</dd>
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
  if (lastError === null) return <span className={classes.none}>None</span>;
  const words = `${lastError} (${when(lastErrorAt)})`;
  return (
    <span className={classes.error} title={words}>
      {words}
    </span>
  );
}
