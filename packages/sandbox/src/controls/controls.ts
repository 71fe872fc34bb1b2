/** What tests steer the sandbox with, under `/_sandbox/`: JSON in, JSON out. Never on by default. */
import * as z from 'zod';
import type { AnsweredRequest, Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { deliveryModeSchema } from '../webhooks/deliveries.ts';
import { failureSchema } from './failures.ts';

/** A control of what its body holds; an error is answered as 400. */
export const control = <S extends z.ZodType>(
  path: string,
  schema: S,
  run: (body: z.output<S>) => unknown,
): Route => ({
  method: 'POST',
  path: `/_sandbox/${path}`,
  async handler({ body }) {
    try {
      const answer = (await run(schema.parse(JSON.parse(body || '{}')))) as object | undefined;
      return { body: answer ?? {} };
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : 'failed' } };
    }
  },
});

const nothing = z.object({});

/** The controls that belong to no provider. */
export function commonControls(context: SandboxContext, requests: AnsweredRequest[]): Route[] {
  const { clock, deliveries, failures } = context;
  const moveClock = z.object({ advance: z.number(), now: z.iso.datetime() }).partial().strict();
  const release = z.object({ type: z.string(), count: z.number(), reverse: z.boolean() }).partial();
  return [
    control('clock', moveClock, ({ advance, now }) => {
      clock.advance(now === undefined ? (advance ?? 0) : new Date(now).getTime() - clock.now());
      return { now: new Date(clock.now()).toISOString() };
    }),
    control('webhooks', deliveryModeSchema.partial().strict(), (change) => {
      deliveries.setMode(change);
      return { counts: deliveries.counts() };
    }),
    control('webhooks/release', release, (what) => ({ released: deliveries.release(what) })),
    control('webhooks/settled', nothing, async () => {
      await deliveries.settled();
      return deliveries.counts();
    }),
    control('fail', failureSchema, (failure) => failures.add(failure)),
    control('fail/until-held', nothing, () => failures.waitUntilHeld()),
    control('fail/release', nothing, () => ({ released: failures.release() })),
    control('fail/clear', nothing, () => failures.clear()),
    control('requests/clear', nothing, () => void requests.splice(0)),
    {
      method: 'GET',
      path: '/_sandbox/requests',
      handler: ({ query }) => ({
        body: { requests: requests.filter(({ path }) => path.startsWith(query.get('path') ?? '')) },
      }),
    },
  ];
}
