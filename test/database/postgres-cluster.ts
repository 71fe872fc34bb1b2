import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { DATA_PARENT } from '../files/data-parent.ts';

const run = promisify(execFile);

/** A running PostgreSQL that belongs to the tests alone. */
export interface PostgresCluster {
  /** Address of a database of that name; it need not exist yet. */
  url(database: string): string;
  /** Its folder; holds the log. */
  folder: string;
  /** The process to end when the cluster is to stop. */
  shellPid: number;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** The cluster stops by itself, and is removed, when this process is gone; this one unless told. */
  livesWith?: number;
  /** On for measurements: everything is forced to disk, as in production. Off for tests. */
  durable?: boolean;
  /** Listens at 127.0.0.1 as well, encrypted with this certificate and its key (PEM). */
  tls?: { port: number; certificate: string; key: string };
}

const NOT_FOUND =
  'PostgreSQL (15 or newer) is needed for the tests and was not found. Install its server, ' +
  'for example `apt-get install postgresql` or `brew install postgresql@17`, or name a server ' +
  'whose user may create databases in TEST_DATABASE_URL.';

/** Folder of initdb and postgres: from PATH, or where Debian, Red Hat and Homebrew put them. */
export function findPostgresBinaries(): string {
  const versions = (base: string, rest: string) =>
    existsSync(base)
      ? readdirSync(base)
          .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
          .map((name) => join(base, name, rest))
      : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...versions('/usr/lib/postgresql', 'bin'),
    ...versions('/opt/homebrew/opt', 'bin').filter((folder) => folder.includes('postgresql')),
    ...versions('/usr/local/opt', 'bin').filter((folder) => folder.includes('postgresql')),
    '/usr/pgsql/bin',
    '/usr/local/pgsql/bin',
  ];
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
  if (found === undefined) throw new Error(NOT_FOUND);
  return found;
}

/**
 * Makes a new cluster in a temporary folder and starts it on a socket in that folder, where no
 * port can be taken already.
 */
export async function startPostgresCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const binaries = findPostgresBinaries();
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(options.durable ? tmpdir() : DATA_PARENT, 'remit-pg-'));
  const data = join(folder, 'data');
  if (user !== null) await chown(folder, user.uid, user.gid);
  const as = { ...user, cwd: folder };
  try {
    await run(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...localeOptions()],
      as,
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  if (options.tls) {
    for (const name of ['certificate', 'key'] as const) {
      const file = join(folder, `${name}.pem`);
      await writeFile(file, options.tls[name], { mode: 0o600 });
      if (user !== null) await chown(file, user.uid, user.gid);
    }
  }
  const settings = {
    listen_addresses: options.tls ? '127.0.0.1' : '',
    ...(options.tls && {
      port: String(options.tls.port),
      ssl: 'on',
      ssl_cert_file: join(folder, 'certificate.pem'),
      ssl_key_file: join(folder, 'key.pem'),
    }),
    unix_socket_directories: folder,
    max_connections: '200',
    shared_buffers: '128MB',
    ...(!options.durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The shell stays beside it, so that an aborted test run leaves no server behind. It looks rarely:
  // two programs started each second were a fortieth of a whole run's work.
  const script = `
    "$@" >"$FOLDER/log" 2>&1 &
    server=$!
    stopping=
    trap 'stopping=yes' TERM INT
    while [ -z "$stopping" ] && kill -0 $server 2>/dev/null && ps -p "$LIVES_WITH" >/dev/null; do
      sleep 5 &
      wait $!
    done
    kill -INT $server 2>/dev/null
    wait $server
    rm -rf "$FOLDER"`;
  const shell = spawn(
    '/bin/sh',
    ['-c', script, 'sh', join(binaries, 'postgres'), '-D', data, ...flags],
    {
      ...as,
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        FOLDER: folder,
        LIVES_WITH: String(options.livesWith ?? process.pid),
      },
    },
  );
  const shellPid = shell.pid;
  if (shellPid === undefined) throw new Error('Could not start a shell for PostgreSQL');
  shell.unref();
  const cluster: PostgresCluster = {
    folder,
    shellPid,
    url: (database) =>
      `postgresql://postgres@${encodeURIComponent(folder)}/${database}` +
      (options.tls ? `?port=${options.tls.port}` : ''),
    stop: () => stopPostgresCluster(folder, shellPid),
  };
  await untilAnswering(cluster);
  return cluster;
}

/** Ends the shell beside a server, and thereby the server, and waits until its folder is gone. */
export async function stopPostgresCluster(folder: string, shellPid: number): Promise<void> {
  try {
    process.kill(shellPid, 'SIGTERM');
  } catch (error) {
    // Gone already, for it watches the run as well.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  for (let waited = 0; existsSync(folder); waited += 50) {
    if (waited > 15_000) throw new Error(`PostgreSQL in ${folder} did not stop`);
    await sleep(50);
  }
}

async function untilAnswering(cluster: PostgresCluster): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (waited > 30_000) {
        throw new Error(`PostgreSQL did not start, see ${join(cluster.folder, 'log')}`, {
          cause: error,
        });
      }
      await sleep(50);
    }
  }
}

/** The embedded database sorts by code point; so must the other, or lists would differ. */
function localeOptions(): string[] {
  const characters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  return ['--lc-collate=C', `--lc-ctype=${characters}`, '--lc-messages=C'];
}

/** PostgreSQL refuses to run as root: as whom instead. Null when we are not root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (userInfo().uid !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // No such user here: try the next.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody here');
}
