/** What else of an error is worth reading, where it is a word or a number. */
const TOLD = [
  'code',
  'severity',
  'table',
  'column',
  'constraint',
  'syscall',
  'address',
  'port',
  'status',
  'statusCode',
  'requestId',
] as const;
const MOST_CAUSES = 8;

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  [fact: string]: string | number;
}

/**
 * An error as a log line tells it: its kind, its message and stack with those of its causes, and a
 * few plain facts. A failed statement is told without its parameters, and PostgreSQL's words about
 * a row without their detail, since both repeat what was stored: tokens, hashes and addresses.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const chain = causes(error);
  const facts: Record<string, string | number> = {};
  for (const each of chain) {
    for (const name of TOLD) {
      const value = (each as unknown as Record<string, unknown>)[name];
      const plain = typeof value === 'string' || typeof value === 'number';
      if (plain && !(name in facts)) facts[name] = value;
    }
  }
  return {
    type: error.name,
    message: chain.map(readMessage).join(': '),
    stack: chain.map(readStack).join('\ncaused by: '),
    ...facts,
  };
}

function causes(error: Error): Error[] {
  const chain: Error[] = [];
  let at: unknown = error;
  while (at instanceof Error && chain.length < MOST_CAUSES) {
    chain.push(at);
    at = at.cause;
  }
  return chain;
}

/** Drizzle's error has the statement with its placeholders in `query`, and both in its message. */
function readMessage(error: Error): string {
  const { query, params } = error as { query?: unknown; params?: unknown };
  return typeof query === 'string' && params ? `Failed query: ${query}` : error.message;
}

function readStack(error: Error): string {
  const stack = error.stack ?? error.name;
  // As a function, or `$1` in the statement would be taken for a part of the match.
  return stack.replace(error.message, () => readMessage(error));
}
