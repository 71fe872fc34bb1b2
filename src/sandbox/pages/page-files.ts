import type { Answer, Route } from '../http/router.ts';
import { pageScript, pageStyle } from './page-style.ts';

const file = (type: string, body: string): Answer => ({
  status: 200,
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'max-age=300',
    'x-content-type-options': 'nosniff',
  },
  body,
});

/** What the pages load, and a first page for who opens the address. */
export function pageFiles(): Route[] {
  return [
    { method: 'GET', pattern: '/sandbox.css', handler: () => file('text/css', pageStyle) },
    { method: 'GET', pattern: '/sandbox.js', handler: () => file('text/javascript', pageScript) },
    { method: 'GET', pattern: '/favicon.ico', handler: () => ({ status: 204 }) },
  ];
}
