import type { AddressInfo } from 'node:net';
import { commonControls } from './controls/controls.ts';
import { Failures } from './controls/failures.ts';
import type { AnsweredRequest, Provider, Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { pageFiles } from './pages/page-files.ts';
import { paypalControls } from './paypal/controls.ts';
import { paypalRoutes } from './paypal/routes.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { Clock } from './state/clock.ts';
import { Store } from './state/store.ts';
import { stripeControls } from './stripe/controls.ts';
import { stripeRoutes } from './stripe/routes.ts';
import { Deliveries } from './webhooks/deliveries.ts';

export interface SandboxOptions {
  /** 0 or nothing: the one of the last run when it is free, or any free one. */
  port?: number;
  /** Where its state is kept; without one it is forgotten at the end. */
  stateFile?: string;
  controls?: boolean;
  now?: () => Date;
  /** Called with every answer that a route gave, before it is sent. */
  onAnswer?: (info: AnsweredRequest) => void;
}

export interface Sandbox {
  url: string;
  /** Saves the state and closes every connection. */
  close(): Promise<void>;
}

// Nobody else may reach it.
const host = '127.0.0.1';
const requestsKept = 2_000;

/** Starts the stand-in for Stripe and PayPal; it listens when the promise resolves. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, controls = false } = options;
  const store = new Store(options.stateFile);
  const clock = new Clock(store, options.now);
  const deliveries = new Deliveries(store);
  const context: SandboxContext = { clock, store, deliveries, failures: new Failures(), url: '' };
  const requests: AnsweredRequest[] = [];
  const routes: Record<Provider, Route[]> = {
    sandbox: [...pageFiles],
    paypal: paypalRoutes(context),
    stripe: stripeRoutes(context),
  };
  if (controls) {
    routes.sandbox.push(
      ...commonControls(context, requests),
      ...stripeControls(context),
      ...paypalControls(context),
    );
  }
  const app = createServer(context, routes, (info) => {
    if (controls && info.provider !== 'sandbox') {
      requests.push(info);
      if (requests.length > requestsKept) requests.shift();
    }
    options.onAnswer?.(info);
  });
  const listen = (wanted: number): Promise<string> => app.listen({ port: wanted, host });
  await listen(port === 0 ? (store.port ?? 0) : port).catch((error: unknown) => {
    if (port !== 0 || store.port === null) throw error;
    return listen(0);
  });
  store.port = (app.server.address() as AddressInfo).port;
  context.url = `http://${host}:${store.port}`;
  const ticking = setInterval(() => clock.runDue(), 5_000).unref();
  deliveries.start();
  return {
    url: context.url,
    async close() {
      clearInterval(ticking);
      deliveries.stop();
      await app.close();
      await store.flush();
    },
  };
}
