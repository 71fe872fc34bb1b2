import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instantText, nullableText } from '../contract/fields.ts';

export const jobQueueSchema = z.object({
  /** 'mark overdue invoices' */
  name: z.string(),
  /** Seconds between two runs; null for work that is done when it comes up. */
  everySeconds: z.number().nullable(),
  /** Jobs that wait for their turn, wait to be tried again, run now, and have failed for good. */
  waiting: z.number(),
  retrying: z.number(),
  active: z.number(),
  failed: z.number(),
  /** Of the last day. */
  completed: z.number(),
  lastRunAt: instantText.nullable(),
  lastDurationMs: z.number().nullable(),
  /** What the last run did, such as how many invoices it marked. */
  lastCount: z.number().nullable(),
  lastError: nullableText,
  lastErrorAt: instantText.nullable(),
});
export type JobQueue = z.output<typeof jobQueueSchema>;

export const jobsContract = {
  list: oc
    .route({ method: 'GET', path: '/admin/jobs', tags: ['Admin'] })
    .output(z.object({ queues: z.array(jobQueueSchema) })),
};
