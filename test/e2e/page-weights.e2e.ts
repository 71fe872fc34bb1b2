import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const WEB = 'dist/web';
const KB = 1_000;

/** Addresses of scripts that a document names, and the texts of those that stand in it. */
function findScripts(html: string): { files: string[]; inline: string[] } {
  const files: string[] = [];
  const inline: string[] = [];
  for (const [, attributes = '', text = ''] of html.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/type="application\/ld\+json"/.test(attributes)) continue;
    const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
    if (source === undefined) inline.push(text);
    else files.push(source);
  }
  for (const [link] of html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g)) {
    const address = /\bhref="([^"]+)"/.exec(link)?.[1];
    if (address !== undefined) files.push(address);
  }
  return { files, inline };
}

type FindNamed = (file: string, text: string) => string[];

/** Addresses of the build's scripts among those that a script names. */
const resolveNames = (file: string, names: readonly string[]) =>
  names
    .map((name) =>
      name.startsWith('.') ? posix.join(posix.dirname(file), name) : posix.join('/', name),
    )
    .filter((name) => existsSync(join(WEB, name)));

/** Scripts of the build that a script names: its imports, and those that it fetches when needed. */
const namedBy: FindNamed = (file, text) =>
  resolveNames(
    file,
    Array.from(
      text.matchAll(/["'`](\.{0,2}\/?(?:assets\/)?[\w./-]+\.js)["'`]/g),
      ([, name = '']) => name,
    ),
  );

/** Those without which it does not run at all. */
const importedBy: FindNamed = (file, text) =>
  resolveNames(
    file,
    Array.from(
      text.matchAll(/(?:from|import)\s*["'](\.\/[\w.-]+\.js)["']/g),
      ([, name = '']) => name,
    ),
  );

/** Every script that a page may come to run, by its address; those in the document by their place. */
function readScripts(document: string, findNamed = namedBy, without = /^$/): Map<string, string> {
  const { files, inline } = findScripts(readFileSync(join(WEB, document), 'utf8'));
  const texts = new Map(inline.map((text, index) => [`inline ${index + 1}`, text]));
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (texts.has(file) || without.test(file)) continue;
    const text = readFileSync(join(WEB, file), 'utf8');
    texts.set(file, text);
    waiting.push(...findNamed(file, text));
  }
  return texts;
}

/**
 * Every script that a page may come to run, whenever it fetches it, with its compressed bytes.
 * @param without files of parts that other addresses alone fetch
 */
const scriptsOnTheWire = (document: string, without?: RegExp): Map<string, number> =>
  new Map(
    [...readScripts(document, namedBy, without)].map(([file, text]) => [
      file,
      gzipSync(text).length,
    ]),
  );

const total = (bytes: Map<string, number>) =>
  [...bytes.values()].reduce((sum, each) => sum + each, 0);

test('the landing page needs at most 60 kB of compressed JavaScript', () => {
  const bytes = scriptsOnTheWire('landing.html');
  expect(bytes.size).toBeGreaterThan(0);
  expect(total(bytes), [...bytes.keys()].join(', ')).toBeLessThanOrEqual(60 * KB);
});

/** What `/portal` alone fetches, some of it the application's too: the first page that a customer sees is a document's. */
const PORTAL = /\/(?:portal|contact-labels|address-parts|countries)-[\w-]+\.js$/;

test('the portal needs at most 12 kB more than the pay page', () => {
  const all = scriptsOnTheWire('pay.html');
  const own = [...all].filter(([file]) => PORTAL.test(file));
  expect(own.length).toBeGreaterThan(0);
  expect(own.reduce((sum, [, each]) => sum + each, 0)).toBeLessThanOrEqual(12 * KB);
});

test('the pay page needs less than 100 kB, all that it may fetch later included', () => {
  const bytes = scriptsOnTheWire('pay.html', PORTAL);
  // The program and what it shares with the application, found by their names in its text.
  expect(bytes.size).toBeGreaterThan(1);
  expect(total(bytes), [...bytes.keys()].join(', ')).toBeGreaterThan(20 * KB);
  expect(total(bytes), [...bytes.keys()].join(', ')).toBeLessThan(100 * KB);
});

test('the dashboard is few files, and brings nothing that only forms or what opens later need', () => {
  const { files } = findScripts(readFileSync(join(WEB, 'app.html'), 'utf8'));
  const pages = JSON.parse(readFileSync(join(WEB, 'page-files.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const own = (pages['dashboard-page'] ?? []).filter((file) => file.endsWith('.js'));
  expect(own).not.toEqual([]);
  const first = [...files, ...own.map((file) => `/${file}`)];
  expect(first.length, first.join(', ')).toBeLessThanOrEqual(6);
  const bytes = first.map((file) => gzipSync(readFileSync(join(WEB, file))).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(169 * KB);
  // The checker of forms is a file of its own, and none of these.
  const all = scriptsOnTheWire('app.html');
  expect([...all.keys()].some((file) => file.includes('/zod-'))).toBe(true);
  expect(
    first.filter((file) => /\/(zod|forms|fields|contracts|upload|overlays|bar-panels)-/.test(file)),
  ).toEqual([]);
});

test('neither loads what is the application’s', () => {
  const application = scriptsOnTheWire('app.html');
  // Its pages are fetched when they are gone to: without them nothing would be proved here.
  expect([...application.keys()].some((file) => file.includes('dashboard-page'))).toBe(true);
  for (const document of ['landing.html', 'pay.html']) {
    const files = [...scriptsOnTheWire(document).keys()];
    expect(files.filter((file) => /\/(app|application|vendor|\w+-page)-/.test(file))).toEqual([]);
  }
});

test('what browsers are sent carries no sources, and names none', () => {
  const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /\.map(\.|$)/.test(name))).toEqual([]);
  const texts = names.filter((name) => /\.(js|css|html)$/.test(name));
  expect(texts.length).toBeGreaterThan(20);
  const naming = texts.filter((name) =>
    readFileSync(join(WEB, name), 'utf8').includes('sourceMappingURL='),
  );
  expect(naming).toEqual([]);
});

test('only the application has a part for the mobile app, and loads it there alone', () => {
  const plugin = /minimizeApp|openDocumentFromLocalPath/;
  const wholeText = (texts: Map<string, string>) => [...texts.values()].join('\n');
  expect(wholeText(readScripts('app.html'))).toMatch(plugin);
  expect(wholeText(readScripts('app.html', importedBy))).not.toMatch(plugin);
  for (const document of ['pay.html', 'landing.html']) {
    expect(wholeText(readScripts(document))).not.toMatch(/isNativePlatform|Capacitor/);
  }
});
