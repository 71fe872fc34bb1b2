/**
 * Builds what `npm start` runs: the server by esbuild into dist/server, the stand-in for the payment
 * providers into dist/sandbox, the web by Vite into dist/web. `npm run build` always builds; `--if-stale` (before `npm start`) builds only when a
 * source is newer than the last build, and costs some milliseconds when none is.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
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

/** Server packages must be real dependencies, or an install without the others would not start. */
function checkServerPackages(outputs) {
  const declared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies;
  const problems = new Set();
  for (const output of Object.values(outputs)) {
    for (const { path, external } of output.imports) {
      if (!external || path.startsWith('node:') || builtinModules.includes(path)) continue;
      const name = path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/');
      if (!declared[name]) problems.add(name);
    }
  }
  if (problems.size > 0) {
    throw new Error(`The server imports ${[...problems].join(', ')}: add to "dependencies".`);
  }
}

/** Bundles programs for Node into an emptied folder; what they import of packages stays outside unless told. */
async function bundle(entryPoints, out, options = {}) {
  rmSync(out, { recursive: true, force: true });
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints,
    outdir: out,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  checkServerPackages(result.metafile.outputs);
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
  const templates = join(source, 'platform/pdf/templates');
  if (existsSync(templates)) cpSync(templates, join(out, 'templates'), { recursive: true });
}

/**
 * The stand-in for the payment providers: one file, a program of its own. Its packages are bundled with
 * it: a process beside the server takes a quarter less memory when it loads only what it uses of them.
 */
async function buildSandbox() {
  await bundle([join(root, 'packages/sandbox/src/main.ts')], join(root, 'dist/sandbox'), {
    packages: 'bundle',
    minify: true,
    // What Fastify requires of Node by name.
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
  });
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
  await Promise.all([buildServer(), buildSandbox(), buildWeb()]);
} catch (error) {
  if (isMissingPackage(error)) console.error('Run "npm ci" first: a package is not installed.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
writeFileSync(join(root, 'dist/.stamp'), stamp);
console.log(`Built Remit in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
