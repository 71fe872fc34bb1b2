/** Amounts in the smallest unit of a currency, with the rules and minimums that Stripe documents. */
import { invalid } from './error.ts';

const currencies = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn ' +
    'bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel ghs gip gmd ' +
    'gnf gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak ' +
    'lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mro mur mvr mwk mxn myr mzn nad ngn nio nok npr ' +
    'nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sll sos srd ' +
    'std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw'
  ).split(' '),
);

const withoutDecimals = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
/** Written with two decimals that must be 00. */
const wholeUnitsOnly = new Set(['isk', 'ugx']);

const byCurrency = (groups: Record<number, string>): Map<string, number> =>
  new Map(
    Object.entries(groups).flatMap(([amount, names]) =>
      names.split(' ').map((name) => [name, Number(amount)] as const),
    ),
  );

/** Documented for accounts that are paid out in the currency itself. */
const minimums = byCurrency({
  30: 'gbp',
  50: 'aud brl cad chf eur inr jpy nzd sgd usd',
  100: 'bgn',
  200: 'aed myr pln ron',
  250: 'dkk',
  300: 'nok sek',
  400: 'hkd',
  1_000: 'mxn thb',
  1_500: 'czk',
  17_500: 'huf',
});

/** Of the others what converts to half a dollar, roughly: the sandbox's accounts are paid out in dollars. */
const halfDollars = byCurrency({
  160: 'kwd',
  190: 'bhd',
  200: 'omr',
  360: 'jod',
  500: 'clp',
  700: 'krw',
  1_600: 'tnd',
  7_000: 'isk',
  12_000: 'vnd',
  180_000: 'ugx',
  200_000: 'cop',
  830_000: 'idr',
});

const usualMaximum = 99_999_999;
const maximums: Record<string, number> = {
  cop: 999_999_999_990,
  huf: 999_999_999_900,
  idr: 999_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  lbp: 99_999_999_999_900,
};

/** The currency in lower case, or an error. */
export function checkedCurrency(currency: string, param: string): string {
  const lower = currency.toLowerCase();
  if (!currencies.has(lower)) {
    throw invalid(
      `Invalid currency: ${lower}. Stripe currently supports these currencies: ${[...currencies].join(', ')}`,
      { param },
    );
  }
  return lower;
}

/** Decimals of the currency's smallest unit. */
export function currencyDecimals(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** An amount for people, such as `$1,234.50` or `¥500`. */
export function formatAmount(amount: number, currency: string): string {
  const digits = currencyDecimals(currency);
  const shown = wholeUnitsOnly.has(currency) ? 0 : digits;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(amount / 10 ** digits);
}

export const formatDate = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Rules of every amount: not below zero, not too large, and whole where the currency wants it. */
export function checkAmount(amount: number, currency: string, param: string): void {
  const refuse = (message: string, code?: string) => invalid(message, { code, param });
  if (amount < 0) throw refuse('Invalid non-negative integer', 'parameter_invalid_integer');
  const name = currency.toUpperCase();
  const most = maximums[currency] ?? usualMaximum;
  if (amount > most) {
    const shown = formatAmount(most, currency);
    throw refuse(`Amount must be no more than ${shown}`, 'amount_too_large');
  }
  if (withThreeDecimals.has(currency) && amount % 10 !== 0) {
    throw refuse(
      `Invalid amount: amounts in ${name} must be given in thousandths with the last digit 0.`,
    );
  }
  if (wholeUnitsOnly.has(currency) && amount % 100 !== 0) {
    throw refuse(`Invalid amount: ${name} has no decimals; the last two must be 00.`);
  }
}

/** Refuses less than the smallest charge in this currency. */
export function checkChargeable(amount: number, currency: string, what: string): void {
  const documented = minimums.get(currency);
  const smallest = documented ?? halfDollars.get(currency) ?? 50;
  if (amount >= smallest) return;
  const least = documented
    ? `be at least ${formatAmount(smallest, currency)} ${currency}`
    : 'convert to at least 50 cents';
  throw invalid(`${what} must ${least}`, { code: 'amount_too_small' });
}
