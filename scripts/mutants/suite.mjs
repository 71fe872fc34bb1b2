/** A test suite at a commit, and what it makes of mutants. */
import { orderFiles, readImporters } from './order-files.mjs';
import { concludeFrom, STAGES } from './results.mjs';
import { build, listFiles } from './run-files.mjs';
import { tryFiles } from './try-files.mjs';

const partOf = (stage) => (stage === 'journeys' ? 'journeys' : 'unit');
const secondsSince = (start) => Math.round((performance.now() - start) / 1000);

export class Suite {
  #results;
  #files = {};
  #importers;

  /** @param trusted commits whose kills are as good as this one's */
  constructor(commit, results, trusted = []) {
    this.commit = commit;
    this.#results = results;
    this.trusted = trusted;
  }

  /** What is known of a mutant; of trusted commits only that it was killed. */
  conclude(mutant) {
    const isKill = ({ outcome, suite }) => outcome === 'killed' || suite === this.commit;
    const counts = (suite) => suite === this.commit || this.trusted.includes(suite);
    return concludeFrom(this.#results.outcomes(mutant, counts).filter(isKill));
  }

  /** Whether a stage has something to say of a mutant that is not known yet. */
  isOpen(mutant, stage) {
    const known = this.conclude(mutant);
    if (!known) return true;
    return known.outcome === 'survived' && STAGES.indexOf(known.stage) < STAGES.indexOf(stage);
  }

  /**
   * Reads the suite's files, and once for each commit runs a stage's part without a mutant.
   * @throws Error where that fails: what fails anyway finds nothing
   */
  async prepare(copy, stage, tell) {
    const part = partOf(stage);
    this.#files[part] ??= await listFiles(copy, part);
    if (part === 'unit') this.#importers ??= await readImporters(copy.root, this.#files.unit);
    if (this.#results.baseline(this.commit, part)) return;
    tell(`Without a mutant: ${this.#files[part].length} files …`);
    const start = performance.now();
    if (part === 'journeys') await this.#requireBuild(copy);
    const { times, doubtful, failure } = await tryFiles(copy, part, this.#files[part]);
    if (failure) {
      const { file = '', test, message = '' } = failure;
      throw new Error(
        `The suite fails without a mutant, so it can find none: ${file} › ${test}\n${message}`,
      );
    }
    const seconds = secondsSince(start);
    this.#results.addBaseline(this.commit, part, { seconds, times, doubtful });
    tell(`Without a mutant it passes, in ${seconds} s.`);
    if (doubtful.length > 0) tell(`Failed once, and passed by itself: ${doubtful.join(', ')}`);
  }

  async #requireBuild(copy) {
    const fault = await build(copy);
    if (fault) throw new Error(`It cannot be built without a mutant:\n${fault}`);
  }

  /** Tries a mutant at a stage, in a copy, and notes what came of it. */
  async tryMutant(copy, mutant, stage) {
    const start = performance.now();
    copy.apply(mutant);
    let found;
    try {
      found = await this.#find(copy, mutant, stage);
    } finally {
      copy.restore();
    }
    const outcome = { ...found, seconds: secondsSince(start) };
    this.#results.addOutcome(this.commit, mutant, stage, outcome);
    return outcome;
  }

  async #find(copy, { file: source }, stage) {
    const part = partOf(stage);
    if (part === 'journeys' && (await build(copy))) return { outcome: 'killed', by: 'the build' };
    const { times } = this.#results.baseline(this.commit, part);
    const known = { importers: this.#importers ?? new Map(), times };
    const { related, others } = orderFiles(source, this.#files[part], known);
    const files = { related, unit: others, journeys: [...related, ...others] }[stage];
    const { failure, doubtful } = await tryFiles(copy, part, files, times);
    const about = { files: files.length, ...(doubtful.length > 0 ? { doubtful } : {}) };
    if (!failure) return { outcome: 'survived', ...about };
    const by = [failure.file, failure.test].filter(Boolean).join(' › ');
    return { outcome: failure.isUnclear ? 'undecided' : 'killed', by, ...about };
  }
}
