/**
 * Text in which what reads the same is the same: composed, without case and control characters, spaces
 * collapsed. Numbers of documents are compared in it, where an accent makes another number.
 */
export function foldCase(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Letters that people type without their strokes and ligatures, and that Unicode does not take apart.
 * Signs of which keyboards have one form and texts another.
 */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
};

const TO_REPLACE = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/**
 * Accents, and the points of Hebrew and Arabic that are seldom written. Other marks are letters of
 * their own: without them が would be か, and कि would be क.
 */
export const ACCENTS = '[\\u0300-\\u036F\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u064B-\\u0652]';
const ANY_ACCENT = new RegExp(ACCENTS, 'g');

/**
 * Text as a search compares it: as `foldCase`, and without accents, so that 'roder' finds 'Röder' and
 * 'strasse' finds 'Straße'. Alike on client and server, and stored: with another rule here the stored
 * texts have to be written anew (`rewriteSearchTexts`).
 */
export function fold(...parts: (string | null | undefined)[]): string {
  const folded = foldCase(...parts);
  if (isPlain(folded)) return folded;
  return folded
    .normalize('NFD')
    .replace(ANY_ACCENT, '')
    .normalize('NFC')
    .replace(TO_REPLACE, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Every different word of some texts once, as a search compares it: it looks for words one by one. */
export function foldWords(texts: readonly (string | null | undefined)[]): string {
  const words = new Set(texts.flatMap((text) => fold(text).split(' ')));
  words.delete('');
  return [...words].join(' ');
}

const isPlain = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);
