import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../../scripts/node-bundle.mjs';
import { keepFolder } from '../files/kept-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Started by its file's name, from beside whatever program opens an embedded database. */
const DATABASE_THREAD = 'src/server/db/embedded/embedded-database.worker.ts';

/** As a build stands beside the migrations. */
const PLACE = 'dist/server';

const bundles = new Map<string, Promise<string>>();

/**
 * A program as one file that Node runs by itself: it starts in a fraction of the time that the loader
 * for TypeScript takes. Each process of a run bundles it once, from the sources of the moment.
 * @param program its file, absolute or from the project's folder
 */
export function bundleProgram(program: string): Promise<string> {
  const bundled = bundles.get(program) ?? bundle(program);
  bundles.set(program, bundled);
  return bundled;
}

async function bundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [program, DATABASE_THREAD].map((file) => ({
      in: file,
      out: removeExtension(file),
    })),
    outdir: 'node_modules/.cache',
    write: false,
    // With its packages: hundreds of files to find and read cost more than all else at the start.
    ...nodeBundle,
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
  });
  const content = createHash('sha256').update(PLACE);
  for (const file of outputFiles) content.update(basename(file.path)).update(file.contents);
  const folder = await keepFolder('remit-programs', content.digest('hex'), async (draft) => {
    await mkdir(join(draft, PLACE), { recursive: true });
    for (const { path, contents } of outputFiles) {
      await writeFile(join(draft, PLACE, basename(path)), contents);
    }
    await symlink(join(root, 'migrations'), join(draft, 'migrations'));
    return draft;
  });
  return join(folder, PLACE, `${removeExtension(program)}.js`);
}

const removeExtension = (file: string) => basename(file, '.ts');
