import { expect, test } from 'vitest';
import { textCell } from './csv.ts';

test.each([
  ['Harbor & Pine', 'Harbor & Pine'],
  ['Satō, "Hana"', '"Satō, ""Hana"""'],
  ['3 - 2 = 1', '3 - 2 = 1'],
  ['=1+1', "'=1+1"],
  ['  +1', "'  +1"],
  ['\uff1d1', "'\uff1d1"],
  ['\ufe661', "'\ufe661"],
  ['\u200b@SUM(A1)', "'\u200b@SUM(A1)"],
  ['"=1"', `"'""=1"""`],
  // Where semicolons, tabs or bars separate cells, our quotes in the middle of one mean nothing.
  ['a;=1+1', `"a;'=1+1"`],
  ['a; "-1', `"a;' ""-1"`],
  ['a\t@x', `"a\t'@x"`],
  ['\t=x', `"\t'=x"`],
  ['a|+x', `"a|'+x"`],
  ['a\n=x', `"a\n'=x"`],
  ['a;b', '"a;b"'],
  [null, ''],
])('%j stands in a cell as %j', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});
