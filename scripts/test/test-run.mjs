/** One run of checks and tests: starts them, counts what they say, and prints the summary. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../project.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { canMeter, startMeter } from './process-meter.mjs';

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
const REPORTER = './scripts/test/file-reporter.mjs';
const LINES_OF_A_FAILURE = 12;
const SLOWEST = 10;
/** What the budget is a multiple of. */
const CALIBRATION = ['types', 'build'];

/** What `npm test` is made of. */
export async function everythingOnce({ checks, tests }) {
  await checks();
  await tests('unit', 'unit');
  await tests('e2e', 'e2e');
}

/** From nothing each time, though a build of before is there: the budget is measured by them. */
const CHECKS = [
  // The longest first, so that neither of the two places waits at the end.
  ['types', 'tsc', ['-b', '--force', ...ONE_CHECKER], COLLECT_LESS],
  ['lint', 'oxlint', [], { ...COLLECT_LESS, ...ONE_THREAD }],
  ['build', process.execPath, ['scripts/build.mjs']],
  ['unused code', 'knip', []],
  ['format', 'oxfmt', ['--check']],
  ['lockfile', process.execPath, ['scripts/complete-lockfile.mjs', '--check']],
];

/**
 * Runs the steps that `work` asks for and prints what came of them. The exit code of the process is 0
 * only when something ran and nothing failed.
 */
