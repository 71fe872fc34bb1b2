/**
 * Builds the service worker, and tells it which files make up the application: what its document
 * reaches by imports. The front page's and the customer's pages are not among them; they need no
 * worker.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VitePWA } from 'vite-plugin-pwa';
import { filesBelow, root as project } from './project.mjs';

/** Faces of scripts that few read, and the lists of common passwords: fetched when they are needed. */
const SELDOM = /inter-(cyrillic|greek|vietnamese)|password-strength/;
/** What the document names beside its bundle. */
const UNHASHED = ['theme.js', 'favicon.svg', 'manifest.webmanifest', 'icon-192.png'];
const LARGEST = 4 * 1024 * 1024;

/** @param root folder of the web's sources */
export function offlineProgram(root) {
  const wanted = new Set(UNHASHED);
  return [
    {
      name: 'files-of-the-application',
      apply: 'build',
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
            for (const [, file] of String(part.source).matchAll(
              /url\("?\/?(assets\/[^)"]+)"?\)/g,
            )) {
              waiting.push(file);
            }
          }
          if (part?.type !== 'chunk') continue;
          const { importedCss = [], importedAssets = [] } = part.viteMetadata ?? {};
          waiting.push(...part.imports, ...part.dynamicImports, ...importedCss, ...importedAssets);
        }
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      // The manifest is a file of its own, and registering is the application's own doing.
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globPatterns: ['assets/*.{js,css,woff2,svg,png}', ...UNHASHED],
        maximumFileSizeToCacheInBytes: LARGEST,
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (entries) => ({ manifest: entries.filter(({ url }) => wanted.has(url)), warnings: [] }),
        ],
        rollupFormat: 'iife',
        minify: true,
        sourcemap: false,
      },
      root,
    }),
  ];
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
