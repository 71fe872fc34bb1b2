import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePreloads } from './page-preloads.ts';

const HTML = '<head><title>Remit</title></head><body></body>';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-web-'));
  writeFileSync(
    join(folder, 'page-files.json'),
    JSON.stringify({
      'dashboard-page': ['assets/dashboard-1.js', 'assets/dashboard-2.css'],
      'invoice-page': ['assets/invoice-3.js'],
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['/', ['assets/dashboard-1.js', 'assets/dashboard-2.css']],
  ['/dashboard', ['assets/dashboard-1.js', 'assets/dashboard-2.css']],
  ['/invoices/12', ['assets/invoice-3.js']],
  ['/invoices', []],
  ['/__proto__', []],
])('%s is fetched with the application', (path, files) => {
  const html = pagePreloads(folder)(HTML, path);
  expect([...html.matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file)).toEqual(files);
});

test('scripts are named as modules, styles as styles', () => {
  const html = pagePreloads(folder)(HTML, '/');
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/dashboard-1.js">');
  expect(html).toContain(
    '<link rel="preload" as="style" crossorigin href="/assets/dashboard-2.css">',
  );
});

test('without a build nothing changes', () => {
  expect(pagePreloads(join(folder, 'none'))(HTML, '/')).toBe(HTML);
});
