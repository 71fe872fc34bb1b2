/** What is known by now, a line of JSON for each thing learned: written at once, so it survives a kill. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a mutant is tried against, the cheapest first. */
export const STAGES = ['related', 'unit', 'journeys'];

export class Results {
  #file;
  #records;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const lines = text.split('\n');
    // A kill may have cut the last line; the next one begins anew.
    const rest = lines.pop();
    if (rest) appendFileSync(file, '\n');
    this.#records = [...lines, rest].flatMap(parseLine);
  }

  #add(record) {
    const line = { ...record, at: new Date().toISOString() };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#records.push(line);
  }

  /** That a part of a suite passes without a mutant, how long each file takes, and which are doubtful. */
  addBaseline(suite, part, { seconds, times, doubtful }) {
    this.#add({ suite, baseline: part, seconds, times, doubtful });
  }

  baseline(suite, part) {
    return this.#records.findLast((one) => one.suite === suite && one.baseline === part);
  }

  /** @param found outcome ('killed', 'survived' or 'undecided'), by, seconds, files, doubtful */
  addOutcome(suite, { id, digest }, stage, found) {
    this.#add({ suite, mutant: id, digest, stage, ...found });
  }

  /** What a suite has made of a mutant, the newest last. */
  outcomes({ id, digest }, isOfSuite) {
    return this.#records.filter(
      (one) => one.mutant === id && one.digest === digest && isOfSuite(one.suite),
    );
  }
}

function parseLine(line) {
  try {
    return [JSON.parse(line)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * What outcomes come to: the kill, what could not be decided, or how far the mutant has survived. Of a
 * stage that was tried again the newest counts.
 * @returns undefined where it was not tried
 */
export function concludeFrom(outcomes) {
  const found = STAGES.map((stage) => outcomes.findLast((one) => one.stage === stage));
  const inOrder = ['killed', 'undecided', 'survived'];
  return inOrder
    .map((wanted) => found.findLast((one) => one?.outcome === wanted))
    .find((one) => one !== undefined);
}
