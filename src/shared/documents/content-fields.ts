/** The fields that documents of several kinds have. */
import * as z from 'zod';
import {
  boundedText,
  currencyField,
  dateField,
  dateText,
  decimalText,
  documentNumber,
  exchangeRateField,
  moneyField,
  nullableText,
  optionalDate,
  optionalText,
  rateField,
  recordNumber,
} from '../contract/fields.ts';
import { depositAnswer, depositInput, depositTyped } from '../deposits/deposit.ts';
import {
  installmentsAnswer,
  installmentsInput,
  typedInstallments,
} from './installments/installment-content.ts';
import {
  chargesAnswer,
  chargesInput,
  discountsAnswer,
  discountsInput,
  MOST_OF_NUMBER,
  servicePeriodAnswer,
  servicePeriodInput,
  typedCharges,
  typedDiscounts,
  typedPeriod,
} from './line-content.ts';

/**
 * `input` is what a call takes, `answer` what it answers with, `typed` what the live document takes
 * while somebody types: text of at most `most` characters that need not be right yet.
 */
const field = <Input extends z.ZodType, Answer extends z.ZodType>(
  label: string,
  input: Input,
  answer: Answer,
  most: number,
) => ({ label, input, answer, most, typed: boundedText(most).nullable().optional() });

export const number = (label: string) => field(label, documentNumber(label), z.string(), 200);
export const date = (label: string) => field(label, dateField(label), dateText, MOST_OF_NUMBER);

/** A short text that the customer's own books know the document by. */
export const reference = (label: string, max: number) => ({
  place: 'reference' as const,
  ...field(label, optionalText(label, max), nullableText, 200),
});

/** Beyond the specification's fields: a list leaves them out, a single document has them. */
const detail = { detail: true } as const;

/** A text under the lines. */
export const remark = (label: string, max: number) => ({
  place: 'remark' as const,
  ...field(label, optionalText(label, max, 'lines'), nullableText, max),
});

export const customer = {
  customerId: {
    label: 'Customer',
    input: recordNumber('Customer is required'),
    answer: z.number(),
    typed: z.number().int().positive().nullable().optional(),
  },
};

const exchangeRateInput = z
  .object({
    rate: exchangeRateField('Exchange rate'),
    date: dateField('Exchange rate date').optional(),
    source: optionalText('Exchange rate source', 100),
    from: currencyField('Exchange rate from').optional(),
    to: currencyField('Exchange rate to').optional(),
  })
  .nullable()
  .optional();

/** `rate` units of the business's currency (`to`) for one of the document's (`from`). */
const exchangeRateAnswer = z
  .object({
    from: z.string(),
    to: z.string(),
    rate: decimalText,
    date: dateText,
    source: nullableText,
  })
  .nullable();
export type ExchangeRate = NonNullable<z.output<typeof exchangeRateAnswer>>;

const exchangeRateTyped = z
  .object({ rate: boundedText(MOST_OF_NUMBER), date: boundedText(MOST_OF_NUMBER) })
  .nullable()
  .optional();

export const currencyAndAdjustments = {
  /** The customer's or the business's where a new document names none. */
  currency: field('Currency', currencyField('Currency').optional(), z.string(), 3),
  /** What the total is rounded to: null is not at all, absent what the business has for the currency. */
  roundingIncrement: {
    ...detail,
    label: 'Rounding increment',
    input: moneyField('Rounding increment').nullable().optional().meta({
      description:
        'What the total is rounded to; null: not rounded. Absent: what the business has for the currency; in an update of the same currency, what is stored',
    }),
    answer: decimalText.nullable(),
    typed: boundedText(MOST_OF_NUMBER).nullable().optional(),
  },
  pricesIncludeTax: {
    ...detail,
    label: 'Prices include tax',
    input: z.boolean({ error: 'Prices include tax must be true or false' }).optional(),
    answer: z.boolean(),
    typed: z.boolean().optional(),
  },
  discounts: {
    ...detail,
    label: 'Discounts',
    input: discountsInput,
    answer: discountsAnswer,
    typed: typedDiscounts,
  },
  charges: {
    ...detail,
    label: 'Charges',
    input: chargesInput,
    answer: chargesAnswer,
    typed: typedCharges,
  },
  exchangeRate: {
    ...detail,
    label: 'Exchange rate',
    input: exchangeRateInput,
    answer: exchangeRateAnswer,
    typed: exchangeRateTyped,
  },
};

/** The parts in which it is paid, each with a due date of its own. */
export const installments = {
  installments: {
    ...detail,
    label: 'Installments',
    input: installmentsInput,
    answer: installmentsAnswer,
    typed: typedInstallments,
  },
};

export const supply = {
  supplyDate: {
    ...detail,
    ...field('Date of supply', optionalDate('Date of supply'), dateText.nullable(), MOST_OF_NUMBER),
  },
  servicePeriod: {
    ...detail,
    label: 'Service period',
    input: servicePeriodInput,
    answer: servicePeriodAnswer,
    typed: typedPeriod,
  },
  deliveryAddress: { ...detail, ...remark('Delivery address', 1_000) },
  buyerReference: { ...detail, ...reference('Buyer reference', 100) },
};

export const amountsAndRemarks = {
  taxRate: field('Tax rate', rateField('Tax rate'), decimalText, MOST_OF_NUMBER),
  /** Holds only while the rate is 0: a flat tax. Its absence is no tax, or what is stored. */
  taxAmount: field('Tax amount', moneyField('Tax amount').optional(), decimalText, MOST_OF_NUMBER),
  notes: remark('Notes', 10_000),
  terms: remark('Terms', 10_000),
};

/** What is asked for in advance, of the total with tax. */
export const deposit = {
  deposit: {
    label: 'Deposit',
    input: depositInput.nullable().optional(),
    answer: depositAnswer.nullable().default(null),
    typed: depositTyped,
  },
};
