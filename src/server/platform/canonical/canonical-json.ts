import { createHash } from 'node:crypto';

/**
 * JSON in the one form that RFC 8785 gives it: members in the order of their UTF-16 code units, no
 * blanks, numbers and strings as ECMAScript writes them. Strict: what JSON would drop or turn into
 * something else (undefined, a date, NaN, half a surrogate pair) is refused, never sealed.
 * @throws TypeError
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (isPlain(value)) {
    // The order of `sort` is that of UTF-16 code units (RFC 8785, section 3.2.3).
    const members = Object.keys(value)
      .sort()
      .map((name) => `${canonicalString(name)}:${canonicalJson(value[name])}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`${typeof value} has no canonical JSON`);
}

function canonicalString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('half a surrogate pair is no text');
  return JSON.stringify(text);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** In hex, of the bytes of a text in UTF-8 or of bytes. */
export const sha256Hex = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
