/** A test suite at a commit, and what it makes of mutants. */
import { orderFiles, readImporters } from './order-files.mjs';
import { concludeFrom } from './results.mjs';
import { build, limitOf, listFiles, runFiles } from './run-files.mjs';
import { tryFiles } from './try-files.mjs';

/** What a test says is kept, so that a kill can be judged. */
const LENGTH_OF_A_MESSAGE = 300;
const partOf = (stage) => (stage === 'journeys' ? 'journeys' : 'unit');
const secondsSince = (start) => Math.round((performance.now() - start) / 1000);

export class Suite {
  #results;
  #trusted;
  #files = {};
  #importers;

  /** @param trusted commits whose kills are as good as this one's */
  constructor(commit, results, trusted = []) {
    this.commit = commit;
    this.#results = results;
    this.#trusted = trusted;
  }

  /** What is known of a mutant; of trusted commits only that it was killed. */
  #outcomes(mutant) {
    return this.#results
      .outcomes(mutant, (suite) => suite === this.commit || this.#trusted.includes(suite))
      .filter(({ outcome, suite }) => suite === this.commit || outcome === 'killed');
  }

  conclude(mutant) {
    return concludeFrom(this.#outcomes(mutant));
  }

  /** Whether a stage has something to say of a mutant that is not known yet. */
  isOpen(mutant, stage) {
    if (this.conclude(mutant)?.outcome === 'killed') return false;
    const known = this.#outcomes(mutant).findLast((one) => one.stage === stage);
    return known === undefined || known.outcome === 'undecided';
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
    const fault = part === 'journeys' ? await build(copy) : undefined;
    if (fault) {
      return { outcome: 'killed', by: 'the build', says: fault.slice(0, LENGTH_OF_A_MESSAGE) };
    }
    const { times } = this.#results.baseline(this.commit, part);
    const known = { importers: this.#importers ?? new Map(), times };
    const { related, others } = orderFiles(source, this.#files[part], known);
    const files = { related, unit: others, journeys: [...related, ...others] }[stage];
    const { failure, doubtful } = await tryFiles(copy, part, files, times);
    const about = { files: files.length, ...(doubtful.length > 0 ? { doubtful } : {}) };
    if (!failure) return { outcome: 'survived', ...about };
    const by = [failure.file, failure.test].filter(Boolean).join(' › ');
    const isUnclear = failure.isLate && !(await this.#isQuickWithout(copy, part, failure.file));
    const says = failure.message?.slice(0, LENGTH_OF_A_MESSAGE);
    return { outcome: isUnclear ? 'undecided' : 'killed', by, says, ...about };
  }

  /** Whether it is the mutant that takes the time: without it, here and now, a quarter is enough. */
  async #isQuickWithout(copy, part, file) {
    if (file === undefined) return false;
    copy.restore();
    if (part === 'journeys') await this.#requireBuild(copy);
    const { times } = this.#results.baseline(this.commit, part);
    const { passed, spent } = await runFiles(copy, part, [file], times);
    return passed[file] !== undefined && (spent ?? passed[file]) * 4 < limitOf(file, times);
  }
}
