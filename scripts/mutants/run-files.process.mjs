/**
 * Runs test files of a checkout, the working directory, with that checkout's own Vitest, and tells its
 * parent what happens as it happens. It stops at the first failure. A process of its own: it can be
 * ended whatever a mutant does in it.
 */
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.cwd();
const { resolve } = createRequire(join(root, 'package.json'));
const { createVitest } = await import(pathToFileURL(resolve('vitest/node')).href);

process.once('message', (asked) => void run(asked).then(end, fail));
process.once('disconnect', () => process.exit());

const say = (message, then) => process.send?.(message, undefined, undefined, then);
const leave = () => process.disconnect();
const pathOf = (moduleId) => relative(root, moduleId);
const words = ({ message, stack } = {}) => String(message ?? stack ?? 'It failed without a word.');

const fail = (error) => say({ event: 'broken', message: words(error) }, leave);
const end = () => say({ event: 'end' }, leave);

/** @param asked the projects, and the files in the order to run them; without, they are listed only */
async function run({ projects, files }) {
  const reporter = new Messenger();
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: projects,
    reporters: [reporter],
    silent: true,
    coverage: { enabled: false },
    sequence: { sequencer: inOrderOf(files ?? []) },
  });
  reporter.vitest = vitest;
  try {
    const specifications = await vitest.globTestSpecifications();
    if (files === undefined) {
      say({ event: 'files', files: specifications.map(({ moduleId }) => pathOf(moduleId)) });
      return;
    }
    const wanted = new Set(files);
    const chosen = specifications.filter(({ moduleId }) => wanted.has(pathOf(moduleId)));
    if (chosen.length !== wanted.size) throw new Error('Some test files are not there.');
    const { unhandledErrors } = await vitest.runTestSpecifications(chosen, false);
    reporter.tellUnhandled(unhandledErrors);
  } finally {
    await vitest.close();
  }
}

const inOrderOf = (files) =>
  class {
    shard(specifications) {
      return specifications;
    }

    sort(specifications) {
      const place = ({ moduleId }) => files.indexOf(pathOf(moduleId));
      return specifications.toSorted((a, b) => place(a) - place(b));
    }
  };

class Messenger {
  vitest;
  #hasFailed = false;

  /** Only the first counts: what runs beside it is broken off. */
  #failed(file, test, message) {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    say({ event: 'failed', file, test, message });
    void this.vitest.cancelCurrentRun('test-failure');
  }

  onTestModuleQueued({ moduleId }) {
    say({ event: 'started', file: pathOf(moduleId) });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state === 'failed')
      this.#failed(pathOf(test.module.moduleId), test.fullName, words(errors[0]));
  }

  onTestModuleEnd(module) {
    const file = pathOf(module.moduleId);
    // A file that cannot be loaded, and hooks that fail.
    const broken = [module, ...module.children.allSuites()].find((one) => one.errors().length > 0);
    if (broken || !module.ok()) {
      this.#failed(file, broken?.fullName ?? 'the file as a whole', words(broken?.errors()[0]));
    }
    // What ends later may have been broken off.
    if (!this.#hasFailed) say({ event: 'passed', file });
  }

  tellUnhandled([error]) {
    if (!error) return;
    const file = error.VITEST_TEST_PATH && pathOf(error.VITEST_TEST_PATH);
    this.#failed(file, 'an error outside of the tests', words(error));
  }
}
