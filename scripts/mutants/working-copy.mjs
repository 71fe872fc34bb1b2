/** A copy of a checkout's last commit in a temporary folder: mutants are never put into a checkout. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'remit-mutants-';
const OWNER = 'owner';

const git = (folder, args, input) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', input, stdio: 'pipe' });

/** The commit that a checkout stands at. */
export const headOf = (checkout, name = 'HEAD') =>
  git(checkout, ['rev-parse', `${name}^{commit}`]).trim();

/** Whether something stands in a checkout that is in no commit. */
export const hasChanges = (checkout) => git(checkout, ['status', '--porcelain']).trim() !== '';

export class WorkingCopy {
  #folder;

  /** @param checkout with its packages installed; they are shared, and not written to */
  constructor(checkout, commit) {
    this.#folder = mkdtempSync(join(tmpdir(), PREFIX));
    // Servers that tests start as another user reach what is in it.
    chmodSync(this.#folder, 0o711);
    writeFileSync(join(this.#folder, OWNER), String(process.pid));
    this.root = join(this.#folder, 'copy');
    git(checkout, ['clone', '--quiet', '--shared', '--no-checkout', checkout, this.root]);
    git(this.root, ['checkout', '--quiet', '--detach', commit]);
    linkPackages(checkout, this.root);
    // What the tests leave behind where they are ended goes with the copy.
    this.temporary = join(this.#folder, 'tmp');
    mkdirSync(this.temporary);
  }

  /** @returns what git says against it; undefined where the patch applies */
  findFault({ patch }) {
    const { status, stderr } = spawnSync('git', ['-C', this.root, 'apply', '--check'], {
      input: patch,
      encoding: 'utf8',
    });
    return status === 0 ? undefined : stderr.trim();
  }

  apply({ patch }) {
    git(this.root, ['apply'], patch);
  }

  restore() {
    git(this.root, ['checkout', '--quiet', '--', '.']);
    if (git(this.root, ['diff', '--name-only']) !== '')
      throw new Error(`${this.root} is not clean.`);
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Each package by a link of its own: what tools write into `node_modules` stays in the copy. */
function linkPackages(checkout, root) {
  const from = join(checkout, 'node_modules');
  if (!existsSync(from)) throw new Error(`Run "npm ci" in ${checkout} first.`);
  const link = (name) => symlinkSync(join(from, name), join(root, 'node_modules', name));
  mkdirSync(join(root, 'node_modules/@remit'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@remit' && !/^\.(?!bin$)/.test(name)) link(name);
  }
  // The workspace's own packages are the copy's.
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@remit', name));
  }
}

/** Removes what commands that were killed have left. */
export function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const owner = join(tmpdir(), name, OWNER);
    if (existsSync(owner) && !isRunning(Number(readFileSync(owner, 'utf8')))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error.code === 'EPERM') return true;
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}
