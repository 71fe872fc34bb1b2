/** Pages of the sandbox: escaped by construction, without anything loaded from elsewhere. */
import type { Answer, Incoming, Route } from '../http/route.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | null | undefined | false | HtmlPart[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

function toMarkup(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toMarkup).join('');
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part));
}

/** Markup with its parts escaped: html`<p>${name}</p>`. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...parts: HtmlPart[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(toMarkup)));

interface Page {
  title: string;
  body: Html;
  /** The width: `one` narrow column, a `mid` one, or `two` beside each other. */
  layout?: 'one' | 'mid' | 'two';
  status?: number;
  /** Addresses that a form of this page may lead to, after a redirect. */
  formTargets?: (string | null | undefined)[];
}

/** The origin of an address that a form may lead to, when it is one of the web. */
function findOrigin(address: string | null | undefined): string {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.origin : '';
}

/** The one template of all pages, with a strict policy. */
export function page({ title, body, layout = 'one', status = 200, formTargets }: Page): Answer {
  const origins = new Set(formTargets?.map(findOrigin));
  const policy = [
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:",
    "base-uri 'none'; frame-ancestors 'none'",
    `form-action 'self' ${[...origins].join(' ')}`.trimEnd(),
  ];
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox.css">
<script src="/sandbox.js" defer></script>
</head>
<body>
<header class="bar"><b>Test mode.</b> Sandbox: no real money moves.</header>
<main class="wrap ${layout}">${body}</main>
</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy.join('; '),
    },
    body: document.text,
  };
}

/** A page that only says something. */
export function plainPage(title: string, said: HtmlPart, status = 200): Answer {
  const body = html`<div class="card"><h1>${title}</h1>${said}</div>`;
  return page({ title, status, body });
}

/** Sends the browser on with a GET. Only to addresses that the merchant gave, or to our own pages. */
export function redirect(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/** The routes of a page and of its form. @param open finds what they are about, or answers why not */
export const pageRoutes = <Found>(
  context: SandboxContext,
  path: string,
  open: (request: Incoming, run: (found: Found) => Answer) => Answer,
  show: (found: Found, request: Incoming) => Answer,
  answer: (found: Found, request: Incoming) => Answer,
): Route[] =>
  (['GET', 'POST'] as const).map((method) => ({
    method,
    path,
    handler(request) {
      context.clock.runDue();
      const run = method === 'GET' ? show : answer;
      return open(request, (found) => run(found, request));
    },
  }));
