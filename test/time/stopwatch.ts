const LOOK_MS = 20;
/** A turn of the event loop that took longer did not run all the while. */
const LONGEST_TURN_MS = 500;

/** Begins to count the ms in which this process could run; what it returns ends that and tells. */
export function startStopwatch(): () => number {
  let ran = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    ran += Math.min(now - last, LONGEST_TURN_MS);
    last = now;
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    look();
    clearInterval(timer);
    return ran;
  };
}
