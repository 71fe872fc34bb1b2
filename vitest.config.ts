import { defineConfig } from 'vitest/config';

/** Files that replace modules (vi.mock): no other file may meet these, nor have loaded the real ones. */
const ALONE = [
  'src/server/db/embedded/folder-lock-race.test.ts',
  'src/web/features/invoices/editor/invoice-kind.test.ts',
];
/**
 * A busy machine takes its time, and may stand still for minutes: as long as something may still
 * come, it is waited for.
 */
const PATIENCE = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
};
/** Short-lived objects of a test die young, in a nursery that is collected less often. */
const LARGE_NURSERY = ['--max-semi-space-size=64'];
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,packages,test}/**/*.test.{ts,tsx}'],
          exclude: ['test/boundaries/fixture/**', 'node_modules/**', ...ALONE],
          globalSetup: ['test/database/postgres-server.ts'],
          pool: 'forks',
          maxWorkers: 2,
          // What all files import is loaded once for each worker, not once for each file.
          isolate: false,
          execArgv: LARGE_NURSERY,
          ...PATIENCE,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: 'unit-alone',
          include: ALONE,
          globalSetup: ['test/database/postgres-server.ts'],
          pool: 'forks',
          maxWorkers: 2,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/database/postgres-server.ts'],
          pool: 'forks',
          // These wait for pages now and then: one worker left a third of two processors idle, three
          // leave nothing.
          maxWorkers: 3,
          execArgv: LARGE_NURSERY,
          // A worker's files share a browser, and a server where they ask for nothing special.
          isolate: false,
          ...PATIENCE,
        },
      },
    ],
  },
});
