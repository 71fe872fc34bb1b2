import { expect, test } from 'vitest';
import { describeUndrawn } from './describe-undrawn.ts';

test('says what may come out as an empty box, and where', () => {
  expect(describeUndrawn([])).toBeUndefined();
  expect(describeUndrawn([{ place: 'Notes', characters: ['ა'] }])).toBe(
    'Remit has no typeface for “\u2068ა\u2069” in Notes. It may come out as an empty box.',
  );
  const places = [
    { place: 'the description of line 2', characters: ['ა', 'ბ'] },
    { place: 'Notes', characters: ['ა'] },
  ];
  expect(describeUndrawn(places)?.replace(/[\u2068\u2069]/g, '')).toBe(
    'Remit has no typeface for “ა”, “ბ” in the description of line 2; “ა” in Notes. They may come out as empty boxes.',
  );
});
