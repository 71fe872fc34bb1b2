import { randomBytes } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Raised when another process holds the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

export interface FolderLock {
  release(): void;
}

/** What a holder writes about itself. */
interface Claim {
  pid: number;
  /** Name of the socket on which the holder listens; null where the disk cannot hold sockets. */
  socket: string | null;
  /** Tell one run of a process number from another, where the system says so. */
  bootId: string | null;
  pidNamespace: string | null;
  processStart: string | null;
}

/** Linux allows 107 bytes for the address of a socket, macOS 103. */
const MAX_SOCKET_PATH_BYTES = 100;

/**
 * Takes a lock that exactly one living process can hold, and that dies with it.
 *
 * Being alive is not judged by a process number, which another process may have been given since,
 * but by the kernel: the holder listens on a socket in the lock folder, and a socket whose process
 * is gone refuses connections at once, however it ended.
 *
 * Claims are numbered files, made whole and by hard link, which only one of two racing processes
 * can do. The highest number holds the lock. A claim is never taken away while it could be alive:
 * whoever finds the highest one dead adds the next number, then looks again whether it is still the
 * highest. The highest stays for good, so a number is never given out twice.
 *
 * @param lockFolder made when missing; must lie on a local disk
 * @param describe says what is locked, for the message of {@link FolderInUseError}
 */
export async function lockFolder(
  lockFolder: string,
  describe: (pid: number) => string,
): Promise<FolderLock> {
  mkdirSync(lockFolder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(lockFolder);
  const listener = await listen(folder);
  const claim: Claim = {
    pid: process.pid,
    socket: listener?.name ?? null,
    bootId: bootId(),
    pidNamespace: pidNamespace(),
    processStart: processStart(process.pid),
  };
  const draft = join(folder, `draft-${randomBytes(8).toString('hex')}`);
  writeFileSync(draft, JSON.stringify(claim), { mode: 0o600 });
  try {
    for (;;) {
      const highest = claimNumbers(folder)[0] ?? 0;
      if (highest > 0) {
        const holder = readClaim(folder, highest);
        // Cleared away between the two looks: a higher one has come.
        if (holder === 'gone') continue;
        if (holder !== 'unreadable' && (await isAlive(folder, holder))) {
          throw new FolderInUseError(describe(holder.pid));
        }
      }
      const number = highest + 1;
      if (!linkClaim(draft, claimFile(folder, number))) continue;
      if (claimNumbers(folder)[0] !== number) {
        // Someone else came between our look and our claim, and holds a higher number.
        unlinkIfThere(claimFile(folder, number));
        continue;
      }
      clearOlder(folder, number, listener?.name ?? null, draft);
      return { release: () => listener?.close() };
    }
  } catch (error) {
    listener?.close();
    throw error;
  } finally {
    unlinkIfThere(draft);
  }
}

function claimFile(folder: string, number: number): string {
  return join(folder, `claim-${number}`);
}

/** Numbers of all claims, highest first. */
function claimNumbers(folder: string): number[] {
  return readdirSync(folder)
    .map((name) => Number(/^claim-(\d+)$/.exec(name)?.[1]))
    .filter((number) => Number.isSafeInteger(number))
    .sort((a, b) => b - a);
}

function readClaim(folder: string, number: number): Claim | 'gone' | 'unreadable' {
  let text: string;
  try {
    text = readFileSync(claimFile(folder, number), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
    throw error;
  }
  try {
    return JSON.parse(text) as Claim;
  } catch {
    // A claim is linked whole, so only a power cut leaves half a one, and its holder went with it.
    return 'unreadable';
  }
}

/** @returns false when another process made that claim first */
function linkClaim(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') {
      throw error;
    }
  }
  // A disk without hard links (exFAT): creating the file is as exclusive, though not as whole.
  try {
    writeFileSync(file, readFileSync(draft), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function clearOlder(folder: string, number: number, ownSocket: string | null, draft: string): void {
  for (const older of claimNumbers(folder)) {
    if (older >= number) continue;
    const claim = readClaim(folder, older);
    unlinkIfThere(claimFile(folder, older));
    if (typeof claim === 'object' && claim.socket !== null && claim.socket !== ownSocket) {
      unlinkIfThere(join(folder, claim.socket));
    }
  }
  unlinkIfThere(draft);
}

async function isAlive(folder: string, holder: Claim): Promise<boolean> {
  // After a restart of the machine nothing from before lives, whatever the number says.
  const boot = bootId();
  if (holder.bootId !== null && boot !== null && holder.bootId !== boot) return false;
  if (holder.socket !== null) {
    const answer = await knock(folder, holder.socket);
    if (answer !== 'unknown') return answer === 'alive';
  }
  // In another container the number means another process, if any: do not take what may be held.
  if (holder.pidNamespace !== pidNamespace()) return true;
  if (!processExists(holder.pid)) return false;
  const start = processStart(holder.pid);
  return start === null || holder.processStart === null || start === holder.processStart;
}

function knock(folder: string, name: string): Promise<'alive' | 'dead' | 'unknown'> {
  const { address, done } = socketAddress(folder, name);
  return new Promise((resolve) => {
    const socket = connect(address);
    const settle = (answer: 'alive' | 'dead' | 'unknown') => {
      socket.destroy();
      done();
      resolve(answer);
    };
    socket.once('connect', () => settle('alive'));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // EAGAIN: the queue of a holder that is too busy to answer is full.
      if (error.code === 'EAGAIN') settle('alive');
      else if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') settle('dead');
      else settle('unknown');
    });
  });
}

async function listen(folder: string): Promise<{ name: string; close: () => void } | null> {
  const name = `${randomBytes(8).toString('hex')}.sock`;
  const { address, done } = socketAddress(folder, name);
  const server: Server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Some network and FAT disks hold no sockets: the process number has to do there.
    if (code === 'EACCES' || code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') {
      return null;
    }
    throw error;
  } finally {
    done();
  }
  // Whoever only waits for the lock to be asked for should not be kept alive by it.
  server.unref();
  server.on('error', () => {});
  return {
    name,
    close: () => {
      server.close();
      unlinkIfThere(join(folder, name));
    },
  };
}

/** An address for a socket in the folder that the system takes, however long the folder's name. */
function socketAddress(folder: string, name: string): { address: string; done: () => void } {
  if (process.platform === 'win32')
    return { address: `\\\\.\\pipe\\remit-${name}`, done: () => {} };
  const direct = join(folder, name);
  if (Buffer.byteLength(direct) <= MAX_SOCKET_PATH_BYTES)
    return { address: direct, done: () => {} };
  const detour = join(mkdtempSync(join(tmpdir(), 'remit-')), 'd');
  symlinkSync(folder, detour);
  return {
    address: join(detour, name),
    done: () => rmSync(dirname(detour), { recursive: true, force: true }),
  };
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ticks since boot at which the process started; field 22 of proc(5), counted after the name. */
function processStart(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function bootId(): string | null {
  return readProc('/proc/sys/kernel/random/boot_id');
}

function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
