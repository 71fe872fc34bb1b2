import type { Row } from './measure.ts';
import { median, ms } from './measure.ts';
import { fillAccount } from './pages.bench.ts';
import type { Paint } from './paint.ts';
import { measurePaint } from './paint.ts';
import type { Scene } from './scene.ts';

/**
 * How long the two pages take that are opened most often on a phone: slow 4G (1.6 Mbit/s, 150 ms for a
 * round trip), a processor four times slower, nothing in its cache.
 */
export async function benchFirstLoad(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const server = await scene.server('embedded');
  const browser = await scene.browser();
  const { cookie, publicId } = await fillAccount(server, 'first-load@example.com');
  const pages = [
    { name: 'Dashboard', path: '/', shown: 'main dl', cookie, goal: 3_000 },
    { name: 'Pay page', path: `/pay-invoice/${publicId}`, shown: '#pay-now', goal: 2_200 },
  ];
  const rows: Row[] = [];
  for (const { name, path, shown, cookie: session, goal } of pages) {
    const paints: Paint[] = [];
    for (let round = 0; round < size(9, 1); round += 1) {
      paints.push(
        await measurePaint(browser, server.url + path, shown, size('4g', 'fast'), session ?? ''),
      );
    }
    const middle = (read: (paint: Paint) => number) => median(paints.map(read));
    const largest = middle(({ largestPaint }) => largestPaint);
    const kb = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
    rows.push({
      what: `${name} on slow 4G: largest paint`,
      value: ms(largest),
      against: [
        `first paint ${ms(middle(({ firstPaint }) => firstPaint))}`,
        `${middle(({ requests }) => requests)} requests`,
        `${middle(({ calls }) => calls)} of them calls`,
        `JavaScript ${kb(middle(({ weights }) => weights.script))}`,
        `blocking time ${ms(middle(({ blocking }) => blocking))}`,
      ].join(', '),
      goal: `≤ ${ms(goal)}`,
      met: largest <= goal,
      counted: {
        requests: middle(({ requests }) => requests),
        calls: middle(({ calls }) => calls),
        script: middle(({ weights }) => weights.script),
      },
    });
  }
  return rows;
}
