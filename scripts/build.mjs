/**
 * Builds what `npm start` runs: the server by esbuild into dist/server, the stand-in for the payment
 * providers into dist/sandbox, the web by Vite into dist/web. `npm run build` always builds; `--if-stale` (before `npm start`) builds only when a
 * source is newer than the last build, and costs some milliseconds when none is.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { nodeBundle } from './node-bundle.mjs';
import { checkNodeVersion, filesBelow, isMissingPackage, root } from './project.mjs';
import { currentStamp, isFresh } from './staleness.mjs';

checkNodeVersion();

const onlyIfStale = process.argv.includes('--if-stale');
if (onlyIfStale && isFresh()) process.exit(0);

const hasSources = existsSync(join(root, 'src/server/main.ts'));
const hasTools = ['esbuild', 'vite', '@vitejs/plugin-react'].every((name) =>
  existsSync(join(root, 'node_modules', name)),
);
if (!hasSources || !hasTools) {
  // A deployment: built elsewhere, installed without what only building needs.
  if (onlyIfStale && existsSync(join(root, 'dist/server/main.js'))) process.exit(0);
  console.error(
    'There is no build of Remit here, and what builds it is not installed.\n' +
      'Run "npm ci" (without --omit=dev) in the whole source folder, then "npm start" again.',
  );
  process.exit(1);
}

/** Stack traces lead into our sources; maps of the packages would be read at each start. */
const withoutMapsOfPackages = {
  name: 'without-maps-of-packages',
  setup(build) {
    const nothing = Buffer.from('{"version":3,"sources":["package"],"mappings":"AAAA"}').toString(
      'base64',
    );
    build.onLoad({ filter: /node_modules.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${nothing}`,
      loader: 'js',
    }));
  },
};

/** Bundles programs for Node into an emptied folder, what they share in files beside them. */
async function bundle(entryPoints, out) {
  rmSync(out, { recursive: true, force: true });
  const { build } = await import('esbuild');
  return build({
    entryPoints,
    outdir: out,
    ...nodeBundle,
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [withoutMapsOfPackages],
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'external',
    metafile: true,
    logLevel: 'warning',
  });
}

async function buildServer() {
  const source = join(root, 'src/server');
  const out = join(root, 'dist/server');
  // Threads, child processes and an operator's commands are started by file name: programs of their own.
  const programs = filesBelow(source).filter((file) =>
    /\.(worker|process|command)\.ts$/.test(file),
  );
  const entryPoints = [join(source, 'main.ts'), ...programs].map((file) => ({
    in: file,
    out: basename(file, '.ts'),
  }));
  await bundle(entryPoints, out);
  for (const folder of ['templates', 'fonts']) {
    cpSync(join(source, 'platform/pdf', folder), join(out, folder), { recursive: true });
  }
}

/** The files that each new embedded database begins with, made by the program that was just built. */
async function buildNewDatabase() {
  const out = join(root, 'dist/server');
  const draft = join(out, 'new-database.draft');
  await promisify(execFile)(process.execPath, [join(out, 'new-database.command.js'), draft]);
  renameSync(join(draft, 'database'), join(out, 'new-database'));
  rmSync(draft, { recursive: true });
  // In an image the folders belong to another user than the one who runs Remit.
  for (const entry of readdirSync(out, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}

/** The stand-in for the payment providers: a program of its own, in one file with its packages. */
async function buildSandbox() {
  await bundle([join(root, 'packages/sandbox/src/main.ts')], join(root, 'dist/sandbox'));
}

async function buildWeb() {
  const { build } = await import('vite');
  const { compressAssets } = await import('./compress-assets.mjs');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compressAssets(join(root, 'dist/web'));
}

const started = performance.now();
const stamp = currentStamp();
try {
  await Promise.all([buildServer().then(buildNewDatabase), buildSandbox(), buildWeb()]);
} catch (error) {
  if (isMissingPackage(error)) console.error('Run "npm ci" first: a package is not installed.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
writeFileSync(join(root, 'dist/.stamp'), stamp);
console.log(`Built Remit in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
