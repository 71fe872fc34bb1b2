import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { ACCENTS, PLAIN_LETTERS } from '../../shared/search/fold.ts';

/** Small letters and capitals: `lower` knows no others than A to Z in a database of the locale C. */
const PLAIN = Object.entries(PLAIN_LETTERS).flatMap(([letter, plain]) => [
  [letter, plain] as const,
  ...(letter.toUpperCase() !== letter && letter.toUpperCase().length === 1
    ? [[letter.toUpperCase(), plain] as const]
    : []),
]);

/**
 * `fold` for a generated column, where several hands write what is searched: immutable, and without an
 * extension. Spaces stay as they are.
 * @param expression a text in SQL
 */
export function foldedSql(expression: string): SQL {
  const single = PLAIN.filter(([, plain]) => plain.length === 1);
  const list = (place: 0 | 1) =>
    `'${single.map((pair) => pair[place].replace("'", "''")).join('')}'`;
  const bare = `regexp_replace(normalize(${expression}, NFKD), '${ACCENTS}', '', 'g')`;
  const folded = PLAIN.filter(([, letters]) => letters.length > 1).reduce(
    (text, [letter, letters]) => `replace(${text}, '${letter}', '${letters}')`,
    `translate(${bare}, ${list(0)}, ${list(1)})`,
  );
  return sql.raw(`normalize(lower(${folded}), NFC)`);
}
