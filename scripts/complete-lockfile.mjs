/**
 * Native packages ship one optional package per platform. A registry that mirrors only some of the
 * platforms makes `npm install` leave the others out of the lockfile, and `npm ci` then refuses the
 * lockfile as incomplete. This adds the entries that are missing, so that one lockfile installs on
 * Linux, macOS and Windows alike, and says for which processor a package is that does not say it.
 * Run it after adding or updating a dependency: `npm run lockfile`. With `--check` it changes nothing,
 * and fails where an entry is missing or names a registry's host.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** The `os`, `cpu` and `libc` fields that a platform package declares, read from its name. */
function platformOf(name) {
  const words = name.split(/[-/.]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined;
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.includes('gnu') || words.includes('gnueabihf')
      ? 'glibc'
      : undefined;
  return {
    cpu: [cpu],
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    ...(os ? { os: [os] } : {}),
  };
}

/** Where Node would find `name` from the package at `from`, in the lockfile's paths. */
function findInstalled(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (!at) return undefined;
  }
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    if (!platform || !/^\d+\.\d+\.\d+/.test(version)) continue;
    const root = `node_modules/${name}`;
    const present = findInstalled(path, name);
    const known = present && lock.packages[present].version === version;
    // One that does not say what it is for would be installed everywhere.
    if (known && !lock.packages[present].cpu && !lock.packages[present].os) {
      Object.assign(lock.packages[present], platform);
      added += 1;
    }
    if (known) continue;
    const target =
      lock.packages[root] && lock.packages[root].version !== version ? `${path}/${root}` : root;
    lock.packages[target] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      ...platform,
      optional: true,
    };
    added += 1;
  }
}

if (process.argv.includes('--check')) {
  // What is resolved to a folder of this repository is a workspace.
  const hosted = Object.keys(lock.packages).filter(
    (path) => lock.packages[path].resolved && !lock.packages[path].link,
  );
  if (added > 0)
    console.error(`${added} platform packages are missing or incomplete: run "npm run lockfile".`);
  if (hosted.length > 0) console.error(`"resolved" names a host: ${hosted.join(', ')}`);
  process.exit(added + hosted.length > 0 ? 1 : 0);
}

if (added > 0) {
  const [self, ...rest] = Object.keys(lock.packages);
  rest.sort((a, b) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries([self, ...rest].map((path) => [path, lock.packages[path]]));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added} platform packages added to package-lock.json or completed`);
