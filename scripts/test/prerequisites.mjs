/** Finds, and where it may installs, the programs that the tests use besides Node's packages. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

function findChromium() {
  return [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((file) => file && isExecutable(file));
}

/** Chromium without windows, toolbars and viewers: the same pages for a fifth less work. */
const findHeadlessChromium = () =>
  [process.env.CHROMIUM_HEADLESS_PATH, onPath('chromium-headless-shell')].find(
    (file) => file && isExecutable(file),
  );

/** The folder of the newest PostgreSQL server's programs: Debian, Homebrew, Postgres.app, PATH. */
function findPostgres() {
  const newestFirst = (names) => names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const folders = [];
  for (const name of newestFirst(list('/usr/lib/postgresql'))) {
    folders.push(`/usr/lib/postgresql/${name}/bin`);
  }
  for (const prefix of ['/opt/homebrew/opt', '/usr/local/opt']) {
    const names = list(prefix).filter((name) => name.startsWith('postgresql'));
    for (const name of newestFirst(names)) folders.push(`${prefix}/${name}/bin`);
  }
  folders.push('/Applications/Postgres.app/Contents/Versions/latest/bin');
  const initdb = onPath('initdb');
  if (initdb) folders.push(join(initdb, '..'));
  return folders.find(
    (folder) =>
      folder && isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  );
}

/** It stands where only administrators look. */
const findDovecot = () =>
  [process.env.DOVECOT_PATH, '/usr/sbin/dovecot', onPath('dovecot')].find(
    (file) => file && isExecutable(file),
  );

const programs = [
  {
    name: 'Chromium',
    use: 'browser tests',
    find: findChromium,
    apt: 'chromium',
    brew: '--cask chromium',
    setting: 'CHROMIUM_PATH',
  },
  {
    name: 'PostgreSQL server (initdb, postgres)',
    use: 'database tests',
    find: () => process.env.TEST_DATABASE_URL || findPostgres(),
    apt: 'postgresql',
    brew: 'postgresql@17',
    setting: 'TEST_DATABASE_URL',
  },
  ...['pdftotext', 'pdfinfo', 'pdftoppm'].map((name) => ({
    name,
    use: 'PDF tests',
    find: () => onPath(name),
    apt: 'poppler-utils',
    brew: 'poppler',
  })),
  {
    name: 'dovecot',
    use: 'tests of returned email',
    find: findDovecot,
    apt: 'dovecot-imapd',
    brew: 'dovecot',
    setting: 'DOVECOT_PATH',
  },
  { name: 'qpdf', use: 'PDF tests', find: () => onPath('qpdf'), apt: 'qpdf', brew: 'qpdf' },
];

const missingPrograms = () => programs.filter(({ find }) => !find());
const unique = (values) => [...new Set(values)];

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

/** Installs Debian packages, quietly unless that fails. */
function install(packages) {
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  apt('update', '-q');
  const result = apt('install', '-y', '-q', '--no-install-recommends', ...packages);
  if (result.status !== 0) console.error(`${result.stdout}\n${result.stderr}`);
}

/**
 * Makes sure of every program, as root on Debian by installing it.
 * Returns the environment that tells the tests where they are; throws an Error that says what to
 * install where one is missing.
 */
export function ensurePrerequisites() {
  let missing = missingPrograms();
  if (missing.length > 0 && mayInstall()) {
    install(unique(missing.map(({ apt }) => apt)));
    missing = missingPrograms();
  }
  // Where there is none, the tests run in the browser itself.
  if (!findHeadlessChromium() && !process.env.CHROMIUM_PATH && mayInstall()) {
    install(['chromium-headless-shell']);
  }
  if (missing.length > 0) {
    const lines = missing.map(
      ({ name, use, setting }) =>
        `  ${name}, for the ${use}${setting ? ` (or name one in ${setting})` : ''}`,
    );
    throw new Error(
      `The tests need programs that are not here:\n${lines.join('\n')}\n\n` +
        `Debian, Ubuntu:  sudo apt-get install -y ${unique(missing.map(({ apt }) => apt)).join(' ')}\n` +
        `macOS:           brew install ${unique(missing.map(({ brew }) => brew)).join(' ')}`,
    );
  }
  const path = [process.env.PATH, findPostgres()].filter(Boolean).join(delimiter);
  const chromium = findChromium();
  return {
    CHROMIUM_PATH: chromium,
    CHROMIUM_HEADLESS_PATH: findHeadlessChromium() ?? chromium,
    DOVECOT_PATH: findDovecot(),
    PATH: path,
  };
}
