/** The kinds of field that contracts are made of. Each refusal names its field in words. */
import * as z from 'zod';
import { countryCode } from '../countries/countries.ts';
import { BUSINESS_YEARS, isBusinessDate } from '../dates/business-dates.ts';
import { parseCalendarDate } from '../dates/calendar-date.ts';
import { isCurrency } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import {
  formatDecimal,
  MAX_DECIMAL_LENGTH,
  MAX_QUANTITY,
  MAX_RATE,
  parseDecimal,
  QUANTITY_PLACES,
  RATE_PLACES,
  scaleDecimal,
  writeUsual,
} from '../money/decimal.ts';

/**
 * Every string that a call takes begins as one of these: a longer one is refused before anything
 * else looks at it, so that a length alone costs nothing (decision record 24).
 * @param max in characters, of the string as it arrives
 */
export const boundedText = (max: number, messages: { error?: string; tooLong?: string } = {}) =>
  z
    .string(messages.error === undefined ? {} : { error: messages.error })
    .max(max, { abort: true, ...(messages.tooLong ? { error: messages.tooLong } : {}) });

/**
 * A whole number, as a JSON number or as the digits of an address; `message` is for everything else,
 * such as the '0x5', '1e2' and ' 5 ' that JavaScript would read as numbers.
 */
export const wholeNumber = (
  message: string,
  [min, max]: readonly [number, number],
): z.ZodType<number, number | string> =>
  z.preprocess<unknown, z.ZodInt, number | string>(
    (given) => (typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given),
    z.int({ error: message }).min(min, { error: message }).max(max, { error: message }),
  );

/** A record's number. */
export const recordNumber = (message: string) => wholeNumber(message, [1, Number.MAX_SAFE_INTEGER]);

/** A record's number in a path. */
export const recordId = recordNumber('id must be the number of a record');

const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu;

/**
 * No script sets more marks than a few on one letter; composing puts them in order, which takes time
 * by the square of their number. 30 is the limit of Stream-Safe Text Format (UAX #15, section 13).
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** What PostgreSQL cannot store (NUL) or no document should carry is dropped; line ends are \n. */
const tidy = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNWANTED, '')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .trim();

type Lines = 'one line' | 'lines';
const tidyAs = (lines: Lines) => (text: string) => {
  const tidied = tidy(text);
  if (lines === 'lines' || !tidied.includes('\n')) return tidied;
  return tidied
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
};

/** Signs that nobody sees: zero width, soft hyphen, directions. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const hasVisible = (text: string): boolean => text.replace(UNSEEN, '').trim() !== '';

/** What tidying may take away: decomposed letters have up to four characters, and blanks go. */
const UNTIDY = 4;

const tooLong = (label: string, max: number) =>
  `${label} must be at most ${max.toLocaleString('en-US')} characters`;

/**
 * Text that must be given. `label` begins the messages: 'Invoice number is required'. Line breaks
 * become spaces unless `lines` are asked for.
 */
export const requiredText = (label: string, max: number, lines: Lines = 'one line') =>
  boundedText(max * UNTIDY, { error: `${label} is required`, tooLong: tooLong(label, max) })
    .transform(tidyAs(lines))
    .pipe(
      z
        .string()
        .refine(hasVisible, { error: `${label} is required` })
        .max(max, { error: tooLong(label, max) }),
    );

const MAX_NUMBER = 60;

/**
 * The number of an invoice or estimate, at most 60 characters, or the pattern of such numbers. Signs
 * that nobody sees (zero width, soft hyphen, directions) are dropped: with them two documents would seem
 * to have one number. Whether it may be empty the verb knows: where a series gives the numbers of its kind.
 */
export const documentNumber = (label: string, max = MAX_NUMBER) =>
  boundedText(max * UNTIDY, { error: `${label} is required`, tooLong: tooLong(label, max) })
    .transform((text) => tidyAs('one line')(text.replace(UNSEEN, '')))
    .pipe(z.string().max(max, { error: tooLong(label, max) }));

/** Text that may be missing, empty or null: all three are stored as null. Absent stays absent. */
export const optionalText = (label: string, max: number, lines: Lines = 'one line') =>
  boundedText(max * UNTIDY, { error: `${label} must be text`, tooLong: tooLong(label, max) })
    .transform(tidyAs(lines))
    .pipe(
      z
        .string()
        .max(max, { error: tooLong(label, max) })
        .transform((text) => (hasVisible(text) ? text : null)),
    )
    .nullable()
    .optional();

