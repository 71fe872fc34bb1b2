/** What tests steer the sandbox with, under `/_sandbox/`: JSON in, JSON out. Never on by default. */
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { AnsweredRequest, SandboxContext } from '../sandbox-context.ts';
import type { DeliveryMode } from '../webhooks/deliveries.ts';
import type { FailureKind } from './failures.ts';

export type ControlBody = Record<string, unknown>;

/** A control: its body is JSON, its answer is JSON; an Error it throws is answered as 400. */
export function control(path: string, run: (body: ControlBody) => object | Promise<object>): Route {
  return {
    method: 'POST',
    pattern: `/_sandbox/${path}`,
    async handler({ body }: RouteRequest): Promise<Answer> {
      try {
        const parsed = body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as ControlBody);
        return { status: 200, body: await run(parsed) };
      } catch (error) {
        return { status: 400, body: { error: error instanceof Error ? error.message : 'failed' } };
      }
    },
  };
}

const failureKinds = new Set<unknown>([
  'error',
  'timeout-before',
  'timeout-after',
  'slow',
  'held',
  'not-json',
  'html',
  'reset',
  'reset-after',
]);

const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

function deliveryMode(body: ControlBody): Partial<DeliveryMode> {
  const change: Partial<DeliveryMode> = {};
  const { mode, duplicate, reorder, delayMs, types, account, retryMs, timeoutMs } = body;
  if (mode === 'deliver' || mode === 'hold' || mode === 'drop') change.mode = mode;
  else if (mode !== undefined) throw new Error('mode is deliver, hold or drop');
  if (typeof duplicate === 'number') change.duplicate = duplicate;
  if (typeof reorder === 'boolean') change.reorder = reorder;
  if (typeof delayMs === 'number') change.delayMs = delayMs;
  if (Array.isArray(types)) change.types = types.map(String);
  if (typeof account === 'string' || account === null) change.account = account;
  if (Array.isArray(retryMs)) change.retryMs = retryMs.map(Number);
  if (typeof timeoutMs === 'number') change.timeoutMs = timeoutMs;
  return change;
}

/** The controls that belong to no provider. */
export function controlRoutes(context: SandboxContext, requests: AnsweredRequest[]): Route[] {
  const { clock, deliveries, failures } = context;
  return [
    control('clock', ({ advance, now }) => {
      if (typeof advance === 'number') clock.advance(advance);
      else if (typeof now === 'string' || typeof now === 'number') {
        clock.moveTo(new Date(now).getTime());
      } else clock.runDue();
      return { now: new Date(clock.now()).toISOString() };
    }),
    control('webhooks', (body) => {
      deliveries.setMode(deliveryMode(body));
      return { ...deliveries.mode, counts: deliveries.counts() };
    }),
    control('webhooks/release', ({ type, count, reverse }) => ({
      released: deliveries.release({
        ...(typeof type === 'string' ? { type } : {}),
        ...(typeof count === 'number' ? { count } : {}),
        reverse: reverse === true,
      }),
    })),
    control('webhooks/settled', async () => {
      await deliveries.settled();
      return deliveries.counts();
    }),
    control('fail', ({ path, method, times, status, kind, delayMs }) => {
      const wanted = kind ?? 'error';
      if (!failureKinds.has(wanted))
        throw new Error(`kind is one of ${[...failureKinds].join(', ')}`);
      failures.add({
        path: typeof path === 'string' ? path : '/',
        method: typeof method === 'string' ? method.toUpperCase() : null,
        times: numberOr(times, 1),
        kind: wanted as FailureKind,
        status: numberOr(status, wanted === 'not-json' ? 200 : 500),
        delayMs: numberOr(delayMs, 1_000),
      });
      return { ok: true };
    }),
    control('fail/until-held', async () => {
      await failures.untilHeld();
      return { ok: true };
    }),
    control('fail/release', () => ({ released: failures.release() })),
    control('fail/clear', () => {
      failures.clear();
      return { ok: true };
    }),
    control('requests/clear', () => {
      requests.length = 0;
      return { ok: true };
    }),
    {
      method: 'GET',
      pattern: '/_sandbox/requests',
      handler: ({ query }) => {
        const path = query.get('path');
        const found = requests.filter((entry) => path === null || entry.path.startsWith(path));
        return { status: 200, body: { requests: found } };
      },
    },
  ];
}
