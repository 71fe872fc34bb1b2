/**
 * The tests that a change touches: `npm run test:changed [base]`, since the work left main unless
 * told. Unit tests by what they import, and all journeys where the program has changed.
 * It tells early what is broken; that nothing is broken only `npm test` tells.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkNodeVersion, root } from '../project.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';

const CHECKED = /\.(ts|tsx|mts|mjs|json|css)$/;

checkNodeVersion();

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/** What the built program is made of, and what the journeys themselves are. */
const PROGRAM = /^(src|packages|migrations|scripts|test\/e2e)\/(?!.*\.test\.tsx?$)/;

const [base] = process.argv[2] ? [process.argv[2]] : git('merge-base', 'HEAD', 'main');
const changed = [
  ...new Set([
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
].filter((file) => existsSync(join(root, file)));
const removed = git('diff', '--name-only', '--diff-filter=D', base);

const environment = { ...process.env, ...ensurePrerequisites() };
environment.PATH = [join(root, 'node_modules/.bin'), environment.PATH].join(delimiter);
const failed = [];
function step(name, command, ...args) {
  console.log(`\n${name}`);
  const { status } = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}

if (changed.length + removed.length === 0) {
  console.log(`Nothing has changed since ${base}.`);
} else {
  const checked = changed.filter((file) => CHECKED.test(file));
  step('types', 'tsc', '-b');
  if (checked.length > 0) {
    step('format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...checked);
    step('lint', 'oxlint', '--no-error-on-unmatched-pattern', ...checked);
  }
  step('unit tests', 'vitest', 'run', '--project', 'unit*', '--changed', base, '--passWithNoTests');
  if ([...changed, ...removed].some((file) => PROGRAM.test(file))) {
    step('build', process.execPath, 'scripts/build.mjs', '--if-stale');
    step('journeys', 'vitest', 'run', '--project', 'e2e');
  }
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nNothing failed.');
process.exitCode = failed.length > 0 ? 1 : 0;
