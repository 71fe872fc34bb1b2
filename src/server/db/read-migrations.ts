import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One generated SQL file. */
export interface Migration {
  /** Place in the journal, from 0. */
  id: number;
  /** File name without its ending, such as '0001_entities'. */
  name: string;
  /** SHA-256 of the file with line feeds as line ends, in hex. */
  hash: string;
  statements: string[];
}

interface Journal {
  entries: Array<{ idx: number; tag: string }>;
}

/** The migrations that come with the program, from the sources and from the bundle alike. */
export function shippedMigrationsDir(): string {
  const fromHere = import.meta.url.endsWith('.ts') ? '../../../migrations' : '../../migrations';
  return fileURLToPath(new URL(fromHere, import.meta.url));
}

/**
 * Reads what drizzle-kit has generated: the journal, and one SQL file for each of its entries.
 * @throws when a file is missing, or is not in the journal and so would never be applied
 */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(join(dir, 'meta', '_journal.json'), 'utf8')) as Journal;
  const entries = journal.entries.toSorted((a, b) => a.idx - b.idx);
  const listed = new Set(entries.map(({ tag }) => `${tag}.sql`));
  const stray = (await readdir(dir)).find((file) => file.endsWith('.sql') && !listed.has(file));
  if (stray !== undefined) throw new Error(`The migration ${stray} is missing in the journal`);
  return Promise.all(
    entries.map(async ({ idx, tag }) => {
      // A checkout on Windows may have other line ends; it is the same migration.
      const text = (await readFile(join(dir, `${tag}.sql`), 'utf8')).replaceAll('\r\n', '\n');
      return {
        id: idx,
        name: tag,
        hash: createHash('sha256').update(text).digest('hex'),
        statements: text
          .split('--> statement-breakpoint')
          .map((statement) => statement.trim())
          .filter((statement) => statement !== ''),
      };
    }),
  );
}
