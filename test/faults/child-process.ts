import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundleProgram } from '../programs/bundle-program.ts';

/** Optimizing the embedded database's engine does not pay in a few seconds' life. */
const QUICK_TO_START = ['--liftoff-only'];

/** A process of the tests, and what it has said. */
export interface TestProcess {
  child: ChildProcess;
  lines: string[];
  /** Resolves with the first line that begins so; rejects when the process ends without it. */
  line(beginning: string): Promise<string>;
  /** Ends it without warning and resolves when it is gone. */
  kill(): Promise<void>;
  exited: Promise<number | null>;
}

/** Runs a TypeScript program, or any program when the first word is not one. */
export async function startProcess(command: string[]): Promise<TestProcess> {
  const [program = '', ...rest] = command;
  const [file, words] = program.endsWith('.ts')
    ? [process.execPath, [...QUICK_TO_START, await bundleProgram(program), ...rest]]
    : [program, rest];
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(reader, 'close');
  reader.on('line', (line) => lines.push(line));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    child,
    lines,
    exited,
    line: async (beginning) => {
      for (;;) {
        const found = lines.find((line) => line.startsWith(beginning));
        if (found !== undefined) return found;
        const more = await Promise.race([
          once(reader, 'line').then(() => true),
          ended.then(() => false),
        ]);
        if (!more) throw new Error(`Ended without '${beginning}', after: ${lines.join(' | ')}`);
      }
    },
    kill: async () => {
      child.kill('SIGKILL');
      await Promise.all([exited, ended]);
    },
  };
}
