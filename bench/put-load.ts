import autocannon from 'autocannon';

/** Seconds, or how many requests: these take as long as the machine does. */
export type LoadLength = { duration: number } | { amount: number };

export interface Load {
  /** Answers by their status. */
  answers: Map<number, number>;
  perSecond: number;
}

/** How long one answer is waited for, in seconds, where a number of them is to come. */
const PATIENCE = 120;

interface Expected {
  statuses?: readonly number[];
  /** Where more is asked for than can be answered. */
  mayTimeOut?: boolean;
}

/**
 * Asks as fast as it is answered.
 * @throws when nothing was answered, a request failed, or an answer has a status that was not expected
 */
export async function putLoad(
  options: Omit<autocannon.Options, 'duration' | 'amount' | 'timeout'>,
  length: LoadLength,
  { statuses = [200], mayTimeOut = false }: Expected = {},
): Promise<Load> {
  const start = performance.now();
  const result = await autocannon({
    ...options,
    ...('amount' in length ? { amount: length.amount, timeout: PATIENCE } : length),
  });
  const seconds = (performance.now() - start) / 1000;
  const answers = new Map(
    Object.entries(result.statusCodeStats ?? {}).map(([code, { count = 0 }]) => [
      Number(code),
      count,
    ]),
  );
  const unexpected = [...answers.keys()].filter((code) => !statuses.includes(code));
  const failed = result.errors - (mayTimeOut ? result.timeouts : 0);
  if (failed > 0 || answers.size === 0 || unexpected.length > 0) {
    const codes = [...answers].map(([code, count]) => `${count}× ${code}`).join(', ');
    throw new Error(`${options.url}: ${failed} failed; answered: ${codes || 'nothing'}`);
  }
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
  // What is over in less than a second has no average of seconds.
  return { answers, perSecond: 'amount' in length ? all / seconds : result.requests.average };
}
