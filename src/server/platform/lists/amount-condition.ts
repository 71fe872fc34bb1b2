import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { CURRENCIES } from '../../../shared/money/currencies.ts';
import { parseTyped, writeUsual } from '../../../shared/money/decimal.ts';

/** Every currency by name, so that an amount in any of them is found by an index of amounts. */
const ANY_CURRENCY = `{${CURRENCIES.join(',')}}`;
/** Of the currency that has most. */
const MONEY_PLACES = 3;
const ONE = 10n ** BigInt(MONEY_PLACES);

/**
 * Where a search is an amount, the column is that. A whole number finds all amounts that begin with
 * it, as 813 finds 813.20: the cents are what one remembers least. Undefined for any other search.
 */
export function amountCondition(
  { amount, currency }: { amount: SQL; currency: SQL },
  search = '',
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
