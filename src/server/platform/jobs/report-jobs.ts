import type { Pool } from 'pg';

/** One kind of work, as the admin sees it. */
export interface QueueReport {
  name: string;
  everySeconds: number | null;
  waiting: number;
  retrying: number;
  active: number;
  failed: number;
  completed: number;
  lastRunAt: string | null;
  lastDurationMs: number | null;
  lastCount: number | null;
  lastError: string | null;
  lastErrorAt: string | null;
}

interface Counts {
  name: string;
  waiting: number;
  retrying: number;
  active: number;
  failed: number;
  completed: number;
}

interface Ended {
  name: string;
  ended_at: Date;
  ms: number | null;
  output: { count?: unknown; message?: unknown; value?: { message?: unknown } } | null;
}

/** Reads what waits, runs, has failed and was done in the last day. */
export async function reportJobs(
  pool: Pool,
  kinds: { name: string; everySeconds: number | null }[],
): Promise<QueueReport[]> {
  const names = [kinds.map(({ name }) => name)];
  const [counts, runs, errors] = await Promise.all([
    pool.query<Counts>(
      `SELECT name,
         (count(*) FILTER (WHERE state = 'created'))::int AS waiting,
         (count(*) FILTER (WHERE state = 'retry'))::int AS retrying,
         (count(*) FILTER (WHERE state = 'active'))::int AS active,
         (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
         (count(*) FILTER (WHERE state = 'completed'
           AND completed_on > now() - interval '1 day'))::int AS completed
       FROM pgboss.job WHERE name = ANY($1::text[]) GROUP BY name`,
      names,
    ),
    pool.query<Ended>(
      `SELECT DISTINCT ON (name) name, completed_on AS ended_at, output,
         round(extract(epoch FROM completed_on - started_on) * 1000)::int AS ms
       FROM pgboss.job WHERE name = ANY($1::text[]) AND completed_on IS NOT NULL
         AND state IN ('completed', 'failed')
       ORDER BY name, completed_on DESC`,
      names,
    ),
    pool.query<Ended>(
      `SELECT DISTINCT ON (name) name, coalesce(completed_on, started_on) AS ended_at, output,
         NULL::int AS ms
       FROM pgboss.job WHERE name = ANY($1::text[]) AND state IN ('failed', 'retry')
         AND output IS NOT NULL
       ORDER BY name, coalesce(completed_on, started_on) DESC`,
      names,
    ),
  ]);
  const of = <T extends { name: string }>(rows: T[], name: string) =>
    rows.find((row) => row.name === name);
  return kinds.map(({ name, everySeconds }) => {
    const count = of(counts.rows, name);
    const run = of(runs.rows, name);
    const error = of(errors.rows, name);
    const { count: done } = run?.output ?? {};
    return {
      name,
      everySeconds,
      waiting: count?.waiting ?? 0,
      retrying: count?.retrying ?? 0,
      active: count?.active ?? 0,
      failed: count?.failed ?? 0,
      completed: count?.completed ?? 0,
      lastRunAt: run?.ended_at.toISOString() ?? null,
      lastDurationMs: run?.ms ?? null,
      lastCount: typeof done === 'number' ? done : null,
      lastError: error ? readMessage(error.output) : null,
      lastErrorAt: error?.ended_at.toISOString() ?? null,
    };
  });
}

function readMessage(output: Ended['output']): string {
  const text = output?.message ?? output?.value?.message;
  if (typeof text !== 'string') return 'It failed without a reason';
  return /timeout in active state/.test(text) ? 'It did not end in time, or was cut off' : text;
}
