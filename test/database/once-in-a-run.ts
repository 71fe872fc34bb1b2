import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

type Outcome<T> = { value: T } | { error: string };

/**
 * Does something once for all the processes of a test run, when the first of them needs it, and
 * gives everyone its result (which must survive JSON). A failure is everyone's failure too.
 */
export async function onceInARun<T>(
  runFolder: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const outcomeFile = join(runFolder, `${name}.json`);
  let first = true;
  try {
    await mkdir(join(runFolder, `${name}.lock`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    first = false;
  }
  if (first) {
    const outcome: Outcome<T> = await work().then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.stack ?? error.message }),
    );
    await writeFile(`${outcomeFile}.draft`, JSON.stringify(outcome));
    await rename(`${outcomeFile}.draft`, outcomeFile);
  }
  for (let waited = 0; !existsSync(outcomeFile); waited += 25) {
    if (waited > 280_000) throw new Error(`Another test process never finished: ${name}`);
    await sleep(25);
  }
  const outcome = JSON.parse(await readFile(outcomeFile, 'utf8')) as Outcome<T>;
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value;
}
