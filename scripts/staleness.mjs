/** Tells whether dist/ was built from the sources as they are now. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow, root } from './project.mjs';

const single = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.base.json'];

/** Names, sizes and times of everything that the build reads, as one hash. */
export function currentStamp() {
  const hash = createHash('sha1');
  const files = [
    ...single.map((name) => join(root, name)),
    ...['src', 'packages'].flatMap((folder) =>
      filesBelow(join(root, folder)).filter((file) => !/\.test\.tsx?$/.test(file)),
    ),
    ...filesBelow(join(root, 'scripts')).filter((file) => file.endsWith('.mjs')),
  ].sort();
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat) hash.update(`${relative(root, file)}\0${stat.size}\0${stat.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** True when dist/ is whole and nothing that it was built from has changed. */
export function isFresh() {
  const stamp = join(root, 'dist/.stamp');
  return (
    existsSync(stamp) &&
    existsSync(join(root, 'dist/server/main.js')) &&
    existsSync(join(root, 'dist/sandbox/main.js')) &&
    existsSync(join(root, 'dist/web')) &&
    readFileSync(stamp, 'utf8') === currentStamp()
  );
}
