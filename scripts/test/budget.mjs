/**
 * What `npm test` may cost, so that it stays a suite that people run: a multiple of the calibration, the
 * processor seconds of types and build in the same run, which makes it the same for every machine. The
 * suite took 24 to 27 times that much when this was set, and 30 in a run that also kept pictures: what
 * stands here is that and an eighth more, so that no busy machine is red. A new test makes room for itself.
 */
export const BUDGET = 34;
/** Of the unit part's time in workers: no file may take more. */
const LARGEST_FILE = 1 / 10;

/**
 * @param used processor seconds of the whole run and of its calibration
 * @param unitFiles names and processor seconds of the unit part's files
 * @returns what is beyond the budget, a line each
 */
export function findExcess({ whole, calibration }, unitFiles) {
  const lines = [];
  const allowed = calibration * BUDGET;
  if (whole > allowed) {
    lines.push(
      `The run took ${whole.toFixed(0)} processor seconds, ${(whole / calibration).toFixed(1)} times its ` +
        `calibration of ${calibration.toFixed(0)}; the budget is ${BUDGET} times, ${allowed.toFixed(0)} seconds.`,
    );
  }
  const sum = unitFiles.reduce((total, { processorSeconds }) => total + processorSeconds, 0);
  for (const { file, processorSeconds } of unitFiles) {
    if (processorSeconds <= sum * LARGEST_FILE) continue;
    const percent = ((processorSeconds / sum) * 100).toFixed(0);
    lines.push(
      `${file} took ${processorSeconds.toFixed(0)} processor seconds, ${percent} % of all unit files; ` +
        `one file may take ${LARGEST_FILE * 100} %.`,
    );
  }
  return lines;
}
