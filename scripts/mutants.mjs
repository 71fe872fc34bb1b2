/**
 * Tries the sample of test/mutants/sample.patch: `npm run mutants -- [options] [ids]`. Each mutant is put
 * into a copy of the checkout and tried, while it survives, against the tests that depend on its file
 * ('related'), the others of the unit part ('unit') and the journeys; each stops at the first failure that
 * shows again by itself. All are tried against what is cheap before any is against what is dear. What
 * is learned is written down at once: started again, the command goes on where it was.
 *
 *   --suite <folder>    the checkout whose last commit is tried; this one unless told
 *   --results <file>    what is known; .cache/mutants.jsonl unless told
 *   --stage <stage>     the dearest to try: related, unit, or journeys unless told
 *   --jobs <number>     how many at once, each with Vitest's own workers; one unless told
 *   --trust <commit>    kills noted for that commit count; several by repeating it
 *   --table             prints the sample with what came of it, and tries nothing
 *
 * A patch that does not apply and a suite that fails without a mutant end it with an error.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Results, STAGES } from './mutants/results.mjs';
import { endAll } from './mutants/run-files.mjs';
import { readSample } from './mutants/sample.mjs';
import { Suite } from './mutants/suite.mjs';
import { writeTable } from './mutants/table.mjs';
import { hasChanges, headOf, removeLeftovers, WorkingCopy } from './mutants/working-copy.mjs';
import { checkNodeVersion, root } from './project.mjs';

checkNodeVersion();

const { values: options, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: root },
    results: { type: 'string', default: join(root, '.cache/mutants.jsonl') },
    stage: { type: 'string', default: STAGES.at(-1) },
    jobs: { type: 'string', default: '1' },
    trust: { type: 'string', multiple: true, default: [] },
    table: { type: 'boolean', default: false },
  },
});

const tell = (line) => console.log(line);
const copies = [];
let isLeaving = false;

/** Leaves nothing behind, however it ends. */
function leave(code) {
  if (isLeaving) return;
  isLeaving = true;
  endAll();
  for (const copy of copies) copy.remove();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => leave(130));

function chooseMutants({ mutants }) {
  const unknown = ids.filter((id) => !mutants.some((mutant) => mutant.id === id));
  if (unknown.length > 0) throw new Error(`There are no mutants ${unknown.join(', ')}.`);
  return ids.length > 0 ? mutants.filter(({ id }) => ids.includes(id)) : mutants;
}

function readOptions() {
  const jobs = Number(options.jobs);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error('--jobs takes a number from 1.');
  if (!STAGES.includes(options.stage)) throw new Error(`--stage takes ${STAGES.join(', ')}.`);
  return { jobs, stages: STAGES.slice(0, STAGES.indexOf(options.stage) + 1) };
}

function requireThatAllApply(copy, mutants) {
  const faults = mutants.flatMap((mutant) => {
    const fault = copy.findFault(mutant);
    return fault ? [`${mutant.id} ${mutant.file}: ${fault}`] : [];
  });
  if (faults.length === 0) return;
  throw new Error(
    `These do not apply any more, and nothing was tried; test/mutants/sample.patch says what to do:\n${faults.join('\n')}`,
  );
}

function tellOutcome({ id, file }, stage, { outcome, seconds, by }) {
  const what = outcome.padEnd(9);
  tell(`${id}  ${what}  ${stage.padEnd(8)}  ${String(seconds).padStart(5)} s  ${by ?? file}`);
}

async function tryAll(sample) {
  const mutants = chooseMutants(sample);
  const { jobs, stages } = readOptions();
  const checkout = resolve(options.suite);
  const commit = headOf(checkout);
  const trusted = options.trust.map((name) => headOf(checkout, name));
  const suite = new Suite(commit, new Results(resolve(options.results)), trusted);
  tell(`The suite is that of ${commit.slice(0, 8)} in ${checkout}.`);
  if (hasChanges(checkout)) tell('What is not committed there is left out.');
  removeLeftovers();
  copies.push(new WorkingCopy(checkout, commit));
  requireThatAllApply(copies[0], mutants);
  for (const stage of stages) {
    const open = mutants.filter((mutant) => suite.isOpen(mutant, stage));
    if (open.length === 0) continue;
    await suite.prepare(copies[0], stage, tell);
    while (copies.length < Math.min(jobs, open.length)) {
      copies.push(new WorkingCopy(checkout, commit));
    }
    const work = async (copy) => {
      for (let next = open.shift(); next; next = open.shift()) {
        tellOutcome(next, stage, await suite.tryMutant(copy, next, stage));
      }
    };
    await Promise.all(copies.map(work));
  }
  const conclusions = mutants.map((mutant) => ({ mutant, known: suite.conclude(mutant) }));
  for (const outcome of ['survived', 'undecided']) {
    const those = conclusions.filter(({ known }) => known.outcome === outcome);
    if (those.length > 0) tell(`\n${outcome}: ${those.map(({ mutant }) => mutant.id).join(' ')}`);
  }
  const count = (wanted) => conclusions.filter(({ known }) => known.outcome === wanted).length;
  const undecided = count('undecided');
  tell(
    `\n${count('killed')} killed, ${count('survived')} survived${undecided > 0 ? `, ${undecided} undecided` : ''}`,
  );
}

try {
  const sample = readSample(join(root, 'test/mutants/sample.patch'));
  if (options.table) tell(writeTable(sample, new Results(resolve(options.results))));
  else await tryAll(sample);
  leave(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  leave(1);
}
