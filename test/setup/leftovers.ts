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
 * Sets back what a file has changed, and says in words what of it no stub or spy had changed: that is
 * the file's own to set back.
 */
export function setBack(before: Surroundings): string[] {
  const isClockStopped = vi.isFakeTimers();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const now = lookAround();
  const settings = differing(
    new Map(Object.entries(before.environment)),
    new Map(Object.entries(now.environment)),
  );
  for (const name of settings) {
    const value = before.environment[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const globals = differing(before.globals, now.globals).filter(
    (name) => before.globals.get(name) !== LOADED_WHEN_USED,
  );
  for (const name of globals) {
    if (before.globals.has(name)) Reflect.set(globalThis, name, before.globals.get(name));
    else Reflect.deleteProperty(globalThis, name);
  }
  const hasMoved = before.folder !== now.folder;
  if (hasMoved) process.chdir(before.folder);
  return [
    ...settings.map((name) => `the setting ${name} is another`),
    ...globals.map((name) => `the global ${name} is another`),
    ...(hasMoved ? ['the working folder is another'] : []),
    ...(isClockStopped ? ['the clock is not the real one'] : []),
  ];
}

/** Names that only one of them has, or with another value. */
const differing = (before: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>) =>
  [...new Set([...before.keys(), ...now.keys()])].filter(
    (name) => !Object.is(before.get(name), now.get(name)),
  );
