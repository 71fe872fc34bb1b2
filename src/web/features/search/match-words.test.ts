import { describe, expect, it } from 'vitest';
import { splitMatches, startsWord } from './match-words.ts';

const marked = (text: string, search: string) =>
  splitMatches(text, search)
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('');

describe('what was searched for in what was found', () => {
  it.each([
    ['Harbor & Pine Coffee', 'har', '[Har]bor & Pine Coffee'],
    ['Harbor & Pine Coffee', 'R & P', 'Harbo[r & P]ine Coffee'],
    ['Harbor & Pine Coffee', '  pine   coffee ', 'Harbor & [Pine Coffee]'],
    ['Harbor & Pine Coffee', 'coffee harbor', '[Harbor] & Pine [Coffee]'],
    ['Ömer Öz', 'ö', '[Ö]mer [Ö]z'],
    ['Röder & Söhne', 'soh', 'Röder & [Söh]ne'],
    ['Ébénisterie Łódź', 'lodz eben', '[Ébén]isterie [Łódź]'],
    ['Straße', 'stras', '[Straß]e'],
    ['Ha\u030akan', 'hak', '[Ha\u030ak]an'],
    ['Hakan', 'håk', '[Hak]an'],
    ['50% off (today)', '% off (', '50[% off (]today)'],
    ['a-b', '-', 'a[-]b'],
    ['Nothing of it', 'zzz', 'Nothing of it'],
    ['As it is', '', 'As it is'],
    // A surrogate pair is not cut in two.
    ['🍵 tea', '🍵', '[🍵] tea'],
  ])('marks %s searched for %s', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
    expect(
      splitMatches(text, search)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('finds an action by the beginnings of its words', () => {
    expect(startsWord('New invoice', 'inv')).toBe(true);
    expect(startsWord('New invoice', 'ne in')).toBe(true);
    expect(startsWord('Items & Services', 'services')).toBe(true);
    expect(startsWord('New invoice', 'voice')).toBe(false);
    expect(startsWord('New invoice', 'new customer')).toBe(false);
  });
});
