import { describe, expect, test } from 'vitest';
import { changedFields } from './conflict-dialog.tsx';
import { countryOptions } from './countries.ts';
import { initials } from './initials.ts';

describe('initials', () => {
  test.each([
    ['Harbor & Pine Coffee', 'HP'],
    ['ada', 'A'],
    ['ada.quill', 'AQ'],
    ['Élodie Ångström', 'ÉÅ'],
    ['山田 太郎', '山太'],
    ['  & Sons', 'S'],
    ['𝒜 pair', '𝒜P'],
    ['  ', '?'],
    ['&', '?'],
  ])('%s: %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  test('a name without a letter is shown as its place asks', () => {
    expect(initials('—', '•')).toBe('•');
  });
});

test('two versions of a record differ in what is named', () => {
  const base = { name: 'Ada', phone: '1', email: null as string | null, version: 1 };
  const newer = { name: 'Ada', phone: '', email: 'a@b.example', version: 2 };
  expect(changedFields(base, newer, { name: 'Name', phone: 'Phone', email: 'Email' })).toEqual([
    { label: 'Phone', value: '' },
    { label: 'Email', value: 'a@b.example' },
  ]);
});

test('a stored country that is no name of ours stays a choice', () => {
  expect(countryOptions(null)[0]).toEqual({ value: 'United States', label: 'United States' });
  expect(countryOptions('Norge')[0]).toEqual({ value: 'Norge', label: 'Norge' });
  const names = countryOptions('Norway').map((option) => option.value);
  expect(new Set(names).size).toBe(names.length);
});
