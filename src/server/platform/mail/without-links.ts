/** A dot, in the forms that browsers take for one (UTS 46, section 4). */
const DOT = '[.\\u3002\\uff0e\\uff61]';

/** Before what may be a top level domain: 'example.com', 'a@b.example'. */
const HOST_DOT = new RegExp(`(?<=[^\\s.])${DOT}(?=\\p{Cf}?(?:[\\p{L}\\p{M}]{2}|xn--))`, 'giu');
/** After 'www', whatever follows. */
const WWW_DOT = new RegExp(`(?<=\\bwww)${DOT}`, 'giu');
/** The host of an e-mail address, whatever it ends in. */
const MAIL_HOST = /@[^\s@]+/gu;
const INNER_DOT = new RegExp(`(?<!\\[)${DOT}(?=[^\\s\\]])`, 'gu');
/** An address in figures. */
const ADDRESS = /(?<!\d)\d+(?:\.\d+){3,}/g;
/** 'https:', 'mailto:', 'tel:' and any other, right before what it leads to. */
const SCHEME = /(?<=[\p{L}+.-]):(?=\S)|:(?=[/\\])/gu;

/** What stands between the dots of an address before its '@' (RFC 5322 3.2.3, without '/'), and of a host. */
const ATOM = "[\\p{L}\\p{M}\\p{N}_%+&'-]{1,64}";
const LABEL = '[\\p{L}\\p{M}\\p{N}-]{1,63}';
/**
 * An e-mail address that stands alone: between spaces, brackets or quotes, with nothing behind it that
 * could be the path of a page. Every repetition is bounded.
 */
const PLAIN_ADDRESS = new RegExp(
  `(?<![^\\s(<\\["'])(?!www\\.|\\d+\\.\\d)(${ATOM}(?:\\.${ATOM}){0,7}` +
    `@(?!www\\.)(?:${LABEL}\\.){1,8}(?:\\p{L}[\\p{L}\\p{M}]{1,62}|xn--[a-z0-9-]{1,59}))` +
    `(?=[)>\\]"',;.:!?]{0,3}(?:\\s|$))`,
  'giu',
);

/**
 * A text in which no mail program or PDF reader finds the address of a page to make a link of, while
 * people still read what was meant: 'https://example.com/a' becomes 'example[.]com/a'. An e-mail address
 * that stands alone leads to no page, and stays whole.
 */
export function withoutLinks(text: string): string {
  // Split by an expression with one group: each odd part is an address.
  return text
    .split(PLAIN_ADDRESS)
    .map((part, index) => (index % 2 ? part : withoutLinksOrAddresses(part)))
    .join('');
}

/** As above, with e-mail addresses neutralized too: for a sender's name, which readers take for the sender. */
export function withoutLinksOrAddresses(text: string): string {
  return text
    .replace(/\bhttps?:\/\//gi, '')
    .replace(SCHEME, ': ')
    .replace(/\/(?=\/)/g, '/ ')
    .replace(ADDRESS, (address) => address.replaceAll('.', '[.]'))
    .replace(MAIL_HOST, (host) => host.replace(INNER_DOT, '[.]'))
    .replace(WWW_DOT, '[.]')
    .replace(HOST_DOT, '[.]');
}

/** Every text within a value, but for those under the given names. */
export function withoutLinksIn<T>(value: T, keep: ReadonlySet<string> = new Set()): T {
  return inside(value, keep) as T;
}

function inside(value: unknown, keep: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return withoutLinks(value);
  if (Array.isArray(value)) return value.map((one) => inside(one, keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, keep.has(name) ? one : inside(one, keep)]),
  );
}
