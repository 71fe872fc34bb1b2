import { write, writeSync } from 'node:fs';

/** What waits for a disk that is full or a reader that is slow; more is counted and left out. */
const MOST_WAITING_BYTES = 1_000_000;
const MOST_AT_ONCE_BYTES = 65_536;
const RETRY_MS = 200;

export interface LogStream {
  /** Takes a line with its end. It neither throws nor waits for the line to be written. */
  write(line: string): void;
  /** Writes what waits, as far as that goes at once, and takes no more: for the end of the process. */
  end(): void;
}

/**
 * Log lines on their way to a file, pipe or terminal. A log that cannot be written costs log lines and
 * nothing else: what is refused for now (ENOSPC, EAGAIN) is tried again, what finds no room meanwhile is
 * counted, and the count is told once there is room. Pino's own streams throw then, or wait for ever when the
 * process ends.
 * @param fd open for writing
 * @param tellLost called with the number of lines that were left out; it writes a line that says so
 */
export function openLogStream(fd: number, tellLost: (lines: number) => void): LogStream {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let lost = 0;
  let isWriting = false;
  let isClosed = false;

  const keep = (parts: Buffer[]) => {
    waiting = [...parts, ...waiting];
    waitingBytes = waiting.reduce((sum, { length }) => sum + length, 0);
  };

  /** As many whole lines as are written at once; at least one. */
  const take = (): Buffer => {
    let bytes = 0;
    let count = 0;
    for (const { length } of waiting) {
      if (count > 0 && bytes + length > MOST_AT_ONCE_BYTES) break;
      bytes += length;
      count += 1;
    }
    const chunk = Buffer.concat(waiting.splice(0, count));
    waitingBytes -= chunk.length;
    return chunk;
  };

  const writeNext = () => {
    isWriting = true;
    const chunk = take();
    write(fd, chunk, (error, written) => {
      isWriting = false;
      if (error?.code === 'EPIPE' || error?.code === 'EBADF') {
        // Nobody reads any more, and nobody will.
        isClosed = true;
        waiting = [];
        return;
      }
      if (isClosed) return;
      if (written < chunk.length) keep([chunk.subarray(written)]);
      if (error) {
        setTimeout(() => {
          if (!isWriting && !isClosed && waiting.length > 0) writeNext();
        }, RETRY_MS).unref();
      } else if (waiting.length > 0) writeNext();
      else if (lost > 0) {
        const told = lost;
        lost = 0;
        tellLost(told);
      }
    });
  };

  return {
    write(line) {
      if (isClosed) return;
      const part = Buffer.from(line);
      if (waitingBytes + part.length > MOST_WAITING_BYTES) {
        lost += 1;
        return;
      }
      waiting.push(part);
      waitingBytes += part.length;
      if (!isWriting) writeNext();
    },
    end() {
      try {
        while (waiting.length > 0 && !isClosed) {
          const chunk = take();
          const written = writeSync(fd, chunk);
          if (written < chunk.length) keep([chunk.subarray(written)]);
        }
      } catch {
        // There is no room, and no more time.
      }
      isClosed = true;
    },
  };
}
