/** The files of the program in the browser's cache, one cache for each version. */

export interface ShellFile {
  /** From the root, such as 'assets/app-DBC7Miyx.js'. */
  url: string;
  /** Of the content, where the name does not say it. */
  revision: string | null;
}

const PREFIX = 'remit-shell-';
/** A screen that answers with the application's document, and with its policy, to everybody. */
const DOCUMENT = '/dashboard';
/** Tabs that still run the version before may ask for its parts. */
const VERSIONS_KEPT = 2;
const AT_ONCE = 6;

/** The same files give the same name. */
async function makeCacheName(files: readonly ShellFile[]): Promise<string> {
  const text = files.map(({ url, revision }) => `${url} ${revision ?? ''}`).join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return PREFIX + hex.join('').slice(0, 16);
}

/**
 * Fills this version's cache. What a version before has is not fetched again.
 * @throws when a file cannot be had, or the server's page belongs to another version: the browser
 * then tries again later
 */
export async function cacheShell(files: readonly ShellFile[]): Promise<void> {
  const cache = await caches.open(await makeCacheName(files));
  const waiting = [...files];
  const bring = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const url = `/${file.url}`;
      const here = file.revision === null ? await caches.match(url) : undefined;
      const answer = here ?? (await fetch(url, { cache: file.revision ? 'reload' : 'default' }));
      if (!answer.ok) throw new TypeError(`${url} was answered ${answer.status}`);
      await cache.put(url, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bring));

  // Asked for as a stranger: the page holds nobody's data, and is the same for all.
  const page = await fetch(DOCUMENT, {
    cache: 'reload',
    credentials: 'omit',
    headers: { accept: 'text/html' },
  });
  const html = await page.clone().text();
  const names = new Set(files.map(({ url }) => `/${url}`));
  const needed = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  if (!page.ok || page.redirected || needed.some((url) => !names.has(url))) {
    throw new TypeError('The page of the server is not the page of this version');
  }
  await cache.put(DOCUMENT, page);
}

/** Removes all versions but this one and the one before it. */
export async function dropOldShells(files: readonly ShellFile[]): Promise<void> {
  const own = await makeCacheName(files);
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const others = versions.filter((name) => name !== own);
  // In the order in which they were made.
  const old = others.slice(0, Math.max(0, others.length - (VERSIONS_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of any version that is kept; undefined when none has it, or the cache is out of order. */
export async function findInShell(request: Request): Promise<Response | undefined> {
  try {
    return await caches.match(request, { ignoreVary: true, ignoreSearch: true });
  } catch {
    return undefined;
  }
}

/** The application's document as this version has it. */
export async function shellDocument(files: readonly ShellFile[]): Promise<Response | undefined> {
  try {
    const cache = await caches.open(await makeCacheName(files));
    return await cache.match(DOCUMENT);
  } catch {
    return undefined;
  }
}
