import { vi } from 'vitest';

/** What one test file can change for all that its worker runs afterwards. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  globals: ReadonlyMap<string, unknown>;
  folder: string;
}

/** Node's own, such as `Response`: getters until somebody reads them. */
const LOADED_WHEN_USED = Symbol('loaded when it is used');

export const lookAround = (): Surroundings => ({
  environment: { ...process.env },
  globals: new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis))
      // What compiled packages, vitest and the client of S3 keep there.
      .filter(([name]) => !name.startsWith('__') && name !== 'awslambda')
      .map(([name, { value, get }]) => [name, get ? LOADED_WHEN_USED : value]),
  ),
  folder: process.cwd(),
});

/**
 * Sets back what vitest can set back (clock, stubbed globals and settings), and says in words what is not
 * as it was all the same; a stopped clock is told too, as what waits for it never comes.
 */
export function setBack(before: Surroundings): string[] {
  const isClockStopped = vi.isFakeTimers();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const now = lookAround();
  const names = new Set([...Object.keys(before.environment), ...Object.keys(now.environment)]);
  return [
    ...[...names]
      .filter((name) => before.environment[name] !== now.environment[name])
      .map((name) => `the setting ${name} is another`),
    ...[...now.globals]
      .filter(([name, value]) => !Object.is(before.globals.get(name), value))
      .filter(([name]) => before.globals.get(name) !== LOADED_WHEN_USED)
      .map(([name]) => `the global ${name} is another`),
    ...(before.folder === now.folder ? [] : ['the working folder is another']),
    ...(isClockStopped ? ['the clock is not the real one'] : []),
  ];
}
