/** What a line, a discount, a charge and a tax of a document say: as calls take it, and as it is typed. */
import * as z from 'zod';
import {
  boundedText,
  countryField,
  dateField,
  dateText,
  decimalText,
  moneyField,
  nullableText,
  optionalText,
  orNone,
  quantityField,
  rateField,
  requiredText,
  unitPriceField,
} from '../contract/fields.ts';
import { MAX_TAXES, TAX_CATEGORIES } from '../taxes/tax.ts';
import { isUnit, readUnit } from './units.ts';

/** Characters that the live document takes of what is typed as a number or a date, and of texts. */
export const MOST_OF_NUMBER = 40;
export const MOST_OF_DESCRIPTION = 2_000;

// ── Taxes ───────────────────────────────────────────────────────────────────

export const taxFields = {
  name: requiredText('Tax name', 60),
  rate: rateField('Tax rate'),
  category: z
    .enum(TAX_CATEGORIES, { error: `Tax category must be one of ${TAX_CATEGORIES.join(', ')}` })
    .nullable()
    .optional(),
  compound: z.boolean().optional(),
  exemptionReason: optionalText('Exemption reason', 500),
  registrationNumber: optionalText('Registration number', 60),
  country: orNone(countryField('Tax country')),
};

/**
 * A tax on a line or charge: one of the business's rates by its number, or as it is. Sent back as it
 * was answered it is as it is.
 */
const taxInput = z
  .object({ taxRateId: z.number().int().positive().optional() })
  .extend(z.object(taxFields).partial().shape)
  .superRefine((tax, context) => {
    const { taxRateId, ...given } = tax;
    const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (taxRateId !== undefined && name !== undefined) {
      const message = `${name} cannot be combined with taxRateId: the rate’s own value is used`;
      context.addIssue({ code: 'custom', path: [name], message });
      return;
    }
    if (tax.name !== undefined && tax.rate !== undefined) return;
    if (tax.taxRateId == null) {
      const path = [tax.name === undefined ? 'name' : 'rate'];
      const message = `${tax.name === undefined ? 'Tax name' : 'Tax rate'} is required`;
      context.addIssue({ code: 'custom', path, message });
    }
  });
export type TaxInput = z.output<typeof taxInput>;

const taxesInput = z
  .array(taxInput)
  .max(MAX_TAXES, { error: `A line can have at most ${MAX_TAXES} taxes` });

export const taxAnswer = z.object({
  name: z.string(),
  rate: decimalText,
  category: z.enum(TAX_CATEGORIES).nullable(),
  compound: z.boolean(),
  exemptionReason: nullableText,
  registrationNumber: nullableText,
  /** By its ISO 3166-1 code. Absent, as in what was sealed before there was a choice: the business's. */
  country: z.string().optional(),
});
/** A tax as documents keep it. */
export type LineTax = z.output<typeof taxAnswer>;

export const taxTotalAnswer = taxAnswer
  .partial({ exemptionReason: true, registrationNumber: true })
  .extend({
    base: decimalText,
    amount: decimalText,
  });

const typedTaxes = z
  .array(
    z.object({
      name: boundedText(60),
      rate: boundedText(MOST_OF_NUMBER),
      category: z.enum(TAX_CATEGORIES).nullable(),
      compound: z.boolean(),
      exemptionReason: boundedText(500).nullable().optional(),
      registrationNumber: boundedText(60).nullable().optional(),
      country: countryField('Tax country').optional(),
    }),
  )
  .max(MAX_TAXES);

// ── Service period ──────────────────────────────────────────────────────────

export const servicePeriodInput = z
  .object({ from: dateField('Service period from'), to: dateField('Service period to') })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'Service period must not end before it begins',
  })
  .nullable()
  .optional();
export const servicePeriodAnswer = z.object({ from: dateText, to: dateText }).nullable();
export type ServicePeriod = NonNullable<z.output<typeof servicePeriodAnswer>>;
export const typedPeriod = z
  .object({ from: boundedText(MOST_OF_NUMBER), to: boundedText(MOST_OF_NUMBER) })
  .nullable()
  .optional();

// ── Discounts and charges ───────────────────────────────────────────────────

const adjustmentFields = (label: string) => ({
  reason: optionalText(`${label} reason`, 200),
  percent: orNone(rateField(`${label} percentage`, label === 'Discount' ? '100' : undefined)),
  amount: orNone(moneyField(`${label} amount`)),
});

/** A percentage decides where an amount stands beside it, as answers have both. */
const percentOrAmount = (label: string) => ({
  error: `${label} needs a percentage or an amount`,
  path: ['amount'],
});
const hasEither = (each: { percent?: string | null; amount?: string | null }) =>
  each.percent != null || each.amount != null;

const MAX_ADJUSTMENTS = 20;
const atMost = (what: string) => ({
  error: `A document has at most ${MAX_ADJUSTMENTS} ${what}`,
});

export const discountsInput = z
  .array(z.object(adjustmentFields('Discount')).refine(hasEither, percentOrAmount('Discount')))
  .max(MAX_ADJUSTMENTS, atMost('discounts'))
  .optional();

