import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { MAX_DOCUMENT_LINES } from '../../../shared/documents/document-data.ts';
import type { DocumentLogo } from './document-logo.ts';
import { PdfError } from './pdf-error.ts';
import type { RenderJob } from './renderer-messages.ts';

/** Characters of a whole document: 5,000 lines of 400 characters each, with all their amounts. */
const MAX_DATA_LENGTH = 3_000_000;
/** Characters of one text. Longer notes belong into a contract. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_LOGO_BYTES = 2_000_000;
/** A QR code of more than this is too fine to be scanned from paper. */
const MAX_PAY_URL_LENGTH = 300;
/** Documents of more lines, or rows of sums, leave their structure out: it makes them 14 times larger. */
const MAX_TAGGED_LINES = 300;
/** Documents of more are long ones: see `quick` of RenderJob. */
const MAX_QUICK_LINES = 300;

// Control characters without the line feed, bidirectional overrides and isolates: nothing that a
// person types on purpose.
const UNWANTED = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** Texts with a line break, a run that may be wider than its column, or letters that run from right to left. */
const WILD =
  /\n|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{17}|[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/u;

export interface PrepareOptions {
  logo?: DocumentLogo | undefined;
  createdAt?: Date;
  pages?: [first: number, last: number];
}

/** Checks a document and its logo, and packs them for a renderer. @throws PdfError */
export function prepareDocument(
  kind: RenderJob['kind'],
  document: DocumentData,
  { logo, createdAt, pages = [1, 1] }: PrepareOptions,
): Omit<RenderJob, 'id'> {
  const lines = document.items.length;
  if (lines > MAX_DOCUMENT_LINES) {
    throw new PdfError(
      'document_too_large',
      `A document may have ${MAX_DOCUMENT_LINES.toLocaleString('en-US')} lines; this one has ${lines.toLocaleString('en-US')}`,
    );
  }
  for (const color of [document.primary, document.accent]) {
    if (!/^#[0-9a-f]{6}$/i.test(color)) {
      throw new PdfError('document_invalid', 'A color must be written as #rrggbb');
    }
  }
  const length = Math.max(lines, document.totals.length);
  const { pay, ...rest } = document;
  const payUrl = pay && checkedPayUrl(pay.url);
  const image = logo && checkedLogo(logo);
  const data = JSON.stringify(
    {
      ...rest,
      picture: kind === 'svg',
      // The others are set as they are: on a page from left to right, all that run as it does.
      wild: document.items.map(
        ([description = '']) => document.dir === 'rtl' || WILD.test(description),
      ),
      ...(image && { logo: `assets/${image.name}` }),
      ...(pay && { pay: { qr: 'assets/pay.svg', caption: pay.caption, url: payUrl } }),
    },
    (_, value: unknown) => (typeof value === 'string' ? cleaned(value) : value),
  );
  if (data.length > MAX_DATA_LENGTH) {
    throw new PdfError('document_too_large', 'The texts of this document are too long to print');
  }
  return {
    kind,
    data,
    ...(payUrl !== undefined && { payUrl }),
    ...(image && { logo: image }),
    createdAt: Math.floor((createdAt?.getTime() ?? 0) / 1000),
    tagged: length <= MAX_TAGGED_LINES,
    pages,
    paper: document.paper,
    quick: length <= MAX_QUICK_LINES,
  };
}

function cleaned(text: string): string {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new PdfError('document_too_large', 'A text of this document is too long to print');
  }
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNWANTED, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The address that a customer's phone will open: only https, or http on this very machine. */
function checkedPayUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Plain http is for a server in the house; no other scheme opens from a printed code.
  const allowed = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !allowed || url.username || url.password || url.href.length > MAX_PAY_URL_LENGTH) {
    throw new PdfError('document_invalid', 'The pay address must be a short web address');
  }
  return url.href;
}

const MAGIC: Record<DocumentLogo['type'], RegExp> = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  svg: /^(?:\xef\xbb\xbf)?\s*</,
};

function checkedLogo(logo: DocumentLogo): { name: string; bytes: Buffer } {
  const head = logo.bytes.subarray(0, 64).toString('latin1');
  if (logo.bytes.length > MAX_LOGO_BYTES) {
    throw new PdfError('document_too_large', 'The logo is too large to print');
  }
  if (!MAGIC[logo.type].test(head)) {
    throw new PdfError('document_invalid', 'The logo is not a picture of the stated type');
  }
  return { name: `logo.${logo.type}`, bytes: logo.bytes };
}
