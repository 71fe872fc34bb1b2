import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder of the project, by their paths from its root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
