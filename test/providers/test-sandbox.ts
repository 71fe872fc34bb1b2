/** A sandbox for tests: every answer that it gives on Stripe's side is checked as it is given. */

import type { AnsweredRequest } from '@remit/sandbox';
import { type SandboxOptions, startSandbox } from '@remit/sandbox';
import Stripe from 'stripe';
import { inject } from 'vitest';
import { onceInARun } from '../database/once-in-a-run.ts';
import { answeredProblems, prepareStripeSchemas } from './stripe-schemas.ts';

export interface TestSandbox {
  url: string;
  /** The requests that have been answered so far. */
  answered: AnsweredRequest[];
  /**
   * What was wrong with the answers and parameters since the last call: a test ends by expecting
   * none. Checked here and not while answering, because the first check of a type takes a moment.
   */
  takeProblems(): string[];
  /** The real SDK, speaking to the sandbox. */
  stripe(key?: string): Stripe;
  /** Calls a control; answers its JSON. */
  control<T = Record<string, unknown>>(path: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

let accounts = 0;

/** A key of its own, so that tests do not see each other's objects. */
export function newTestKey(): string {
  accounts += 1;
  return `sk_test_sandbox_${process.pid}_${accounts}_${Math.random().toString(36).slice(2)}`;
}

export function stripeFor(url: string, key: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export async function startTestSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  // Two processes at once would derive them twice.
  await onceInARun(inject('testRunFolder'), 'stripe-schemas', async () => {
    prepareStripeSchemas();
    return true;
  });
  prepareStripeSchemas();
  const answered: AnsweredRequest[] = [];
  let checked = 0;
  const sandbox = await startSandbox({
    controls: true,
    ...options,
    onAnswer(info) {
      answered.push(info);
      options.onAnswer?.(info);
    },
  });
  return {
    url: sandbox.url,
    answered,
    takeProblems() {
      const fresh = answered.slice(checked);
      checked = answered.length;
      return fresh.flatMap(answeredProblems);
    },
    stripe: (key = newTestKey()) => stripeFor(sandbox.url, key),
    async control<T>(path: string, body: object = {}) {
      const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      const json = (await answer.json()) as T & { error?: unknown };
      if (answer.status !== 200) throw new Error(`${path}: ${String(json.error)}`);
      return json;
    },
    close: () => sandbox.close(),
  };
}
