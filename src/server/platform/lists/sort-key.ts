import { fold, foldCase } from '../../../shared/search/fold.ts';

/**
 * Names in the order of a locale's alphabet, as text that the database compares byte by byte: the same
 * in every database, whatever collations it has, and a column that an index has. `Intl.Collator` knows
 * the alphabets but gives no keys, so each letter's place is asked of it once for each locale.
 */

/** Above all letters: what comes after a letter and is another one. In Swedish å is 'z~…', after 'zz'. */
const AFTER = '~';
/** Below 'a': what comes before it, such as Greek in Greece. */
const BEFORE_A = '`';
const FIRST_PLACE = 0x1_00;

const ASCII = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Small letters of Latin, Greek and Cyrillic. Others are in the order of their signs. */
const LETTERS = ranges([0xdf, 0x5_2f], [0x1e_00, 0x1e_ff]).filter(
  (letter) =>
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) &&
    letter === letter.toLowerCase() &&
    /\p{Ll}/u.test(letter),
);

function ranges(...all: [from: number, to: number][]): string[] {
  return all.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place)),
  );
}

interface Alphabet {
  /** Keys of letters that are not written as themselves. */
  keys: ReadonlyMap<string, string>;
  /** Two letters that are one: 'ch' in Czech. */
  pairs: ReadonlySet<string>;
}

const alphabets = new Map<string, Alphabet>();

function readAlphabet(locale: string): Alphabet {
  const known = alphabets.get(locale);
  if (known) return known;
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  // A letter of another script that comes after all of Latin.
  const last = ['ω', 'я', '一'].find((letter) => compare(letter, 'zz') > 0) ?? 'zz';
  const pairs = ASCII.flatMap((one) => ASCII.map((other) => one + other)).filter(
    (pair) => compare(pair, `${pair.charAt(0)}${last}`) > 0,
  );
  // What the locale takes for a letter with an accent stands where that letter does.
  const own = LETTERS.filter(
    (letter) => fold(letter) === letter || compare(letter, fold(letter)) !== 0,
  );
  const keys = new Map<string, string>();
  let [letter, place, before] = [BEFORE_A, FIRST_PLACE, ''];
  for (const next of [...ASCII, ...own, ...pairs].toSorted(compare)) {
    const isSame = before !== '' && compare(before, next) === 0;
    if (next.length === 1 && next > letter && next <= 'z' && !isSame) {
      letter = next;
    } else {
      place += isSame ? 0 : 1;
      const same = isSame ? (keys.get(before) ?? before) : undefined;
      keys.set(next, same ?? `${letter}${AFTER}${String.fromCharCode(place)}`);
    }
    before = next;
  }
  const alphabet = { keys, pairs: new Set(pairs) };
  alphabets.set(locale, alphabet);
  return alphabet;
}

/**
 * Names that differ in an accent alone stand together, the plain one first.
 * @param locale of a country (`countryLocale`), of which there are not many
 */
export function sortKey(text: string, locale: string): string {
  const { keys, pairs } = readAlphabet(locale);
  const name = foldCase(text).normalize('NFC');
  const letters = [...name];
  const keyOf = (letter: string) => keys.get(letter) ?? letter;
  let key = '';
  for (let at = 0; at < letters.length; at += 1) {
    const one = letters[at] ?? '';
    const pair = one + (letters[at + 1] ?? '');
    if (pairs.has(pair)) {
      key += keyOf(pair);
      at += 1;
    } else if (one === ' ' || keys.has(one)) {
      key += keyOf(one);
    } else {
      key += [...fold(one)].map(keyOf).join('');
    }
  }
  return /[^\x20-\x7E]/.test(name) ? `${key}\t${name}` : key;
}
