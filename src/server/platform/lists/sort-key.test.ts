import { describe, expect, test } from 'vitest';
import { sortKey } from './sort-key.ts';

/** As the database sorts a column under the collation "C". */
const sorted = (names: readonly string[], locale: string) =>
  names
    .map((name) => ({ name, key: Buffer.from(sortKey(name, locale)) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key))
    .map(({ name }) => name);

describe('names in the order of the business’s alphabet', () => {
  test.each([
    ['en-US', ['Adam', 'Élise', 'Eve', 'Öz', 'Paul', 'Straße', 'Strato', 'Yuki', 'Zoe']],
    ['de-DE', ['Äpfel AG', 'Apple', 'Oder', 'Öder', 'Ofen', 'Zug']],
    ['sv-SE', ['Adam', 'Wik', 'Zoe', 'Zz', 'Åberg', 'Ärlig', 'Öberg']],
    ['da-DK', ['Adam', 'Zoe', 'Ærlig', 'Øberg', 'Ålborg', 'Aarhus']],
    ['es-ES', ['Nuez', 'Nz', 'Ñandú', 'Oso']],
    ['cs-CZ', ['Cyril', 'Čapek', 'Hora', 'Hynek', 'Chalupa', 'Ivan', 'Řehoř', 'Sova']],
    ['pl-PL', ['Lato', 'Lz', 'Łódź', 'Mak']],
    ['hu-HU', ['Cukor', 'Czibor', 'Csaba', 'Dan']],
    ['et-EE', ['Sild', 'Zoo', 'Tamm', 'Vaik']],
    ['el-GR', ['Αθήνα', 'Έλλη', 'Ωμέγα', 'Adam', 'Zoe']],
    ['ru-RU', ['Анна', 'Ёлка', 'Жук', 'Adam']],
  ])('%s', (locale, names) => {
    expect(sorted(names.toReversed(), locale)).toEqual(names);
  });

  test('is that of Intl, but for what differs in an accent alone', () => {
    const names = [
      'Zoë',
      'zebra',
      'Ångström',
      'aal',
      'Ost',
      'Öst',
      'ñu',
      'Łuk',
      'luz',
      'van Dyk',
      'Van Ek',
    ];
    for (const locale of [
      'en-US',
      'de-DE',
      'sv-SE',
      'nb-NO',
      'pl-PL',
      'tr-TR',
      'is-IS',
      'hr-HR',
      'lt-LT',
    ]) {
      const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
      const order = sorted(names, locale);
      for (const [place, name] of order.slice(1).entries()) {
        expect(
          compare(order[place] ?? '', name),
          `${locale}: ${order[place]}, ${name}`,
        ).toBeLessThanOrEqual(0);
      }
    }
  });

  test('plain names are their own keys', () => {
    expect(sortKey('  Harbor &\tPine 24 ', 'de-DE')).toBe('harbor & pine 24');
  });
});