interface Bounds {
  places: number;
  /** Smallest value, and the message for less. */
  min: Decimal;
  minMessage: string;
  max: Decimal;
  /** Message when nothing was sent; without it, '{label} is required'. */
  required?: string;
  /** Message for what is no number at all, where how many decimals it may have depends. */
  noNumber?: string;
}

const PLACES: Record<number, string> = {
  2: 'two decimals',
  3: 'three decimals',
  4: 'four decimals',
  6: 'six decimals',
  10: 'ten decimals',
};

const notDecimal = (label: string, places: number) =>
  `${label} must be a number with at most ${PLACES[places] ?? `${places} decimals`}`;

/** A number whose decimals alone can be what is wrong with it. */
const PLAIN_NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)\s*$/;

/**
 * A decimal, sent as a string or a JSON number; always a string inside, with two places and more only
 * where they count.
 */
const decimalField = (label: string, bounds: Bounds) =>
  z
    .union([boundedText(MAX_DECIMAL_LENGTH), z.number()], {
      // 1e400 is a number in JSON, and none here.
      error: ({ input }) =>
        input == null
          ? (bounds.required ?? `${label} is required`)
          : (bounds.noNumber ?? notDecimal(label, bounds.places)),
    })
    .transform((value, context) => {
      const { places, min, max, minMessage, required = `${label} is required`, noNumber } = bounds;
      const text = typeof value === 'number' ? numberText(value, places) : value;
      if (text === undefined) return fail(context, inexact(label));
      if (text.trim() === '') return fail(context, required);
      const parsed = parseDecimal(text, places);
      if (parsed === undefined) {
        const isPlain = PLAIN_NUMBER.test(text);
        return fail(context, (!isPlain && noNumber) || notDecimal(label, places));
      }
      if (parsed < scaleDecimal(min, places)) return fail(context, minMessage);
      if (parsed > scaleDecimal(max, places)) {
        return fail(context, `${label} must be at most ${formatDecimal(max)}`);
      }
      return writeUsual(parsed, places);
    });

/** Digits that every JSON number keeps on its way through a binary float. */
const EXACT_DIGITS = 15;

/**
 * JSON numbers arrive as binary floats. Of at most 15 digits they are what the sender wrote, and are
 * read as text is. The last bits of 0.1 + 0.2 are not the sender's: where they are far below the last
 * place, they are dropped. Any other keeps its digits, and is refused.
 * @returns undefined for what has no more decimals than it may, and still not the digits that were sent
 */
function numberText(value: number, places: number): string | undefined {
  const text = String(value);
  const rounded = value.toFixed(places);
  // 1e-7, where there are ten places.
  if (text.includes('e')) return Number(rounded) === value ? rounded : text;
  if (countDigits(value) <= EXACT_DIGITS) return text;
  const noise = Math.abs(value) * Number.EPSILON * 4;
  if (noise * 100 <= 10 ** -places && Math.abs(value - Number(rounded)) <= noise) return rounded;
  return parseDecimal(text, places) === undefined ? text : undefined;
}

/** Without zeros before and behind: 1200 has two, as 1.2e+3. */
function countDigits(value: number): number {
  const [digits = ''] = value.toExponential().split('e');
  return digits.replace(/\D/g, '').length;
}

const inexact = (label: string) =>
  `${label} has more digits than a JSON number keeps: send it as text, such as "1234.50"`;

