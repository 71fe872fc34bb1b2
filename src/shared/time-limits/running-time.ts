/** A limit is measured in so many pieces; each counts once, however late its end is noticed. */
const PIECES = 10;

/**
 * Calls `reached` after `ms` milliseconds in which this process could run, and returns what calls
 * it off. A machine that was paused, or a laptop that slept, uses up a tenth of the limit at most:
 * whoever is waited for has slept as well, and what was answered meanwhile is taken first.
 */
export function afterRunning(ms: number, reached: () => void): () => void {
  let left = PIECES;
  const piece = () => {
    left -= 1;
    // With 0 left, one more turn of the event loop: an answer may stand behind this timer.
    if (left >= 0) wait(left > 0 ? ms / PIECES : 0);
    else reached();
  };
  const wait = (length: number) => {
    timer = setTimeout(piece, length);
    // A process of Node that has nothing else to wait for would wait in vain.
    (timer as { unref?: () => void }).unref?.();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  wait(ms / PIECES);
  return () => clearTimeout(timer);
}

/**
 * What `waiting` comes to, or, when this process ran for `ms` milliseconds without it, what `late`
 * returns or throws.
 */
export function waitAtMost<T>(ms: number, waiting: Promise<T>, late: () => T): Promise<T> {
  let callOff = () => {};
  const tooLate = new Promise<void>((resolve) => {
    callOff = afterRunning(ms, resolve);
  });
  return Promise.race([waiting, tooLate.then(late)]).finally(callOff);
}
