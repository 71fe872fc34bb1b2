import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Reported {
  file: string;
  passed: number;
  processorSeconds: number;
  failures: { message: string }[];
}

test('a planted leak is found, and the next file does not meet it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'remit-leaks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = join(folder, 'report.json');
  const config = 'test/setup/fixture/vitest.config.ts';
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--config=${config}`,
      '--reporter=./scripts/test/file-reporter.mjs',
    ],
    { env: { ...process.env, TEST_REPORT: report }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as { files: Reported[] };
  expect(
    files.map(({ file, passed, failures }) => ({
      file: file.split('/').at(-1),
      passed,
      said: failures.map(({ message }) => /leaves behind[^\n]*/.exec(message)?.[0] ?? message),
    })),
  ).toEqual([
    { file: '1-connection.leak.ts', passed: 1, said: [] },
    { file: '2-connection-again.leak.ts', passed: 1, said: [] },
    {
      file: '3-surroundings.leak.ts',
      passed: 1,
      said: [
        'leaves behind what others meet: the setting PLANTED_SETTING is another; the global ' +
          'escape is another; the global plantedGlobal is another; the working folder is another; the clock is not the real one',
      ],
    },
    { file: '4-surroundings-again.leak.ts', passed: 1, said: [] },
  ]);
  for (const { processorSeconds } of files) expect(processorSeconds).toBeGreaterThan(0);
});
