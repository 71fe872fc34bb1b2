/** Routes of the sandbox: a method and a path pattern lead to a handler. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export interface RouteRequest {
  request: IncomingMessage;
  method: string;
  /** The path without its query. */
  path: string;
  /** What the pattern's `:name` segments (and a final `*`) stand for, decoded. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** The body as it came; empty for requests without one. */
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** What a handler learns about the request, for the request log and `onAnswer`. */
  trace: { account?: string; params?: unknown; publishable?: boolean };
  /** Waits as long as a test ordered (mostly not at all). */
  delayed(): Promise<void>;
}

/** An answer; a plain object as body is sent as JSON. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
}

export type Provider = 'stripe' | 'paypal' | 'sandbox';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Such as `/v1/customers/:id`; a last segment `*` takes the rest. */
  pattern: string;
  /** Browsers of any origin may call it: preflights are answered and the headers are set. */
  cors?: boolean;
  /** The handler awaits `delayed` itself, once it has taken note of the request. */
  waits?: boolean;
  handler(request: RouteRequest): Answer | Promise<Answer>;
}

export interface ServedRoute extends Route {
  provider: Provider;
}

interface CompiledRoute {
  route: ServedRoute;
  segments: string[];
}

export interface RouteMatch {
  route: ServedRoute;
  params: Record<string, string>;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function matchSegments(pattern: string[], path: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (let index = 0; index < pattern.length; index += 1) {
    const expected = pattern[index] ?? '';
    if (expected === '*') {
      params['*'] = path.slice(index).map(decoded).join('/');
      return params;
    }
    const given = path[index];
    if (given === undefined) return null;
    if (expected.startsWith(':')) {
      if (given === '') return null;
      params[expected.slice(1)] = decoded(given);
    } else if (expected !== given) return null;
  }
  return path.length === pattern.length ? params : null;
}

export class Router {
  readonly #routes: CompiledRoute[] = [];

  add(provider: Provider, routes: Iterable<Route>): void {
    for (const route of routes) {
      this.#routes.push({ route: { ...route, provider }, segments: route.pattern.split('/') });
    }
  }

  /** The first route that fits, in the order in which they were added. */
  match(method: string, path: string): RouteMatch | null {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const segments = path.split('/');
    for (const { route, segments: pattern } of this.#routes) {
      if (route.method !== wanted) continue;
      const params = matchSegments(pattern, segments);
      if (params) return { route, params };
    }
    return null;
  }

  /** Whether a browser of another origin may call this path by any method. */
  allowsOtherOrigins(path: string): boolean {
    const segments = path.split('/');
    return this.#routes.some(
      ({ route, segments: pattern }) => route.cors && matchSegments(pattern, segments) !== null,
    );
  }
}
