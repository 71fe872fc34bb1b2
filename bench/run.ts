/** `npm run bench [-- name …]`: measures, as ratios within one run, and prints tables. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { mib, table } from './measure.ts';
import { openScene } from './scene.ts';
import { SECTIONS } from './sections.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length > 0) {
  throw new Error(
    `No such section: ${unknown.join(', ')}. There are ${Object.keys(SECTIONS).join(', ')}.`,
  );
}
if (
  (wanted.length === 0 || wanted.includes('pdf')) &&
  !existsSync('bench/react-pdf/node_modules')
) {
  // A peer that nothing else needs.
  execFileSync('npm', ['ci', '--prefix', 'bench/react-pdf'], { stdio: 'inherit' });
}
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${mib(totalmem())}\n\n`,
);
let missed = 0;
const broken: string[] = [];
const began = performance.now();
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
for (const [name, { title, run }] of Object.entries(SECTIONS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const scene = openScene();
  const start = performance.now();
  try {
    const rows = await run(scene);
    missed += rows.filter((row) => row.met === false).length;
    process.stdout.write(`${table(title, rows)}\n(${name}: ${secondsSince(start)})\n\n`);
  } catch (error) {
    // The figures of the others are not lost with it.
    broken.push(name);
    process.stdout.write(`### ${title}\n\n${String((error as Error).stack ?? error)}\n\n`);
  } finally {
    await scene.close();
  }
}
process.stdout.write(`In ${secondsSince(began)}. `);
process.stdout.write(missed === 0 ? 'Every goal was met.\n' : `${missed} goals were missed.\n`);
if (broken.length > 0) {
  process.stdout.write(`These sections did not come to their end: ${broken.join(', ')}.\n`);
  process.exitCode = 1;
}
