/// <reference lib="webworker" />
import { isAppPath } from '../../shared/pages/app-paths.ts';
import { clearAnswers } from '../lib/last-seen/answer-store.ts';
import type { ShellFile } from './shell-cache.ts';
import { cacheShell, dropOldShells, findInShell, shellDocument } from './shell-cache.ts';

/**
 * Brings the program where the server cannot be reached. It never answers for data: calls, files,
 * the front page's content and the customer's pages go to the server as if there were no worker.
 */
declare const self: ServiceWorkerGlobalScope;
/** The build puts the list in its place (scripts/offline-program.mjs). */
declare const SHELL_FILES: ShellFile[];

const files = SHELL_FILES;
const paths = new Set(files.map(({ url }) => `/${url}`));

/** After this the page that is here is shown rather than waiting for the server, in milliseconds. */
const PATIENCE_MS = 4_000;
/** What a gateway answers when there is nobody behind it. */
const NOBODY_THERE = new Set([502, 503, 504]);
/** Where sessions end: what was seen must not outlive them, whoever asked and from which page. */
const SIGN_OUTS = new Set(['/api/logout', '/api/auth/sign-out']);

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell(files));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells(files).then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (data === 'take over') {
    event.waitUntil(self.skipWaiting());
    return;
  }
  const brings = (data as { brings?: unknown } | null)?.brings;
  event.ports[0]?.postMessage(typeof brings === 'string' && paths.has(brings));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (SIGN_OUTS.has(url.pathname)) {
    event.waitUntil(clearAnswers());
    return;
  }
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (url.pathname === '/' || isAppPath(url.pathname)) event.respondWith(page(request, url));
  } else if (url.pathname.startsWith('/assets/')) {
    // The name of such a file says what is in it: what is here is what the server has.
    event.respondWith(asset(request));
  } else if (paths.has(url.pathname)) {
    event.respondWith(newestOrKept(request));
  }
});

async function asset(request: Request): Promise<Response> {
  return (await findInShell(request)) ?? fetch(request);
}

async function newestOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await findInShell(request);
    if (kept) return kept;
    throw error;
  }
}

/** The server's page; the application's own frame where the server does not answer. */
async function page(request: Request, url: URL): Promise<Response> {
  const asked = fetch(request);
  try {
    // Only the server knows whether '/' is the front page or the dashboard: it is waited for.
    const answer = await (url.pathname === '/' ? asked : inTime(asked));
    if (!NOBODY_THERE.has(answer.status)) return answer;
    return (await shellDocument(files)) ?? answer;
  } catch {
    return (await shellDocument(files)) ?? asked;
  }
}

function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server is slow')), PATIENCE_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
