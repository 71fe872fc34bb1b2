import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { BUDGET, findExcess } from '../../scripts/test/budget.mjs';
import { canMeter, parseStat, startMeter, sumByPart } from '../../scripts/test/process-meter.mjs';

describe('the budget of a run', () => {
  const files = Array.from({ length: 20 }, (_, n) => ({
    file: `${n}.test.ts`,
    processorSeconds: 5,
  }));

  it('holds up to its multiple of the calibration, and up to a tenth for a file', () => {
    const large = [...files.slice(0, 18), { file: 'large.test.ts', processorSeconds: 10 }];
    expect(findExcess({ whole: BUDGET * 40, calibration: 40 }, large)).toEqual([]);
  });

  it('says by how much a run is beyond it', () => {
    expect(findExcess({ whole: BUDGET * 40 + 20, calibration: 40 }, files)).toEqual([
      `The run took ${BUDGET * 40 + 20} processor seconds, ${BUDGET}.5 times its calibration of 40; ` +
        `the budget is ${BUDGET} times, ${BUDGET * 40} seconds.`,
    ]);
  });

  it('names the file that takes more than its share', () => {
    const larger = [...files, { file: 'larger.test.ts', processorSeconds: 20 }];
    expect(findExcess({ whole: 1, calibration: 1 }, larger)).toEqual([
      'larger.test.ts took 20 processor seconds, 17 % of all unit files; one file may take 10 %.',
    ]);
  });
});

describe('the meter of processes', () => {
  const one = { part: 'unit', name: 'node', hasEnded: false, own: 0, children: 0 };

  it('reads a line whose name holds spaces and parentheses', () => {
    const rest = `S 7 ${'0 '.repeat(9)}150 25 300 40 20 0 1 0 98765 0`;
    expect(parseStat(`12 (a) (b c) ${rest}`)).toEqual({
      pid: 12,
      name: 'a) (b c',
      parent: 7,
      own: 175,
      children: 340,
      started: 98_765,
    });
  });

  it('counts what was used by children that nobody saw, and no second twice', () => {
    const sums = sumByPart([
      // 5 s of its own, 8 s of children: 6 s of these were seen to be used, 2 s were not.
      { ...one, key: 'a', own: 500, children: 800 },
      { ...one, key: 'b', parentKey: 'a', hasEnded: true, own: 400, children: 200 },
      // Of a child that is still there nothing has been handed over.
      { ...one, key: 'c', parentKey: 'a', own: 100 },
      { ...one, key: 'd', parentKey: 'b', hasEnded: true, own: 200 },
    ]);
    expect(sums.get('unit')?.all).toBe(5 + 2 + 4 + 1 + 2);
  });

  it('has figures of PostgreSQL and the browser', () => {
    const sums = sumByPart([
      { ...one, key: 'a', own: 100 },
      { ...one, key: 'b', name: 'postgres', own: 200 },
      { ...one, key: 'c', name: 'chromium-headle', own: 300 },
    ]);
    expect(sums.get('unit')).toEqual({ all: 6, postgresql: 2, browser: 3 });
  });

  it.runIf(canMeter())('finds what a child of a child uses, after both have ended', async () => {
    const meter = startMeter();
    const busy = 'const end = Date.now() + 700; while (Date.now() < end);';
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    const child = spawn(process.execPath, ['-e', nested]);
    meter.begin('busy', Number(child.pid));
    await once(child, 'close');
    const used = meter.read().get('busy');
    meter.stop();
    // A busy machine gives it less of the time that it runs for.
    expect(used?.all).toBeGreaterThan(0.1);
  });
});
