import { vi } from 'vitest';

/** What one test file can change for all that its worker runs afterwards. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  globals: ReadonlySet<string>;
  folder: string;
}

export const lookAround = (): Surroundings => ({
  environment: { ...process.env },
  globals: new Set(Object.getOwnPropertyNames(globalThis)),
  folder: process.cwd(),
});

/** Says in words what is not as it was; nothing when all is. */
export function findLeftovers(before: Surroundings): string[] {
  const now = lookAround();
  const names = new Set([...Object.keys(before.environment), ...Object.keys(now.environment)]);
  return [
    ...[...names]
      .filter((name) => before.environment[name] !== now.environment[name])
      .map((name) => `the setting ${name} is another`),
    ...[...now.globals]
      .filter((name) => !before.globals.has(name))
      .map((name) => `the global ${name} is new`),
    ...(before.folder === now.folder ? [] : ['the working folder is another']),
    ...(vi.isFakeTimers() ? ['the clock is not the real one'] : []),
  ];
}
