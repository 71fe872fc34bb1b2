/** Quicker than this, nothing is held up, and a clock measures noise. */
const NOTICED_MS = 1;
/** By how much input grows from one look to the next. */
const STEP = 16;
/**
 * A linear rule takes 16 times as long for so much more, and some times that where it fills the memory; a
 * quadratic one takes 256 times as long.
 */
const TOO_MUCH = 128;
/** What clears memory, and what others do to the caches, is not in all of so many. */
const TRIES = 4;

const RESOLUTION_MS = 0.1;

type Work = () => unknown;

/** Of the processor, in milliseconds: it does not run while others have it. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function measure(work: Work): Promise<number> {
  const start = processorMs();
  await work();
  return processorMs() - start;
}

/**
 * Whether the processor time that work takes grows faster than the length of what it reads: the quickest of
 * several runs of one length is held against the quickest of another, so that what else the machine does
 * makes no judgement. What is noticed at the longest alone takes 256 ms at most, however it grows.
 * @param prepare what is made for a length, and then run
 * @param longest of what may come
 */
export async function growsTooFast(
  prepare: (length: number) => Work,
  longest: number,
): Promise<boolean> {
  const lengths = [longest];
  while ((lengths[0] ?? 0) > 1_000) lengths.unshift((lengths[0] ?? 0) / STEP);
  for (const [index, length] of lengths.entries()) {
    const further = lengths[index + 1];
    if (further === undefined) return false;
    const short = prepare(Math.ceil(length));
    let quickest = Math.max(RESOLUTION_MS, Math.min(await measure(short), await measure(short)));
    if (quickest < NOTICED_MS) continue;
    const long = prepare(Math.ceil(further));
    let quickestLong = Number.POSITIVE_INFINITY;
    for (let attempt = 0; ; attempt += 1) {
      quickestLong = Math.min(quickestLong, await measure(long));
      if (quickestLong <= TOO_MUCH * quickest) break;
      if (attempt === TRIES) return true;
      quickest = Math.max(RESOLUTION_MS, Math.min(quickest, await measure(short)));
    }
  }
  return false;
}
