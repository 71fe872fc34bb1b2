/** Pages of the sandbox: escaped by construction, without anything loaded from elsewhere. */
import type { Answer } from './router.ts';

/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | null | undefined | false | HtmlPart[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function partText(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(partText).join('');
  if (part === null || part === undefined || part === false) return '';
  return escapeHtml(String(part));
}

/** Markup with its parts escaped: html`<p>${name}</p>`. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += partText(part) + (strings[index + 1] ?? '');
  return new Html(text);
}

export interface Page {
  /** The title of the tab. */
  title: string;
  body: Html;
  status?: number;
  /** Addresses that a form of this page may lead to, after a redirect. */
  formTargets?: (string | null | undefined)[];
}

/** The origin of an address that a form may lead to, when it is one of the web. */
function originOf(address: string | null | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null;
  } catch {
    return null;
  }
}

/** A whole page, with the sandbox's own style and its strict policy. */
export function page({ title, body, status = 200, formTargets = [] }: Page): Answer {
  const origins = formTargets.map(originOf).filter((origin) => origin !== null);
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
${body}
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
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        ['form-action', "'self'", ...new Set(origins)].join(' '),
      ].join('; '),
    },
    body: document.text,
  };
}

/** Sends the browser on with a GET. Only to addresses that the merchant gave, or to our own pages. */
export function seeOther(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/** The fields of a posted form. */
export function formFields(body: Buffer): URLSearchParams {
  return new URLSearchParams(body.toString('utf8'));
}
