import { describe, expect, test } from 'vitest';
import { fold, foldCase, foldWords } from './fold.ts';

describe('text as a search compares it', () => {
  test.each([
    ['Röder', 'roder'],
    ['Ébénisterie', 'ebenisterie'],
    ['Łódź', 'lodz'],
    ['Øresund', 'oresund'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Håkansson', 'hakansson'],
    ['Ha\u030akansson', 'hakansson'],
    ['Œuvre Ægir', 'oeuvre aegir'],
    ['İstanbul Işık', 'istanbul isik'],
    ['Đorđe, Þór', 'dorde, thor'],
    ['Nguyễn', 'nguyen'],
    ['O’Neill', "o'neill"],
    ['Οδός', 'οδοσ'],
    ['  A\tB\u00a0 ', 'a b'],
    // Marks that are letters stay.
    ['ガ', 'ガ'],
    ['कि', 'कि'],
    ['한글', '한글'],
    ['שָׁלוֹם', 'שלום'],
  ])('%s is looked for as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(folded)).toBe(folded);
  });

  test('an accent makes another number, and no other search', () => {
    expect(foldCase('Ré-1')).toBe('ré-1');
    expect(foldCase('INV-１')).toBe('inv-1');
  });

  test('words that come again stand there once', () => {
    expect(foldWords(['Design work', null, 'design review', ''])).toBe('design work review');
  });
});
