import type { Row } from './measure.ts';
import { median, mib, ms } from './measure.ts';
import { type LoadLength, putLoad } from './put-load.ts';
import { startServer } from './running-server.ts';
import type { Scene } from './scene.ts';

/** From starting the built program to its first answer, and the memory it holds. */
export async function benchStart(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const dataDir = await scene.dataDir();
  const first = await startServer({ DATA_DIR: dataDir });
  await first.stop();
  const later: number[] = [];
  for (let run = 0; run < size(2, 0); run += 1) {
    const again = await startServer({ DATA_DIR: dataDir });
    later.push(again.startMs);
    await again.stop();
  }
  const server = await startServer({ DATA_DIR: dataDir });
  later.push(server.startMs);
  const cookie = await server.signUp('load@example.com');
  await new Promise((resolve) => setTimeout(resolve, size(5_000, 0)));
  const rest = server.memory();
  let peak = rest;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 100);
  const { answers } = await putLoad(
    {
      url: `${server.url}/api/invoices?limit=50`,
      connections: size(20, 2),
      headers: { cookie },
    },
    size<LoadLength>({ duration: 8 }, { amount: 20 }),
  );
  clearInterval(watch);
  peak = Math.max(peak, server.memory());
  await server.stop();
  return [
    { what: 'First start, with a new embedded database', value: ms(first.startMs) },
    { what: 'Later starts', value: ms(median(later)), counted: { starts: later.length } },
    {
      what: 'Memory at rest, database and PDF renderers included',
      value: mib(rest),
      counted: { rest },
    },
    {
      what: 'Memory under load (20 connections)',
      value: mib(peak),
      counted: { rest, peak, answers: answers.get(200) ?? 0 },
    },
  ];
}
