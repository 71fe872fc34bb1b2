/** Small statistics and tables for measurements. */
import { isDeepStrictEqual } from 'node:util';

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]) => quantile(values, 0.5);

/** Milliseconds that each of `runs` runs took, after `warmUp` more that do not count. */
export async function times(
  runs: number,
  warmUp: number,
  work: (run: number) => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    const start = performance.now();
    await work(run + warmUp);
    if (run >= 0) taken.push(performance.now() - start);
  }
  return taken;
}

/** Runs two pieces of work in turn, A B A B, so that both see the same machine. */
export async function inTurn(
  rounds: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<{ a: number; b: number; ratio: number }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await a(), await b()]);
  return {
    a: median(pairs.map(([x]) => x)),
    b: median(pairs.map(([, y]) => y)),
    ratio: median(pairs.map(([x, y]) => x / y)),
  };
}

/** What was done, counted by its name: the same on every machine. */
export type Counted = Record<string, number>;

/**
 * That both sides of a comparison came to the same, or their times compare nothing.
 * @throws when they did not
 */
export function requireSame(what: string, ours: Counted, theirs: Counted): Counted {
  if (isDeepStrictEqual(ours, theirs)) return ours;
  throw new Error(`${what}: ${JSON.stringify(ours)} against ${JSON.stringify(theirs)}`);
}

export interface Row {
  what: string;
  value: string;
  /** Against what, and what was promised. */
  against?: string;
  ratio?: string;
  goal?: string;
  /** undefined where nothing was promised. */
  met?: boolean;
  /** What was done for it, by which a test sees that it was measured. It is not printed. */
  counted?: Counted;
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
export const times2 = (value: number) => `${value.toFixed(2)}×`;
export const perSecond = (value: number) => `${value.toFixed(0)}/s`;
export const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`;

/** A Markdown table, so that it can stand in `docs/measured.md` as it is printed. */
export function table(title: string, rows: Row[]): string {
  const lines = rows.map((row) =>
    [
      row.what,
      row.value,
      row.against ?? '',
      row.ratio ?? '',
      row.goal ? `${row.goal}${row.met === undefined ? '' : row.met ? ' ✓' : ' ✗'}` : '',
    ].join(' | '),
  );
  return [
    `### ${title}`,
    '',
    '| Measured | Remit | Against | Ratio | Goal |',
    '| --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
  ].join('\n');
}
