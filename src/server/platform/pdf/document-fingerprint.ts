import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fontFolder, rendererEntry, templateFolder } from './renderer-location.ts';
import type { RenderJob } from './renderer-messages.ts';

let program: string | undefined;

/**
 * A name for everything that a PDF is drawn from: two documents with the same one are the same
 * bytes, on every machine that runs this build.
 */
export function fingerprint({ data, logo, payUrl, createdAt, tagged }: RenderJob): string {
  program ??= programFingerprint();
  const hash = createHash('sha256').update(
    JSON.stringify([
      program,
      data.length,
      logo?.name,
      logo?.bytes.length,
      payUrl,
      createdAt,
      tagged,
    ]),
  );
  hash.update(data);
  if (logo) hash.update(logo.bytes);
  return hash.digest('base64url');
}

/** Of the renderer's program, its template, its compiler and its faces. */
function programFingerprint(): string {
  const compiler = createRequire(import.meta.url).resolve(
    '@myriaddreamin/typst-ts-node-compiler/package.json',
  );
  const hash = createHash('sha256');
  for (const file of [rendererEntry().file, compiler, ...filesIn(templateFolder())]) {
    hash.update(readFileSync(file));
  }
  // Faces are large; those of another version are of another size.
  for (const file of filesIn(fontFolder())) {
    hash.update(`${path.basename(file)} ${statSync(file).size}\n`);
  }
  return hash.digest('base64url');
}

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .toSorted();
