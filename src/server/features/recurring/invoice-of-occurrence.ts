import type * as z from 'zod';
import { nearestBusinessDate } from '../../../shared/dates/business-dates.ts';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays } from '../../../shared/dates/calendar-date.ts';
import { toInstallment } from '../../../shared/documents/installments/installment-content.ts';
import type { TaxInput } from '../../../shared/documents/line-content.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceInput } from '../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_DUE_DAYS, invoiceInput } from '../../../shared/invoices/invoice.contract.ts';
import { fillVariables } from '../../../shared/recurring/fill-variables.ts';
import type {
  RecurringContent,
  RecurringInput,
} from '../../../shared/recurring/recurring.contract.ts';
import type { Schedule } from '../../../shared/recurring/schedule.ts';
import { countryOf } from '../../../shared/taxes/tax.ts';

/** A content as a call gives it, or in part as it is stored. */
export type ContentInput = Omit<
  { [Name in keyof RecurringContent]?: RecurringInput[Name] | RecurringContent[Name] | undefined },
  'lineItems' | 'taxRate'
> &
  Pick<RecurringInput, 'taxRate'> & {
    lineItems: RecurringInput['lineItems'] | RecurringContent['lineItems'];
  };

/** What the customer or the business decides where a call does not. */
type Decided = 'currency' | 'roundingIncrement';

/** A content as it is kept, but for what may be decided elsewhere. */
export function toContent(given: ContentInput): Omit<RecurringContent, Decided> {
  const { exchangeRate, charges = [], discounts = [], installments = [], lineItems } = given;
  return {
    poNumber: given.poNumber ?? null,
    pricesIncludeTax: given.pricesIncludeTax ?? false,
    discounts: discounts.map(toAdjustment),
    charges: charges.map((charge) => ({
      ...toAdjustment(charge),
      taxes: charge.taxes?.map(toTax) ?? null,
    })),
    exchangeRate: exchangeRate
      ? { rate: exchangeRate.rate, source: exchangeRate.source ?? null }
      : null,
    installments: installments.map(toInstallment),
    deliveryAddress: given.deliveryAddress ?? null,
    buyerReference: given.buyerReference ?? null,
    taxRate: given.taxRate,
    taxAmount: given.taxAmount ?? null,
    notes: given.notes ?? null,
    terms: given.terms ?? null,
    lineItems: lineItems.map((line) => ({
      itemId: line.itemId ?? null,
      description: line.description,
      quantity: line.quantity,
      unit: line.unit ?? null,
      unitPrice: line.unitPrice,
      discountPercent: line.discountPercent ?? null,
      discountAmount: line.discountAmount ?? null,
      itemCode: line.itemCode ?? null,
      taxes: line.taxes?.map(toTax) ?? [],
    })),
  };
}

const toAdjustment = (given: {
  reason?: string | null | undefined;
  percent?: string | null | undefined;
  amount?: string | null | undefined;
}) => ({
  reason: given.reason ?? null,
  percent: given.percent ?? null,
  amount: given.amount ?? null,
});

/** A rate of the business stays a reference: each invoice is taxed at what the rate is then. */
function toTax(tax: TaxInput): RecurringContent['lineItems'][number]['taxes'][number] {
  if (tax.taxRateId !== undefined) return { taxRateId: tax.taxRateId };
  return {
    name: tax.name ?? '',
    rate: tax.rate ?? '0.00',
    category: tax.category ?? null,
    compound: tax.compound ?? false,
    exemptionReason: tax.exemptionReason ?? null,
    registrationNumber: tax.registrationNumber ?? null,
    ...countryOf(tax),
  };
}

export interface OccurrenceOfContent {
  customerId: number;
  content: Omit<RecurringContent, Decided> & {
    [Name in Decided]?: RecurringContent[Name] | undefined;
  };
  schedule: Schedule;
  index: number;
}

interface OwnFields {
  invoiceNumber: string;
  issueDate: CalendarDate;
  /** Days until it is due, of its own or of the profile. */
  dueDays: number | null | undefined;
  status: 'draft' | 'sent';
}

/**
 * The invoice of one occurrence, as a call would give it, with its variables in words.
 * @throws AppError VALIDATION naming the field that does not fit any more, such as a text that its
 *   variables make too long
 */
export function writeOccurrence(
  { customerId, content, schedule, index }: OccurrenceOfContent,
  { invoiceNumber, issueDate, dueDays, status }: OwnFields,
): InvoiceInput {
  const fill = <T extends string | null>(text: T) =>
    text === null ? text : fillVariables(text, schedule, index);
  const { taxAmount, ...kept } = content;
  const parsed = invoiceInput.safeParse({
    ...kept,
    ...(taxAmount === null ? {} : { taxAmount }),
    poNumber: fill(kept.poNumber),
    buyerReference: fill(kept.buyerReference),
    notes: fill(kept.notes),
    terms: fill(kept.terms),
    lineItems: kept.lineItems.map((line) => ({ ...line, description: fill(line.description) })),
    customerId,
    invoiceNumber,
    issueDate,
    dueDate: nearestBusinessDate(addDays(issueDate, dueDays ?? DEFAULT_DUE_DAYS)),
    status,
  });
  if (!parsed.success) throw firstFault(parsed.error);
  return parsed.data;
}

function firstFault({ issues }: z.ZodError) {
  const [issue] = issues;
  return invalidField((issue?.path ?? []).join('.'), issue?.message ?? 'The content is not valid');
}
