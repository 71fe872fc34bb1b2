import { fold } from '../../../shared/search/fold.ts';

export interface Piece {
  text: string;
  hit: boolean;
}

/**
 * A text in pieces, those that were searched for marked: the whole search where it stands in the
 * text, otherwise its words. Accents are as the search takes them: 'roder' marks 'Röder'.
 */
export function splitMatches(text: string, search: string): Piece[] {
  const words = fold(search).split(' ').filter(Boolean).map(escaped);
  if (words.length === 0) return [{ text, hit: false }];
  const { folded, places } = foldInPlace(text);
  const whole = new RegExp(words.join(' +'), 'gu');
  const pattern = whole.test(folded) ? whole : new RegExp(words.join('|'), 'gu');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of folded.matchAll(new RegExp(pattern))) {
    const from = Math.max(places[match.index]?.from ?? end, end);
    const to = places[match.index + match[0].length - 1]?.to ?? from;
    if (to <= from) continue;
    pieces.push(
      { text: text.slice(end, from), hit: false },
      { text: text.slice(from, to), hit: true },
    );
    end = to;
  }
  pieces.push({ text: text.slice(end), hit: false });
  return pieces.filter(({ text: part }) => part !== '');
}

/** The folded text, and of each of its units from where to where the letter stands that it comes from. */
function foldInPlace(text: string) {
  let folded = '';
  const places: { from: number; to: number }[] = [];
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}/gu)) {
    const written = /^\s/u.test(letter) ? ' ' : fold(letter);
    folded += written;
    const place = { from: index, to: index + letter.length };
    for (let unit = 0; unit < written.length; unit += 1) places.push(place);
  }
  return { folded, places };
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Whether each word of a search begins a word of the text. */
export function startsWord(text: string, search: string): boolean {
  const words = fold(text).split(/[\s&]+/u);
  return fold(search)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)));
}
