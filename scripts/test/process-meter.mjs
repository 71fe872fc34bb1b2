/**
 * Processor time of all processes that a run starts, read from /proc: also of PostgreSQL and the
 * browser, which outlive the processes that start them.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const INTERVAL_MS = 500;
/** The kernel counts in hundredths of a second for every program that asks (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Programs that have a figure of their own, by what their names begin with. */
const NAMED = { postgresql: /^postgres/, browser: /^(chrom|headless_shell)/ };

/** Without /proc nothing is measured. */
export const canMeter = () => existsSync('/proc/self/stat');

/**
 * Begins to look at this process and at all that come from it.
 * @returns `begin` names a part of the run, which a child and its descendants belong to; `read` gives
 * the processor seconds of each part so far, as `{ all, postgresql, browser }`
 */
export function startMeter() {
  /** Every process that was ever seen, by id and start: an id that is given again is another process. */
  const known = new Map();
  const partsByPid = new Map();

  function look() {
    const running = readProcesses();
    const knownByPid = new Map();
    for (const [key, process] of known) {
      const now = running.get(key);
      process.hasEnded = now === undefined;
      if (now) knownByPid.set(now.pid, Object.assign(process, now));
    }
    // Parents begin before their children: what is new belongs where its parent does.
    const inOrder = [...running].sort(([, a], [, b]) => a.started - b.started || a.pid - b.pid);
    for (const [key, found] of inOrder) {
      const parent = knownByPid.get(found.parent);
      if (known.has(key) || (!parent && found.pid !== process.pid)) continue;
      const part = partsByPid.get(found.pid) ?? parent?.part;
      const added = { ...found, key, part, parentKey: parent?.key, hasEnded: false };
      known.set(key, added);
      knownByPid.set(found.pid, added);
    }
  }

  look();
  const timer = setInterval(look, INTERVAL_MS).unref();
  return {
    begin(part, pid) {
      partsByPid.set(pid, part);
      look();
    },
    read() {
      look();
      return sumByPart([...known.values()]);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * A process counts what it used itself, and what its ended children left to it beyond what these were
 * seen to use: children that came and went between two looks, and the end of the others.
 */
export function sumByPart(processes) {
  const seenOfEnded = new Map();
  for (const { hasEnded, parentKey, own, children } of processes) {
    if (hasEnded) seenOfEnded.set(parentKey, (seenOfEnded.get(parentKey) ?? 0) + own + children);
  }
  const sums = new Map();
  for (const { key, part, name, own, children } of processes) {
    const unseen = Math.max(0, children - (seenOfEnded.get(key) ?? 0));
    const seconds = (own + unseen) / TICKS_PER_SECOND;
    const sum = sums.get(part) ?? { all: 0, postgresql: 0, browser: 0 };
    sum.all += seconds;
    for (const [program, pattern] of Object.entries(NAMED)) {
      if (pattern.test(name)) sum[program] += seconds;
    }
    sums.set(part, sum);
  }
  return sums;
}

/** Every process that there is, by id and start. */
function readProcesses() {
  const processes = new Map();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const found = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      processes.set(`${found.pid} ${found.started}`, found);
    } catch (error) {
      // It has ended since the folder was read.
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  }
  return processes;
}

/** One line of /proc/…/stat. The name stands in parentheses, and may hold spaces and parentheses. */
export function parseStat(line) {
  const nameEnd = line.lastIndexOf(')');
  const fields = line.slice(nameEnd + 2).split(' ');
  /** By its number in the manual, which counts from 1; the third is the first behind the name. */
  const field = (number) => Number(fields[number - 3]);
  return {
    pid: Number(line.slice(0, line.indexOf(' '))),
    name: line.slice(line.indexOf('(') + 1, nameEnd),
    parent: field(4),
    own: field(14) + field(15),
    children: field(16) + field(17),
    started: field(22),
  };
}
