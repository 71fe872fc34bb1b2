/** Runs test files in a copy, in a process that is ended when a mutant holds it up. */
import { execFile, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { canMeter, startMeter } from '../test/process-meter.mjs';

const run = promisify(execFile);
const TIME_LIMIT = 'time limit';
const PROGRAM = fileURLToPath(new URL('run-files.process.mjs', import.meta.url));
/** The parts of a suite: its projects of Vitest. */
export const PROJECTS = { unit: ['unit*'], journeys: ['e2e'] };

const SECOND = 1_000;
/** A file may take this long whatever it takes without a mutant. */
const LEAST_LIMIT = 300 * SECOND;
/** And else this many times as long, so that it is the mutant that holds it up. */
const TIMES_LONGER = 4.5;
/** Where a limit is not one of the clock, or it is not known yet what a file takes. */
const LONGEST = 3_600 * SECOND;
/** For what tidies up behind a failure. */
const FAREWELL = 90 * SECOND;

/** @param times milliseconds that files take without a mutant, where that is known */
export const limitOf = (file, times) =>
  times ? Math.max(LEAST_LIMIT, TIMES_LONGER * (times[file] ?? 0)) : LONGEST;

const running = new Set();

/** Ends what is running: the command itself is ending. */
export function endAll() {
  for (const child of running) endGroup(child);
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** What the checkout's own tests are told of this machine: its scripts know where programs are. */
async function environmentOf(root) {
  const places = ['scripts/test/prerequisites.mjs', 'scripts/prerequisites.mjs'];
  const file = places.map((name) => join(root, name)).find((name) => existsSync(name));
  if (!file) return {};
  const { ensurePrerequisites } = await import(pathToFileURL(file).href);
  return ensurePrerequisites();
}

/** The environment of every program that is run in a copy: always of the default run. */
async function surroundings({ root, temporary }) {
  const env = { ...process.env, ...(await environmentOf(root)), TMPDIR: temporary };
  delete env.TEST_RUN;
  env.PATH = [join(root, 'node_modules/.bin'), env.PATH].join(delimiter);
  return env;
}

/** @returns what went wrong; undefined where it was built */
export async function build(copy) {
  const { root: cwd } = copy;
  try {
    await run(process.execPath, ['scripts/build.mjs'], { cwd, env: await surroundings(copy) });
    return undefined;
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  }
}

/** The test files of a part. */
export async function listFiles(copy, part) {
  const found = [];
  await follow(copy, { projects: PROJECTS[part] }, ({ event, files }) => {
    if (event === 'files') found.push(...files);
  });
  return found;
}

/**
 * Runs files in this order until one fails, or takes longer than its limit.
 * @param times milliseconds that files take without a mutant
 * @returns milliseconds of each that passed, and the failure: its file where that is known, its test,
 *   what it says, and whether it is one of time; of a file by itself also its processor time, where
 *   that is known
 */
export async function runFiles(copy, part, files, times) {
  const startedAt = new Map();
  const passed = {};
  let failure;
  let spent;
  let heardAt = Date.now();
  const hear = ({ event, file, test, message }) => {
    heardAt = Date.now();
    if (event === 'started') startedAt.set(file, heardAt);
    if (event === 'passed') {
      passed[file] = heardAt - (startedAt.get(file) ?? heardAt);
      startedAt.delete(file);
    }
    if (event === 'failed') failure ??= { file, test, message };
    if (event === 'broken') failure ??= { test: 'the run as a whole', message };
  };
  const findLate = (read) => {
    const now = Date.now();
    // One file by itself is measured by what it works: on a busy machine the clock says little.
    spent = files.length === 1 ? read() : undefined;
    if (spent !== undefined) return spent > limitOf(files[0], times) ? files[0] : undefined;
    return [...startedAt].find(([file, at]) => now - at > limitOf(file, times))?.[0];
  };
  const output = await follow(copy, { projects: PROJECTS[part], files }, hear, (read) => {
    const quiet = Date.now() - heardAt;
    if (failure) return quiet > FAREWELL;
    const file = findLate(read);
    const isLate = file !== undefined || quiet > LONGEST;
    if (isLate) failure = { file: file ?? [...startedAt.keys()][0], test: TIME_LIMIT, isLate };
    return isLate;
  });
  const left = files.filter((file) => passed[file] === undefined);
  if (!failure && left.length > 0) {
    // A process that a mutant ended took its file with it.
    const [file] = [...startedAt.keys()];
    failure = { file, test: 'the file as a whole', message: output };
  }
  return { passed, failure, spent };
}

/**
 * Starts the process, hands on what it says and ends it when that is asked for.
 * @param isToEnd is given what reads the milliseconds of processor time so far, where that is known
 * @returns the end of what it printed
 */
async function follow(copy, asked, hear, isToEnd = () => false) {
  const env = await surroundings(copy);
  return new Promise((resolve, reject) => {
    // It has to know this process before the one that it is to measure.
    const meter = canMeter() ? startMeter() : undefined;
    const read = () => meter && (meter.read().get('tests')?.all ?? 0) * SECOND;
    const child = fork(PROGRAM, [], {
      cwd: copy.root,
      env,
      // A group of its own, which ends as a whole.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(child);
    meter?.begin('tests', child.pid);
    let output = '';
    const collect = (chunk) => {
      output = `${output}${chunk}`.slice(-4_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('message', hear);
    const watch = setInterval(() => {
      if (isToEnd(read)) endGroup(child);
    }, SECOND);
    child.once('error', reject);
    child.once('exit', () => {
      clearInterval(watch);
      meter?.stop();
      // What it has started and not ended.
      endGroup(child);
      running.delete(child);
      resolve(output);
    });
    child.send(asked);
  });
}
