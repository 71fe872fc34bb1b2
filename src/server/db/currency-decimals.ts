import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { CURRENCIES, currencyDecimals } from '../../shared/money/currencies.ts';

const codes = (decimals: number): SQL =>
  sql.raw(
    CURRENCIES.filter((code) => currencyDecimals(code) === decimals)
      .map((code) => `'${code}'`)
      .join(', '),
  );

/** `currencyDecimals` of shared/money/currencies.ts, where the database rounds. */
export const decimalsIn = (currency: SQL): SQL =>
  sql`(case when ${currency} in (${codes(0)}) then 0 when ${currency} in (${codes(3)}) then 3 else 2 end)`;
