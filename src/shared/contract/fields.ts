/** The kinds of field that contracts are made of. Each refusal names its field in words. */
import * as z from 'zod';
import { BUSINESS_DATES, isBusinessDate } from '../dates/business-dates.ts';
import { parseCalendarDate } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/money.ts';
import {
  formatDecimal,
  formatMoney,
  MAX_DECIMAL_LENGTH,
  MAX_MONEY,
  MAX_RATE,
  parseHundredths,
  toDecimal,
} from '../money/money.ts';

/**
 * Every string that a call takes begins as one of these: a longer one is refused before anything
 * else looks at it, so that a length alone costs nothing (decision record 24).
 * @param max in characters, of the string as it arrives
 */
export const boundedText = (max: number, messages: { error?: string; tooLong?: string } = {}) =>
  z
    .string(messages.error === undefined ? {} : { error: messages.error })
    .max(max, { abort: true, ...(messages.tooLong ? { error: messages.tooLong } : {}) });

/** A record's number, as a JSON number or as digits in a path; `message` is for everything else. */
export const recordNumber = (message: string) =>
  z
    .union(
      [
        z.number(),
        boundedText(16)
          .regex(/^\d{1,16}$/)
          .transform(Number),
      ],
      { error: message },
    )
    .pipe(
      z
        .int({ error: message })
        .positive({ error: message })
        .max(Number.MAX_SAFE_INTEGER, { error: message }),
    );

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
        .min(1, { error: `${label} is required` })
        .max(max, { error: tooLong(label, max) }),
    );

const MAX_NUMBER = 60;

/**
 * The number of an invoice or estimate, at most 60 characters. Signs that nobody sees (zero width,
 * soft hyphen, directions) are dropped: with them two documents would seem to have one number.
 */
export const documentNumber = (label: string) =>
  boundedText(MAX_NUMBER * UNTIDY, {
    error: `${label} is required`,
    tooLong: tooLong(label, MAX_NUMBER),
  })
    .transform((text) => text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .pipe(requiredText(label, MAX_NUMBER));

/** Text that may be missing, empty or null: all three are stored as null. Absent stays absent. */
export const optionalText = (label: string, max: number, lines: Lines = 'one line') =>
  boundedText(max * UNTIDY, { error: `${label} must be text`, tooLong: tooLong(label, max) })
    .transform(tidyAs(lines))
    .pipe(
      z
        .string()
        .max(max, { error: tooLong(label, max) })
        .transform((text) => (text === '' ? null : text)),
    )
    .nullable()
    .optional();

interface Bounds {
  /** Smallest value in hundredths, and the message for less. */
  min: bigint;
  minMessage: string;
  max: bigint;
  /** How the largest is told, if not as a plain number. */
  tellMax?: (max: Decimal) => string;
  /** Message when nothing was sent; without it, '{label} is required'. */
  required?: string;
}

const notDecimal = (label: string) => `${label} must be a number with at most two decimals`;

/** A decimal of two places, sent as a string or a JSON number; always a string "1234.50" inside. */
const decimal = (label: string, bounds: Bounds) =>
  z
    .union([boundedText(MAX_DECIMAL_LENGTH), z.number()], {
      error: ({ input }) =>
        typeof input === 'string' ? notDecimal(label) : (bounds.required ?? `${label} is required`),
    })
    .transform((value, context) => {
      const text = typeof value === 'number' ? numberText(value) : value;
      if (text.trim() === '') return fail(context, bounds.required ?? `${label} is required`);
      const parsed = parseHundredths(text);
      if (parsed === undefined) return fail(context, notDecimal(label));
      if (parsed < bounds.min) return fail(context, bounds.minMessage);
      if (parsed > bounds.max) {
        const { max, tellMax = formatDecimal } = bounds;
        return fail(context, `${label} must be at most ${tellMax(toDecimal(max))}`);
      }
      return toDecimal(parsed);
    });

/**
 * JSON numbers arrive as binary floats. The last bits of 0.1 + 0.2 are not the sender's, so a value
 * within them of two decimals is read as these; any other keeps its digits, and is refused.
 */
function numberText(value: number): string {
  const rounded = value.toFixed(2);
  const noise = Math.abs(value) * Number.EPSILON * 4;
  return Math.abs(value - Number(rounded)) <= noise ? rounded : String(value);
}

function fail(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** An amount of money from 0 to 99,999,999.99. */
export const moneyField = (label: string, messages: { min?: string; required?: string } = {}) =>
  decimal(label, {
    min: 0n,
    minMessage: messages.min ?? `${label} must not be negative`,
    max: MAX_MONEY,
    tellMax: formatMoney,
    ...(messages.required ? { required: messages.required } : {}),
  });

/** A quantity from 0.01. */
export const quantityField = (label: string, minMessage: string) =>
  decimal(label, { min: 1n, minMessage, max: MAX_MONEY });

/** A rate in percent from 0 to 999.99. */
export const rateField = (label: string) =>
  decimal(label, { min: 0n, minMessage: `${label} must not be negative`, max: MAX_RATE });

const YEARS = `${BUSINESS_DATES.from.slice(0, 4)} to ${BUSINESS_DATES.to.slice(0, 4)}`;

const notDate = (label: string) => `${label} must be a date such as 2026-01-31`;

/** The calendar date of a record; a time stamp is read as its date part (decision 20). */
export const dateField = (label: string) =>
  boundedText(100, { error: `${label} is required`, tooLong: notDate(label) }).transform(
    (value, context) => {
      if (value.trim() === '') return fail(context, `${label} is required`);
      const date = parseCalendarDate(value.trim());
      if (date === undefined) return fail(context, notDate(label));
      return isBusinessDate(date) ? date : fail(context, `${label} must be in the years ${YEARS}`);
    },
  );

/** The version that a save is based on; without it the save is not checked against others. */
export const baseVersion = z.number().int().positive().optional();

/** Money and rates in answers. */
export const decimalText = z
  .string()
  .meta({ description: 'Decimal with two places', examples: ['1234.50'] });
export const dateText = z.string().meta({ format: 'date', examples: ['2026-01-31'] });
export const instantText = z.string().meta({ format: 'date-time' });
export const nullableText = z.string().nullable();
