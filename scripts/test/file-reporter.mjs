/** Writes what became of each test file to the file that `TEST_REPORT` names, for the summary. */
import { writeFileSync } from 'node:fs';

const messages = (errors) => errors.map(({ stack, message }) => stack ?? message).join('\n');

export default class FileReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()];
      const failed = tests.filter((test) => test.result().state === 'failed');
      return {
        file: module.relativeModuleId ?? module.moduleId,
        seconds: module.diagnostic().duration / 1000,
        processorSeconds: (module.meta().processorMs ?? 0) / 1000,
        passed: tests.filter((test) => test.result().state === 'passed').length,
        skipped: tests.filter((test) => test.result().state === 'skipped').length,
        tests: tests.map((test) => ({ name: test.fullName, ms: test.diagnostic()?.duration })),
        failures: [
          ...failed.map((test) => ({
            where: test.fullName,
            message: messages(test.result().errors),
          })),
          // A file that cannot be loaded, and hooks that fail.
          ...[module, ...module.children.allSuites()]
            .filter((one) => one.errors().length > 0)
            .map((one) => ({ where: one.fullName ?? '', message: messages(one.errors()) })),
        ],
      };
    });
    const report = { files, unhandled: unhandledErrors.map((error) => messages([error])) };
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}
