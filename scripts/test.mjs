/**
 * Every check, the same here as in CI: `npm test`. First the checks and the build, then the tests,
 * then the browser's: each keeps two processors busy, and beside each other they took an
 * eighth longer than one after the other. The last line is the sum, and the exit code is 0 only when
 * nothing failed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensurePrerequisites } from './prerequisites.mjs';
import { checkNodeVersion, root } from './project.mjs';

checkNodeVersion();

const PARALLEL = 2;
/** Several checkers do much of each other's work again, on processors that others wait for here. */
const ONE_CHECKER = ['--checkers', '1', '--builders', '1'];
const ONE_THREAD = { GOMAXPROCS: '1' };
/** The type checkers are over before their garbage is worth collecting as often as usual. */
const COLLECT_LESS = { GOGC: '300' };
const GIBIBYTE = String(1024 ** 3);
/**
 * What a process has freed it keeps for its next need: on virtual machines fresh memory is dear,
 * and giving back and taking again was a tenth of the tests' work. Known to glibc alone.
 * https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
const KEEP_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: GIBIBYTE,
  MALLOC_TOP_PAD_: String(16 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: GIBIBYTE,
};
const scratch = mkdtempSync(join(tmpdir(), 'remit-test-'));
/** Of each finished step: name, milliseconds, tests or checks passed, failed and skipped. */
const results = [];
/** Where each failure was, and the first lines of what it says. */
const failures = [];
const LINES_OF_A_FAILURE = 12;
/** Of each test file: its name and milliseconds. */
const files = [];
const SLOWEST = 10;

/** Runs a program of node_modules/.bin or a script; resolves to its exit code and output. */
function run(command, args, { env = {}, live = false } = {}) {
  return new Promise((resolve) => {
    const environment = { ...process.env, ...KEEP_MEMORY, ...env };
    environment.PATH = [join(root, 'node_modules/.bin'), environment.PATH].join(delimiter);
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code, signal) => resolve({ code: code ?? 1, output, signal }));
  });
}

async function check(name, command, args, env) {
  const started = performance.now();
  const { code, output } = await run(command, args, { env });
  const failed = code === 0 ? 0 : 1;
  results.push({ name, time: performance.now() - started, passed: 1 - failed, failed, skipped: 0 });
  console.log(`${failed ? '✗' : '✓'} ${name}`);
  if (!failed) return;
  console.log(`\n${output.trim()}\n`);
  failures.push({ where: name, message: 'See its output above.' });
}

/** Runs the checks, at most PARALLEL at a time. */
async function inParallel(checks) {
  const waiting = [...checks];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(...next);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

/** Counts of a vitest report; a file that could not run, or a run without a test, is a failure. */
function countTests(project, report, code) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  const before = failures.length;
  try {
    const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    for (const file of testResults) {
      keepFailures(file);
      files.push({ name: relative(root, file.name), time: file.endTime - file.startTime });
    }
    counts = {
      passed: numPassedTests,
      failed: failures.length - before,
      skipped: numPendingTests + numTodoTests,
    };
  } catch {
    failures.push({ where: `${project} tests`, message: 'vitest ended without a report.' });
    counts.failed = 1;
  }
  const nothingRan = counts.passed + counts.failed === 0;
  if ((code !== 0 || nothingRan) && counts.failed === 0) {
    failures.push({
      where: `${project} tests`,
      message: nothingRan ? 'No test ran.' : 'An error outside of the tests: see the output above.',
    });
    counts.failed = 1;
  }
  return counts;
}

function keepFailures({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  for (const { ancestorTitles, title, failureMessages } of failed) {
    const where = [file, ...ancestorTitles, title].filter(Boolean).join(' › ');
    failures.push({ where, message: failureMessages.join('\n') });
  }
  if (status === 'failed' && failed.length === 0) {
    failures.push({ where: file, message: message || 'The file could not be run.' });
  }
}

async function tests(project, env) {
  console.log(`\n${project} tests`);
  const report = join(scratch, `${project}.json`);
  const started = performance.now();
  // With the files that run alone, `unit-alone`.
  const args = ['run', '--project', `${project}*`, '--reporter=default', '--reporter=json'];
  const { code } = await run('vitest', [...args, `--outputFile.json=${report}`], {
    env,
    live: true,
  });
  const time = performance.now() - started;
  results.push({ name: `${project} tests`, time, ...countTests(project, report, code) });
}

function printSummary() {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log(`\n${'check'.padEnd(width)}  passed  failed    time`);
  for (const { name, time, passed, failed } of results) {
    const seconds = `${(time / 1000).toFixed(1)} s`;
    console.log(
      `${name.padEnd(width)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${seconds.padStart(6)}`,
    );
  }
}

/** Again what failed: the end of a log is what one sees of it first. */
function printFailures() {
  for (const { where, message } of failures) {
    const lines = stripVTControlCharacters(message).trimEnd().split('\n');
    console.log(`\n✗ ${where}`);
    for (const line of lines.slice(0, LINES_OF_A_FAILURE)) console.log(`    ${line}`);
    if (lines.length > LINES_OF_A_FAILURE) console.log('    …');
  }
}

/** Where a run's time goes; beside another project and on two processors, as they were run. */
function printSlowest() {
  const slowest = files.toSorted((a, b) => b.time - a.time).slice(0, SLOWEST);
  if (slowest.length === 0) return;
  console.log(`\nthe slowest ${slowest.length} of ${files.length} files`);
  for (const { name, time } of slowest) {
    console.log(`${(time / 1000).toFixed(1).padStart(6)} s  ${name}`);
  }
}

const started = performance.now();
try {
  const programs = ensurePrerequisites();
  // The longest first, so that neither of the two places waits at the end.
  await inParallel([
    ['types', 'tsc', ['-b', ...ONE_CHECKER], COLLECT_LESS],
    ['lint', 'oxlint', [], { ...COLLECT_LESS, ...ONE_THREAD }],
    ['build', process.execPath, ['scripts/build.mjs']],
    ['unused code', 'knip', []],
    ['format', 'oxfmt', ['--check']],
    ['lockfile', process.execPath, ['scripts/complete-lockfile.mjs', '--check']],
  ]);
  await tests('unit', programs);
  await tests('e2e', programs);
} catch (error) {
  failures.push({ where: 'prerequisites', message: String(error?.message ?? error) });
  results.push({ name: 'prerequisites', time: 0, passed: 0, failed: 1, skipped: 0 });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

printSummary();
printFailures();
printSlowest();

const sum = (count) => results.reduce((total, result) => total + result[count], 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
console.log(`\nin ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
