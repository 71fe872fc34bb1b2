/**
 * `npm run test:all`: `npm test` and what it leaves out, in parts that run alone as well:
 * `npm run test:all -- faults bench`. Each part prints its closing line.
 */
import { checkNodeVersion } from '../project.mjs';
import { everythingOnce, testRun } from './test-run.mjs';

checkNodeVersion();

const REST = { TEST_RUN: 'rest' };
/** In the order in which they run. The program is built where a part needs it and it is not there. */
const PARTS = {
  default: everythingOnce,
  migrations: ({ tests }) => tests('migrations', 'migrations'),
  embedded: ({ tests }) => tests('embedded', 'unit', REST),
  screens: async ({ build, tests }) => {
    await build();
    await tests('screens', 'e2e', REST);
  },
  faults: async ({ build, tests }) => {
    await build();
    await tests('faults', 'faults', REST);
  },
  bench: async ({ build, tests }) => {
    await build();
    await tests('bench', 'bench');
  },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. The parts: ${Object.keys(PARTS).join(', ')}`,
  );
  process.exit(1);
}
const chosen = names.length > 0 ? names : Object.keys(PARTS);
console.log(`This runs: ${chosen.join(', ')}`);
const run = await testRun(async (asked) => {
  for (const name of chosen) await PARTS[name](asked);
});
run.print();
