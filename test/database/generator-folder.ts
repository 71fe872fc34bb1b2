import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export interface GeneratorFolder {
  path: string;
  /** Runs what `npm run db:generate` runs, in this folder. */
  generate(...args: string[]): Promise<{ code: number | null; output: string }>;
  /** Every file of its migrations, by its path below their folder. */
  readMigrations(): Promise<Record<string, string>>;
}

/**
 * A folder of a test's own, with the generator's settings and packages but without tables and
 * migrations. It is removed once the test has ended.
 */
export async function openGeneratorFolder(): Promise<GeneratorFolder> {
  const path = await mkdtemp(join(tmpdir(), 'remit-generator-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await cp(join(PROJECT, 'drizzle.config.ts'), join(path, 'drizzle.config.ts'));
  await symlink(join(PROJECT, 'node_modules'), join(path, 'node_modules'));
  const migrations = join(path, 'migrations');
  return {
    path,
    async generate(...args) {
      const script = join(PROJECT, 'scripts/generate-migration.mjs');
      const child = spawn(process.execPath, [script, ...args], {
        cwd: path,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output };
    },
    async readMigrations() {
      const entries = await readdir(migrations, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted();
      return Object.fromEntries(
        await Promise.all(
          files.map(async (file) => [
            file.slice(migrations.length + 1),
            await readFile(file, 'utf8'),
          ]),
        ),
      ) as Record<string, string>;
    },
  };
}
