import { withoutDirections } from '../text/without-directions.ts';
import { withoutTrailing } from '../text/without-trailing.ts';

/** Long enough for any number and name, short enough for every file system. */
const MAX_STEM_BYTES = 180;

/**
 * A file name that people can find again: 'INV-2026-4821 Harbour & Finch.pdf'. Characters that a
 * file system or a header could mistake for something else are left out, in any script.
 */
export function documentFileName(
  parts: { number: string; businessName: string },
  ending: 'pdf' | 'json' = 'pdf',
): string {
  const stem = [parts.number, parts.businessName].map(safe).filter(Boolean).join(' ');
  return `${cut(stem) || 'document'}.${ending}`;
}

/**
 * The Content-Disposition header (RFC 6266): the full name in UTF-8 as RFC 5987 asks, and an ASCII
 * one for clients that cannot read it.
 */
export function contentDisposition(kind: 'inline' | 'attachment', given: string): string {
  const fileName = withoutDirections(given);
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(\.pdf)$/, '$1')
    .trim();
  const fallback = /^\.?(pdf)?$/.test(ascii) ? 'document.pdf' : ascii;
  const encoded = encodeURIComponent(wellFormed(fileName)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}

function safe(part: string): string {
  return withoutTrailing(
    wellFormed(part)
      .normalize('NFC')
      .replace(/[\\/:|]+/g, '-')
      // The joiners of Persian and the Indic scripts are letters to their readers: they stay.
      .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd*?"<>]+/gu, '')
      .replace(/\s+/g, ' ')
      .replace(/^[\s.~-]+/, ''),
    ' .-',
  );
}

/** Halves of surrogate pairs cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function cut(stem: string): string {
  let [result, bytes] = ['', 0];
  for (const character of stem) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > MAX_STEM_BYTES) break;
    result += character;
  }
  return result.trim();
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