function fail(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Decimals of the currency that has most: which one it is, and what it holds, the verb knows. */
const MOST_MONEY_PLACES = 3;
const MOST_MONEY: Decimal = '999999999999.999';

/** An amount of money, not negative. The verb that knows its currency checks it: `checkAmount`. */
export const moneyField = (label: string, messages: { min?: string; required?: string } = {}) =>
  decimalField(label, {
    places: MOST_MONEY_PLACES,
    noNumber: `${label} must be a number`,
    min: '0',
    minMessage: messages.min ?? `${label} must not be negative`,
    max: MOST_MONEY,
    ...(messages.required ? { required: messages.required } : {}),
  });

/** An amount in an address: digits and a point, and nothing around them. */
export const moneyFilter = (name: string) => {
  const error = `${name} must be a number`;
  return boundedText(MAX_DECIMAL_LENGTH, { error, tooLong: error })
    .regex(/^-?\d+(?:\.\d+)?$/, { error, abort: true })
    .transform((digits): string | number => digits)
    .pipe(moneyField(name));
};

/** A price of one unit, with up to six decimals. */
export const unitPriceField = (label: string, messages: { min?: string; required?: string } = {}) =>
  decimalField(label, {
    places: QUANTITY_PLACES,
    min: '0',
    minMessage: messages.min ?? `${label} must not be negative`,
    max: MOST_MONEY,
    ...(messages.required ? { required: messages.required } : {}),
  });

/** A quantity above zero, with up to six decimals. */
export const quantityField = (label: string, minMessage: string) =>
  decimalField(label, {
    places: QUANTITY_PLACES,
    min: '0.000001',
    minMessage,
    max: MAX_QUANTITY,
  });

/** A quantity of a line that may also be left out: 0. */
export const chosenQuantityField = decimalField('Quantity', {
  places: QUANTITY_PLACES,
  min: '0',
  minMessage: 'Quantity must not be negative',
  max: MAX_QUANTITY,
});

/** A rate in percent from 0 to 999.9999. */
export const rateField = (label: string, max: Decimal = MAX_RATE) =>
  decimalField(label, {
    places: RATE_PLACES,
    min: '0',
    minMessage: `${label} must not be negative`,
    max,
  });

/** Units of one currency for one of another, with up to ten decimals. */
export const exchangeRateField = (label: string) =>
  decimalField(label, {
    places: 10,
    min: '0.0000000001',
    minMessage: `${label} must be above zero`,
    max: '9999999999',
  });

/** ISO 4217, in any case. */
export const currencyField = (label: string) => {
  const error = `${label} must be a currency code, such as USD or EUR`;
  return boundedText(10, { error, tooLong: error })
    .transform((code) => (/^\s*[A-Za-z]{3}\s*$/.test(code) ? code.trim().toUpperCase() : ''))
    .pipe(z.string().refine(isCurrency, { error }));
};

/** A country, by its name or code; kept by its ISO 3166-1 code. */
export const countryField = (label: string) => {
  const error = `${label} must be a country, such as Germany or DE`;
  return boundedText(100, { error, tooLong: error }).transform(
    (country, context) => countryCode(country) ?? fail(context, error),
  );
};

const notDate = (label: string) => `${label} must be a date such as 2026-01-31`;

/** The calendar date of a record; a time stamp is read as its date part (decision 20). */
export const dateField = (label: string) =>
  boundedText(100, { error: `${label} is required`, tooLong: notDate(label) }).transform(
    (value, context) => {
      if (value.trim() === '') return fail(context, `${label} is required`);
      const date = parseCalendarDate(value.trim());
      if (date === undefined) return fail(context, notDate(label));
      return isBusinessDate(date)
        ? date
        : fail(context, `${label} must be in the years ${BUSINESS_YEARS}`);
    },
  );

/** The version that a save is based on; without it the save is not checked against others. */
export const baseVersion = z
  .int({ error: 'Version must be a whole number' })
  .positive({ error: 'Version must be a whole number' })
  .optional();

/** Null, empty and absent are different: absent keeps what is stored, the others take it away. */
export const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), z.null(), schema], {
      // What is neither empty nor null is refused in the words of what it should have been.
      error: (issue) =>
        issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined,
    })
    .optional();

/** A calendar date that may be missing, empty or null: all three are stored as null. */
export const optionalDate = (label: string) => orNone(dateField(label));

/** Money, with the decimals of its currency; quantities, prices and rates with two and more where they count. */
export const decimalText = z
  .string()
  .meta({ description: 'Decimal, exact', examples: ['1234.50'] });
/** An amount where no currency stands beside it. */
export const moneySchema = z.object({ amount: decimalText, currency: z.string() });
/** How many, and their sums by currency: there is none over several. */
export const countAndSums = z.object({ count: z.number(), sums: z.array(moneySchema) });
export const dateText = z.string().meta({ format: 'date', examples: ['2026-01-31'] });
export const instantText = z.string().meta({ format: 'date-time' });
export const nullableText = z.string().nullable();
