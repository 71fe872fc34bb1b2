/**
 * Builds the service worker, and tells it which files make up the application: what its document
 * reaches by imports. The front page's and the customer's pages are not among them; they need no
 * worker.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { filesBelow, root as project } from './project.mjs';

/** Faces of scripts that few read, and the lists of common passwords: fetched when they are needed. */
const SELDOM = /inter-(cyrillic|greek|vietnamese)|password-strength/;
/** What the document names beside its bundle. */
const UNHASHED = ['theme.js', 'favicon.svg', 'manifest.webmanifest', 'icon-192.png'];
const KEPT = /\.(js|css|woff2|svg|png|webmanifest)$/;

/** @param root folder of the web's sources */
export function offlineProgram(root) {
  const wanted = new Set(UNHASHED);
  let folder = '';
  return {
    name: 'offline-program',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find(
        (part) => part.type === 'chunk' && part.isEntry && part.name === 'app',
      );
      if (!entry) return;
      const waiting = [entry.fileName];
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        if (wanted.has(name) || SELDOM.test(name)) continue;
        wanted.add(name);
        const part = bundle[name];
        if (part?.type === 'asset' && name.endsWith('.css')) {
          for (const [, file] of String(part.source).matchAll(/url\("?\/?(assets\/[^)"]+)"?\)/g)) {
            waiting.push(file);
          }
        }
        if (part?.type !== 'chunk') continue;
        const { importedCss = [], importedAssets = [] } = part.viteMetadata ?? {};
        waiting.push(...part.imports, ...part.dynamicImports, ...importedCss, ...importedAssets);
      }
    },
    /** Only now is everything in its place, the files without a hash in their name included. */
    async closeBundle() {
      const files = [...wanted]
        .filter((name) => KEPT.test(name) && existsSync(join(folder, name)))
        .toSorted()
        .map((url) => ({ url, revision: url.startsWith('assets/') ? null : revision(url) }));
      await build({
        entryPoints: [join(root, 'service-worker/service-worker.ts')],
        outfile: join(folder, 'service-worker.js'),
        bundle: true,
        format: 'iife',
        target: 'es2022',
        minify: true,
        define: { SHELL_FILES: JSON.stringify(files) },
        logLevel: 'warning',
      });
    },
  };

  function revision(name) {
    return createHash('md5')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  }
}

/** Changes when the shape of an answer may have changed: with the shared contract. */
export function contractId() {
  const hash = createHash('sha256');
  const files = filesBelow(join(project, 'src/shared')).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  for (const file of files.toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
