/**
 * `npm test`, the same here as in CI: the checks and the build, then the unit and store tests, then the
 * journeys. Each keeps two processors busy, and beside each other they took an eighth longer than
 * one after the other. The last line is the sum, and the exit code is 0 only when nothing failed and
 * the run stayed within its budget.
 */
import { checkNodeVersion } from '../project.mjs';
import { BUDGET, findExcess } from './budget.mjs';
import { everythingOnce, testRun } from './test-run.mjs';

checkNodeVersion();
console.log(
  'This runs: checks, unit, e2e. The rest, before something is finished: npm run test:all',
);
const run = await testRun(everythingOnce);
if (run.processor) {
  const { whole, calibration } = run.processor;
  const unitFiles = run.files.filter(({ part }) => part === 'unit');
  run.fail('budget', findExcess(run.processor, unitFiles));
  console.log(
    `\nprocessor: ${whole.toFixed(0)} s, ${(whole / calibration).toFixed(1)} times types and build; ` +
      `the budget is ${BUDGET} times`,
  );
} else {
  console.log('\nprocessor: unknown');
}
run.print();
