import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { controlRoutes } from './controls/control-routes.ts';
import { Failures } from './controls/failures.ts';
import { Router } from './http/router.ts';
import { createSandboxServer } from './http/server.ts';
import { pageFiles } from './pages/page-files.ts';
import { paypalControls, paypalRoutes } from './paypal/paypal-routes.ts';
import type { AnsweredRequest, SandboxContext } from './sandbox-context.ts';
import { Clock } from './state/clock.ts';
import { Store } from './state/store.ts';
import { stripeControls } from './stripe/stripe-controls.ts';
import { stripeRoutes } from './stripe/stripe-routes.ts';
import { Deliveries } from './webhooks/deliveries.ts';

export interface SandboxOptions {
  /** 0 or nothing: the one of the last run when it is free, or any free one. */
  port?: number;
  /** Loopback only. */
  host?: string;
  /** Where its state is kept; without one it is forgotten at the end. */
  stateFile?: string;
  /** Whether the controls under `/_sandbox/` answer. */
  controls?: boolean;
  now?: () => Date;
  log?: (line: object) => void;
  /** Called with every answer that a route gave, before it is sent. */
  onAnswer?: (info: AnsweredRequest) => void;
}

export interface Sandbox {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  /** Saves the state and closes every connection. */
  close(): Promise<void>;
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);
const requestsKept = 2_000;

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Starts the stand-in for Stripe and PayPal; it listens when the promise resolves. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', controls = false, log = () => undefined } = options;
  if (!loopback.has(host)) throw new Error('The sandbox listens on a loopback address only.');
  const clock = new Clock(options.now);
  const store = new Store(options.stateFile);
  clock.offset = store.load(() => clock.offset);
  const deliveries = new Deliveries(store, log);
  const failures = new Failures();
  let url = '';
  const context: SandboxContext = { clock, store, deliveries, failures, log, url: () => url };
  const requests: AnsweredRequest[] = [];
  const router = new Router();
  router.add('sandbox', pageFiles());
  if (controls) {
    router.add('sandbox', controlRoutes(context, requests));
    router.add('sandbox', stripeControls(context));
    router.add('sandbox', paypalControls(context));
  }
  router.add('paypal', paypalRoutes(context));
  router.add('stripe', stripeRoutes(context));
  const server = createSandboxServer({
    context,
    router,
    onAnswer(info) {
      if (controls && info.provider !== 'sandbox') {
        requests.push(info);
        if (requests.length > requestsKept) requests.splice(0, requestsKept / 2);
      }
      options.onAnswer?.(info);
    },
  });
  await listen(server, port === 0 ? (store.port ?? 0) : port, host).catch((error: unknown) => {
    if (port !== 0 || store.port === null) throw error;
    return listen(server, 0, host);
  });
  const address = server.address() as AddressInfo;
  store.port = address.port;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  const ticking = setInterval(() => {
    if (clock.runDue() > 0) store.touch();
  }, 5_000);
  ticking.unref();
  deliveries.start();
  return {
    url,
    async close() {
      clearInterval(ticking);
      deliveries.stop();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await store.flush();
    },
  };
}
