import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * The import rules are only worth something while they bite. The fixture is a small source tree of
 * the project's shape; a comment `// breach: rule` stands on each place that must be reported. It is
 * checked in a folder of its own with the project's very configuration, and what is reported must be
 * exactly what was planted: nothing missed, and nothing in the clean files.
 */
const root = join(import.meta.dirname, '../..');
const programs = join(root, 'node_modules/.bin');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remit-boundaries-'));
  await cp(join(import.meta.dirname, 'fixture'), folder, { recursive: true });
  const configuration = [
    '.oxlintrc.json',
    'scripts/lint/money.mjs',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'src/shared/tsconfig.json',
    'src/server/tsconfig.json',
    'src/web/tsconfig.json',
    'test/tsconfig.json',
  ];
  for (const file of configuration) await cp(join(root, file), join(folder, file));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output of a program that is expected to find faults. */
function readOutput(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(join(programs, program), args, { cwd: folder }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else if (!stdout) reject(new Error(`${program} printed nothing: ${stderr}`));
      else resolve(stdout);
    });
  });
}

/** 'file:line rule' of each planted breach; the line is the first one after the comments. */
async function plantedBreaches(belongs: (rule: string) => boolean): Promise<string[]> {
  const planted: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const lines = (await readFile(file, 'utf8')).split('\n');
    lines.forEach((line, index) => {
      const rule = /\/\/ breach: (\S+)/.exec(line)?.[1];
      if (!rule || !belongs(rule)) return;
      // A rule about the file as a whole is reported on its first line.
      const ofFile = rule === 'boundaries(no-unknown-files)';
      let at = index + 1;
      while (/\/\/ breach: /.test(lines[at] ?? '')) at += 1;
      planted.push(`${relative(folder, file)}:${ofFile ? 1 : at + 1} ${rule}`);
    });
  }
  return planted.sort();
}

it('reports every planted breach of the lint rules, and nothing else', async () => {
  const report = await readOutput('oxlint', ['--format', 'unix']);
  const reported = report.split('\n').flatMap((line) => {
    const match = /^(\S+?):(\d+):\d+: .*\/(\S+\([^)]+\))\]$/.exec(line);
    return match ? [`${match[1]}:${match[2]} ${match[3]}`] : [];
  });

  const planted = await plantedBreaches((rule) => !rule.startsWith('TS'));
  expect(planted.length).toBeGreaterThan(35);
  expect(reported.sort()).toEqual(planted);
});

it('does not compile the document in the server, nor Node in shared and web code', async () => {
  const report = await readOutput('tsc', ['-b', '--pretty', 'false']);
  const reported = report.split('\n').flatMap((line) => {
    const match = /^(\S+?)\((\d+),\d+\): error (TS\d+):/.exec(line);
    return match ? [`${match[1]}:${match[2]} ${match[3]}`] : [];
  });

  const planted = await plantedBreaches((rule) => rule.startsWith('TS'));
  expect(planted.length).toBeGreaterThan(5);
  expect([...new Set(reported)].sort()).toEqual(planted);
});
