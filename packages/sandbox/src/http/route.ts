/** A route of the sandbox, and what its handler is given and gives. */
import type { IncomingHttpHeaders } from 'node:http';

export type Provider = 'stripe' | 'paypal' | 'sandbox';
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One answered request: for tests that check every parameter sent and every answer given. */
export interface AnsweredRequest {
  provider: Provider;
  /** The account's key, or null when the call carried none. */
  account: string | null;
  method: string;
  path: string;
  /** The pattern of the route, such as `/v1/customers/:id`. */
  route: string;
  /** The parameters as they were read: query and body together. */
  params: unknown;
  /** Whether a browser called with a publishable key: it sees less. */
  publishable: boolean;
  status: number;
  answer: unknown;
}

export interface Incoming {
  path: string;
  /** What the pattern's `:id` stands for, decoded. */
  id: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingHttpHeaders;
  /** What a handler learns about the request, for the request log. */
  trace: Partial<Pick<AnsweredRequest, 'account' | 'params' | 'publishable'>>;
  /** Waits until a test lets it go on, where it ordered that (mostly not at all). */
  hold(): Promise<void>;
}

/** An answer; an object as body is sent as JSON. */
export interface Answer {
  /** 200 unless told. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | object;
}

export interface Route {
  method: Method;
  /** Such as `/v1/customers/:id`; a last segment `*` takes the rest. */
  path: string;
  /** Browsers of any origin may call it: preflights are answered and the headers are set. */
  cors?: boolean;
  /** The handler waits for `hold` itself, when it has taken note of the request. */
  waits?: boolean;
  handler(request: Incoming): Answer | Promise<Answer>;
  /** The error of a status in the provider's form, where a test orders one. */
  fail?(status: number): Answer;
}