export const chargesInput = z
  .array(
    z
      .object({ ...adjustmentFields('Charge'), taxes: taxesInput.nullable().optional() })
      .refine(hasEither, percentOrAmount('Charge')),
  )
  .max(MAX_ADJUSTMENTS, atMost('charges'))
  .optional();

const adjustmentAnswer = z.object({
  reason: nullableText,
  percent: decimalText.nullable(),
  amount: decimalText,
});
export const discountsAnswer = z.array(adjustmentAnswer);
export const chargesAnswer = z.array(
  adjustmentAnswer.extend({ taxes: z.array(taxAnswer).nullable() }),
);
export type StoredDiscount = z.output<typeof discountsAnswer>[number];
export type StoredCharge = z.output<typeof chargesAnswer>[number];

const typedAdjustment = z.object({
  reason: boundedText(200),
  percent: boundedText(MOST_OF_NUMBER),
  amount: boundedText(MOST_OF_NUMBER),
});
export type TypedAdjustment = z.output<typeof typedAdjustment>;
export const typedDiscounts = z.array(typedAdjustment).max(MAX_ADJUSTMENTS).optional();
export const typedCharges = z
  .array(typedAdjustment.extend({ taxes: typedTaxes.nullable().optional() }))
  .max(MAX_ADJUSTMENTS)
  .optional();

// ── Lines ───────────────────────────────────────────────────────────────────

const NO_UNIT =
  'Unit must be one of hour, day, piece and the like, or a code of UN/ECE Recommendation 20';

export const unitField = orNone(
  boundedText(20, { error: NO_UNIT, tooLong: NO_UNIT })
    .trim()
    .overwrite(readUnit)
    .refine(isUnit, { error: NO_UNIT }),
);

const ownLineInput = z.object({
  /** The stored line that this is; what names none is a new line. */
  id: z
    .union([z.number(), boundedText(100).transform(() => undefined)])
    .nullable()
    .transform((id) => id ?? undefined)
    .optional(),
  itemId: z.number().int().positive().nullable().optional(),
  description: requiredText('Description', MOST_OF_DESCRIPTION, 'lines'),
  quantity: quantityField('Quantity', 'Quantity must be positive'),
  unit: unitField,
  unitPrice: unitPriceField('Unit price', { min: 'Unit price must be positive' }),
  discountPercent: orNone(rateField('Discount percentage', '100')),
  discountAmount: orNone(moneyField('Discount amount')),
  itemCode: optionalText('Item code', 60),
  servicePeriod: servicePeriodInput,
  taxes: taxesInput.optional(),
});

/** What of an estimate's line its customer may choose: none of it, and how much within bounds. */
const choiceInput = {
  optional: z.boolean({ error: 'Optional must be true or false' }).optional(),
  minQuantity: orNone(quantityField('Minimum quantity', 'Minimum quantity must be positive')),
  maxQuantity: orNone(quantityField('Maximum quantity', 'Maximum quantity must be positive')),
};

/** A line as a call takes it. Of a line that is stored, what is absent stays as it is. */
export const lineItemInput = ownLineInput.extend(choiceInput);
export type LineItemInput = z.output<typeof lineItemInput>;

/** Of kinds whose customers choose nothing. */
export const fixedLineInput = ownLineInput;

/** A line as answers have it; amounts have the decimals of the document's currency. */
export const lineItemSchema = z.object({
  id: z.number(),
  itemId: z.number().nullable(),
  description: z.string(),
  quantity: decimalText,
  unit: nullableText,
  unitPrice: decimalText,
  discountPercent: decimalText.nullable(),
  discountAmount: decimalText.nullable(),
  itemCode: nullableText,
  servicePeriod: servicePeriodAnswer,
  taxes: z.array(taxAnswer),
  /** The discount as an amount, and what it leaves of quantity × price, as typed. */
  discount: decimalText,
  total: decimalText,
  /** The line's part of the document's subtotal and tax, after discounts and charges on the whole. */
  net: decimalText,
  tax: decimalText,
  gross: decimalText,
});
export type LineItem = z.output<typeof lineItemSchema>;

/** Versions that were issued before there was a choice had none. */
export const choiceAnswer = {
  optional: z.boolean().default(false),
  minQuantity: decimalText.nullable().default(null),
  maxQuantity: decimalText.nullable().default(null),
};
export type LineChoice = {
  [Name in keyof typeof choiceAnswer]: z.output<(typeof choiceAnswer)[Name]>;
};
export type EstimateLine = LineItem & LineChoice;

export const typedLine = z.object({
  description: boundedText(MOST_OF_DESCRIPTION),
  quantity: boundedText(MOST_OF_NUMBER),
  unitPrice: boundedText(MOST_OF_NUMBER),
  unit: boundedText(20).nullable().optional(),
  discountPercent: boundedText(MOST_OF_NUMBER).nullable().optional(),
  discountAmount: boundedText(MOST_OF_NUMBER).nullable().optional(),
  itemCode: boundedText(60).nullable().optional(),
  servicePeriod: typedPeriod,
  taxes: typedTaxes.optional(),
  optional: z.boolean().optional(),
  minQuantity: boundedText(MOST_OF_NUMBER).nullable().optional(),
  maxQuantity: boundedText(MOST_OF_NUMBER).nullable().optional(),
});
export type TypedLine = z.output<typeof typedLine>;