export async function testRun(work) {
  const started = performance.now();
  const meter = canMeter() ? startMeter() : undefined;
  const scratch = mkdtempSync(join(tmpdir(), 'remit-test-'));
  /** Of each finished step: name, part, seconds, tests or checks passed, failed and skipped. */
  const steps = [];
  /** Where each failure was, and what it says. */
  const failures = [];
  /** Of each test file: part, name, seconds, processor seconds. */
  const files = [];
  let programs = {};

  /** Runs a program of node_modules/.bin or a script; resolves to its exit code and output. */
  function run(part, command, args, { env = {}, live = false } = {}) {
    return new Promise((resolve) => {
      const environment = { ...process.env, ...KEEP_MEMORY, ...programs, ...env };
      environment.PATH = [join(root, 'node_modules/.bin'), environment.PATH].join(delimiter);
      const child = spawn(command, args, {
        cwd: root,
        env: environment,
        stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      });
      if (child.pid !== undefined) meter?.begin(part, child.pid);
      let output = '';
      const collect = (chunk) => {
        output += chunk;
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      child.on('error', (error) => resolve({ code: 1, output: String(error) }));
      child.on('close', (code) => resolve({ code: code ?? 1, output }));
    });
  }

  async function check([name, command, args, env]) {
    const begun = performance.now();
    const { code, output } = await run(name, command, args, { env });
    const failed = code === 0 ? 0 : 1;
    const seconds = (performance.now() - begun) / 1000;
    steps.push({ name, seconds, passed: 1 - failed, failed, skipped: 0 });
    console.log(`${failed ? '✗' : '✓'} ${name}`);
    if (!failed) return;
    console.log(`\n${output.trim()}\n`);
    failures.push({ where: name, message: 'See its output above.' });
  }

  const asked = {
    /** Types, lint, format, unused code, the build; at most PARALLEL at a time. */
    async checks() {
      const waiting = [...CHECKS];
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
    },

    build: () => check(['build', process.execPath, ['scripts/build.mjs', '--if-stale']]),

    /** The tests of a vitest project, and of those whose names begin with it (`unit-alone`). */
    async tests(part, project, env = {}) {
      console.log(`\n${part} tests`);
      const report = join(scratch, `${part}.json`);
      const begun = performance.now();
      const args = ['run', '--project', `${project}*`, '--reporter=default'];
      const { code } = await run(part, 'vitest', [...args, `--reporter=${REPORTER}`], {
        env: { ...env, TEST_REPORT: report },
        live: true,
      });
      const counts = { passed: 0, failed: 0, skipped: 0 };
      const before = failures.length;
      try {
        const { files: reported, unhandled } = JSON.parse(readFileSync(report, 'utf8'));
        for (const { passed, skipped, failures: found, ...file } of reported) {
          counts.passed += passed;
          counts.skipped += skipped;
          files.push({ part, ...file });
          for (const { where, message } of found) {
            failures.push({ where: [file.file, where].filter(Boolean).join(' › '), message });
          }
        }
        for (const message of unhandled) failures.push({ where: `${part} tests`, message });
      } catch {
        failures.push({ where: `${part} tests`, message: 'vitest ended without a report.' });
      }
      const nothingRan = counts.passed + failures.length - before === 0;
      if ((code !== 0 || nothingRan) && failures.length === before) {
        const message = nothingRan ? 'No test ran.' : 'vitest failed: see the output above.';
        failures.push({ where: `${part} tests`, message });
      }
      counts.failed = failures.length - before;
      const seconds = (performance.now() - begun) / 1000;
      steps.push({ name: `${part} tests`, part, seconds, ...counts });
      console.log(`${part}: ${formatCounts(counts)}`);
    },
  };

  try {
    programs = ensurePrerequisites();
    await work(asked);
  } catch (error) {
    failures.push({ where: 'prerequisites', message: String(error?.message ?? error) });
    steps.push({ name: 'prerequisites', seconds: 0, passed: 0, failed: 1, skipped: 0 });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }

  const used = meter?.read();
  meter?.stop();
  const processorOf = (part) => used?.get(part)?.all ?? 0;
  return {
    files,
    /** Undefined where it cannot be measured, or where the calibration did not run. */
    processor:
      used && CALIBRATION.every((part) => used.has(part))
        ? {
            whole: [...used.values()].reduce((sum, { all }) => sum + all, 0),
            calibration: CALIBRATION.reduce((sum, part) => sum + processorOf(part), 0),
          }
        : undefined,
    /** Adds failures to those of the steps. */
    fail(name, lines) {
      const failed = lines.length;
      steps.push({ name, seconds: 0, passed: failed === 0 ? 1 : 0, failed, skipped: 0 });
      for (const message of lines) failures.push({ where: name, message });
    },
    /** The last line is the sum. */
    print() {
      printSteps(steps, used);
      printFailures(failures);
      printSlowest(files);
      const sum = (count) => steps.reduce((total, step) => total + step[count], 0);
      const counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
      console.log(`\nin ${((performance.now() - started) / 1000).toFixed(0)} s`);
      console.log(formatCounts(counts));
      process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
    },
  };
}

const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

function printSteps(steps, used) {
  const width = Math.max(...steps.map(({ name }) => name.length), 'PostgreSQL'.length + 2);
  const row = (name, ...cells) =>
    console.log(`${name.padEnd(width)}${cells.map((cell) => cell.padStart(11)).join('')}`);
  const seconds = (value) => (value === undefined ? 'unknown' : `${value.toFixed(1)} s`);
  console.log('');
  row('', 'passed', 'failed', 'time', 'processor');
  for (const { name, part = name, seconds: time, passed, failed } of steps) {
    const { all, postgresql = 0, browser = 0 } = used?.get(part) ?? {};
    row(name, String(passed), String(failed), seconds(time), seconds(all));
    if (postgresql > 0) row('  PostgreSQL', '', '', '', seconds(postgresql));
    if (browser > 0) row('  browser', '', '', '', seconds(browser));
  }
}

/** Again what failed: the end of a log is what one sees of it first. */
function printFailures(failures) {
  for (const { where, message } of failures) {
    const lines = stripVTControlCharacters(message).trimEnd().split('\n');
    console.log(`\n✗ ${where}`);
    for (const line of lines.slice(0, LINES_OF_A_FAILURE)) console.log(`    ${line}`);
    if (lines.length > LINES_OF_A_FAILURE) console.log('    …');
  }
}

/** Where a run's processor time goes, of the workers that the files run in. */
function printSlowest(files) {
  const slowest = files
    .toSorted((a, b) => b.processorSeconds - a.processorSeconds)
    .slice(0, SLOWEST);
  if (slowest.length === 0) return;
  console.log(
    `\nthe costliest ${slowest.length} of ${files.length} files, processor time of workers`,
  );
  for (const { file, processorSeconds } of slowest) {
    console.log(`${processorSeconds.toFixed(1).padStart(6)} s  ${file}`);
  }
}
