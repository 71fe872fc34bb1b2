import { fold } from '../../../shared/search/fold.ts';

export interface Piece {
  text: string;
  hit: boolean;
}

/**
 * A text in pieces, those that were searched for marked: the whole search where it stands in the
 * text, otherwise its words.
 */
export function splitMatches(text: string, search: string): Piece[] {
  const words = search.trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [{ text, hit: false }];
  const whole = new RegExp(`(${words.map(escaped).join('\\s+')})`, 'giu');
  const pattern = whole.test(text) ? whole : new RegExp(`(${words.map(escaped).join('|')})`, 'giu');
  pattern.lastIndex = 0;
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Whether each word of a search begins a word of the text. */
export function startsWord(text: string, search: string): boolean {
  const words = fold(text).split(/[\s&]+/u);
  return fold(search)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)));
}
