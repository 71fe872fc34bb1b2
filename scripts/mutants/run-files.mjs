/** Runs test files in a copy, in a process that is ended when a mutant holds it up. */
import { execFile, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('run-files.process.mjs', import.meta.url));
/** The parts of a suite: its projects of Vitest. */
export const PROJECTS = { unit: ['unit*'], journeys: ['e2e'] };

const SECOND = 1_000;
/** A file may take this long whatever it takes without a mutant. */
const LEAST_LIMIT = 300 * SECOND;
/** And else this many times as long, so that it is the mutant that holds it up. */
const TIMES_LONGER = 4.5;
/** Where it is not known yet what a file takes. */
const FIRST_LIMIT = 3_600 * SECOND;
/** Where no file is running and nothing happens for so long, something else is broken. */
const SILENCE = 600 * SECOND;
/** For what tidies up behind a failure. */
const FAREWELL = 90 * SECOND;

/** @param times milliseconds that files take without a mutant, where that is known */
export const limitOf = (file, times) =>
  times ? Math.max(LEAST_LIMIT, TIMES_LONGER * (times[file] ?? 0)) : FIRST_LIMIT;

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
 * Runs files in this order until one fails.
 * @param times milliseconds that files take without a mutant
 * @returns milliseconds of each that passed, and the failure: its file where that is known, its test,
 *   what it says, and whether it is one of time
 */
export async function runFiles(copy, part, files, times) {
  const startedAt = new Map();
  const passed = {};
  let failure;
  let heardAt = Date.now();
  const started = { projects: PROJECTS[part], files };
  const end = follow(
    copy,
    started,
    ({ event, file, test, message }) => {
      heardAt = Date.now();
      if (event === 'started') startedAt.set(file, heardAt);
      if (event === 'passed') {
        passed[file] = heardAt - (startedAt.get(file) ?? heardAt);
        startedAt.delete(file);
      }
      if (event === 'failed') failure ??= { file, test, message };
      if (event === 'broken') failure ??= { test: 'the run as a whole', message };
    },
    () => {
      const now = Date.now();
      if (failure) return now - heardAt > FAREWELL;
      const late = [...startedAt].find(([file, at]) => now - at > limitOf(file, times));
      const isSilent = startedAt.size === 0 && now - heardAt > SILENCE;
      if (late) failure = { file: late[0], test: 'time limit', isLate: true };
      else if (isSilent) failure = { test: 'nothing happened', isLate: true };
      return late !== undefined || isSilent;
    },
  );
  const output = await end;
  const left = files.filter((file) => passed[file] === undefined);
  if (!failure && left.length > 0) {
    // A process that a mutant ended took its file with it.
    const [file] = [...startedAt.keys()];
    failure = { file, test: 'the file as a whole', message: output };
  }
  return { passed, failure };
}

/**
 * Starts the process, hands on what it says and ends it when that is asked for.
 * @returns the end of what it printed
 */
async function follow(copy, asked, hear, isToEnd = () => false) {
  const env = await surroundings(copy);
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], {
      cwd: copy.root,
      env,
      // A group of its own, which ends as a whole.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(child);
    let output = '';
    const collect = (chunk) => {
      output = `${output}${chunk}`.slice(-4_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('message', hear);
    const watch = setInterval(() => {
      if (isToEnd()) endGroup(child);
    }, SECOND);
    child.once('error', reject);
    child.once('exit', () => {
      clearInterval(watch);
      // What it has started and not ended.
      endGroup(child);
      running.delete(child);
      resolve(output);
    });
    child.send(asked);
  });
}
