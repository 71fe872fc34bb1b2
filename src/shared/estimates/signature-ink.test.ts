import { expect, test } from 'vitest';
import { extendStroke } from './signature-ink.ts';

test('a stroke goes on with the points that are seen in the line, as far as there is room', () => {
  const fine = Array.from({ length: 41 }, (_, x): [number, number] => [x, 0]);
  const drawn = extendStroke([[0, 0]], fine, 100);
  expect(drawn).toEqual(Array.from({ length: 11 }, (_, place) => [place * 4, 0]));
  expect(extendStroke([[0, 0]], fine, 2)).toEqual([
    [0, 0],
    [4, 0],
    [8, 0],
  ]);
  expect(extendStroke([[0, 0]], fine, 0)).toEqual([[0, 0]]);
});
