import { readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { filesBelow } from './test/boundaries/source-files.ts';
import { PATIENCE } from './test/patience.ts';
import { isRest } from './test/run.ts';

/** Files that replace modules (vi.mock): no other file may meet these, nor have loaded the real ones. */
const ALONE = [
  'src/server/db/embedded/folder-lock-race.test.ts',
  'src/web/features/invoices/editor/invoice-kind.test.ts',
];
const UNIT = '{src,packages,test}/**/*.test.{ts,tsx}';
const WEB = 'src/web/**/*.test.{ts,tsx}';
/** What only `npm run test:all` runs, in parts of their own. */
const PARTS = ['bench', 'faults', 'migrations'] as const;

/** Short-lived objects of a test die young, in a nursery that is collected less often. */
const LARGE_NURSERY = ['--max-semi-space-size=64'];

const shared = {
  globalSetup: ['test/database/postgres-server.ts'],
  setupFiles: ['test/setup/each-file.ts'],
  pool: 'forks',
  // Tests wait for PostgreSQL and for pages: two workers leave a part of two processors idle.
  maxWorkers: 3,
  execArgv: LARGE_NURSERY,
  testTimeout: PATIENCE.test,
  hookTimeout: PATIENCE.test,
  // Its modules name each other as bundlers read it, and as Node does not.
  server: { deps: { inline: ['stdnum'] } },
  expect: { poll: { timeout: PATIENCE.poll } },
  restoreMocks: true,
  unstubGlobals: true,
} satisfies TestProjectInlineConfiguration['test'];

export default defineConfig({
  test: {
    passWithNoTests: isRest,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: isRest
            ? findFilesOfRest(/\.test\.tsx?$/, /\bdescribeOnDatabase\(|\bisRest\b/)
            : [UNIT],
          exclude: [
            'test/boundaries/fixture/**',
            'node_modules/**',
            WEB,
            ...ALONE,
            ...(isRest ? ['test/faults/**'] : []),
            ...PARTS.filter((part) => part !== 'faults').map((part) => `test/${part}/**`),
            'test/faults/!(killed-*).test.ts',
            'test/citus/**',
          ],
          // What all files import is loaded once for each worker, not once for each file.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'unit-web',
          include: isRest ? [] : [WEB],
          exclude: ALONE,
          isolate: false,
          setupFiles: [...shared.setupFiles, 'test/setup/fresh-modules.ts'],
        },
      },
      { test: { ...shared, name: 'unit-alone', include: isRest ? [] : ALONE } },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: isRest
            ? findFilesOfRest(/\.e2e\.ts$/, /\b(screens|lookedAt)\(|\bisRest\b/)
            : ['test/e2e/**/*.e2e.ts'],
          // A worker's files share a browser, and a server where they ask for nothing special.
          isolate: false,
          testTimeout: PATIENCE.journey,
          hookTimeout: PATIENCE.journey,
        },
      },
      // Against a server with Citus, which nobody has who has not asked for it: `npm run test:citus`.
      ...(process.env['CITUS_URL']
        ? [{ test: { ...shared, name: 'citus', include: ['test/citus/*.test.ts'] } }]
        : []),
      ...PARTS.map((part) => ({
        test: { ...shared, name: part, include: [`test/${part}/**/*.test.ts`], isolate: false },
      })),
    ],
  },
});

/** Files that do something else in the rest run: all that it has to load. */
function findFilesOfRest(ending: RegExp, mark: RegExp): string[] {
  return ['src', 'packages', 'test']
    .flatMap(filesBelow)
    .filter((file) => ending.test(file) && mark.test(readFileSync(file, 'utf8')));
}
