import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { CURRENCIES } from '../../../shared/money/currencies.ts';
import { parseTyped, writeUsual } from '../../../shared/money/decimal.ts';
import { twoReadings } from '../../../shared/money/two-readings.ts';

/** Every currency by name, so that an amount in any of them is found by an index of amounts. */
const ANY_CURRENCY = `{${CURRENCIES.join(',')}}`;
/** Of the currency that has most. */
const MONEY_PLACES = 3;
const ONE = 10n ** BigInt(MONEY_PLACES);

/**
 * Where a search is an amount, the column is that; either of two, where it may be read as two: '1.785'
 * finds 1785 and 1.785. A whole number finds all amounts that begin with it, as 813 finds 813.20: the
 * cents are what one remembers least. Undefined for any other search.
 */
export function amountCondition(
  column: { amount: SQL; currency: SQL },
  search = '',
): SQL | undefined {
  const two = twoReadings(search);
  const found = (two ? [two.grouped, two.fraction] : [search]).flatMap(
    (text) => readingCondition(column, text) ?? [],
  );
  return found.length > 1 ? sql`(${sql.join(found, sql` or `)})` : found[0];
}

function readingCondition(
  { amount, currency }: { amount: SQL; currency: SQL },
  search: string,
): SQL | undefined {
  const typed = parseTyped(search, MONEY_PLACES);
  if (typed === undefined) return undefined;
  const bound = (value: bigint) => sql`${writeUsual(value, MONEY_PLACES)}::numeric`;
  // '1,477.00' has more digits than its whole part: whoever types cents means them.
  const isWhole = search.replace(/\D/g, '').length === String(typed / ONE).length;
  const found = isWhole
    ? sql`${amount} >= ${bound(typed)} and ${amount} < ${bound(typed + ONE)}`
    : sql`${amount} = ${bound(typed)}`;
  return sql`(${currency} = any(${ANY_CURRENCY}::char(3)[]) and ${found})`;
}
