import { afterAll, expect, test } from 'vitest';
import { launchBrowser, type Scene, startForScene } from '../../bench/scene.ts';
import { SECTIONS } from '../../bench/sections.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { createPostgresDatabase } from '../database/shared-server.ts';

let server: ReturnType<Scene['server']> | undefined;
let browser: ReturnType<Scene['browser']> | undefined;

const small: Scene = {
  size: (_real, least) => least,
  database: () => createPostgresDatabase(),
  dataDir: () => createEmbeddedDataDir(),
  server: () => (server ??= createPostgresDatabase().then(startForScene)),
  browser: () => (browser ??= launchBrowser()),
};

afterAll(async () => {
  await (await browser)?.close();
  await (await server)?.stop();
});

/** Every line of a measurement, on next to nothing: what it finds out is for `npm run bench`. */
test.each(Object.entries(SECTIONS))('measures %s', async (_name, { run }) => {
  const rows = await run(small);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.what).not.toBe('');
    expect(JSON.stringify(row)).not.toMatch(/NaN|undefined|Infinity/);
  }
});
