import { parseCalendarDate } from '../dates/calendar-date.ts';
import { readTypedDeposit } from '../deposits/typed-deposit.ts';
import { isCurrency } from '../money/currencies.ts';
import type { Decimal } from '../money/decimal.ts';
import { parseTyped, writeUsual } from '../money/decimal.ts';
import type { RoundedTotal } from '../money/rounding-increment.ts';
import { chosenIncrement, findIncrementFault } from '../money/rounding-increment.ts';
import type { Tax } from '../taxes/tax.ts';
import type { ExchangeRate } from './content-fields.ts';
import type { Deduction } from './deductions.ts';
import type { KindName } from './document-content.ts';
import type { SheetForDocument } from './document-sheet.ts';
import type { TypedInstallment } from './installments/installment-content.ts';
import { typedPlan } from './installments/typed-installments.ts';
import type { ServicePeriod, TypedAdjustment, TypedLine } from './line-content.ts';
import type { SheetAdjustment } from './sheet-figures.ts';
import { buildSheet } from './sheet-of-content.ts';
import {
  typedMoney,
  typedQuantity,
  typedRate,
  typedTotals,
  typedUnitPrice,
} from './typed-totals.ts';

/** A form as it stands, as the live document is asked for. */
export interface TypedForm {
  currency?: string | null | undefined;
  roundingIncrement?: Decimal | null | undefined;
  pricesIncludeTax?: boolean | undefined;
  lineItems: readonly TypedLine[];
  taxRate?: string | null | undefined;
  taxAmount?: string | null | undefined;
  discounts?: readonly TypedAdjustment[] | undefined;
  charges?: readonly (TypedAdjustment & { taxes?: TypedLine['taxes'] | null })[] | undefined;
  supplyDate?: string | null | undefined;
  servicePeriod?: { from: string; to: string } | null | undefined;
  exchangeRate?: { rate: string; date: string } | null | undefined;
  issueDate?: string | null | undefined;
  installments?: readonly TypedInstallment[] | undefined;
  deposit?: { percent: string; amount: string } | null | undefined;
}

/** What of the business decides about a form's figures. */
interface Terms {
  currency: string;
  roundedTotals: readonly RoundedTotal[];
}

/** What a document that is edited is rounded to, whatever the profile says since. */
interface StoredRounding {
  currency: string;
  roundingIncrement: Decimal | null;
}

/**
 * A form as it stands: an empty number counts as zero, what is not a date yet is left out, and what
 * cannot be computed, or is more than a document can hold, has no figure. All else keeps its own.
 */
export function typedSheet(
  kind: KindName,
  form: TypedForm,
  terms: Terms,
  stored?: StoredRounding,
  deductions?: readonly Deduction[],
): SheetForDocument {
  const currency = isCurrency(form.currency ?? '') ? (form.currency ?? '') : terms.currency;
  const { lineItems, pricesIncludeTax = false, discounts = [], charges = [] } = form;
  const [taxRate, taxAmount] = [form.taxRate ?? '', form.taxAmount ?? ''];
  const totals = typedTotals({
    currency,
    lines: lineItems,
    taxRate,
    taxAmount,
    discounts,
    charges,
    pricesIncludeTax,
    roundingIncrement: roundingFor(kind, form, currency, { terms, stored }),
    deductions,
  });
  const { lineTotals, discountTotal: _discounts, chargeTotal: _charges, ...figures } = totals;
  const adjustment =
    (amounts: readonly (string | null)[]) =>
    ({ reason, percent }: TypedAdjustment, index: number): SheetAdjustment => ({
      reason,
      percent: percent.trim() ? typedRate(percent) : null,
      amount: amounts[index] ?? null,
    });
  const period = form.servicePeriod;
  const deposit = readTypedDeposit(form.deposit, currency);
  return buildSheet(
    kind,
    {
      ...form,
      servicePeriod: period ? typedPeriod(period) : null,
      exchangeRate: typedExchangeRate(form, currency, terms.currency),
      deposit,
    },
    {
      currency,
      pricesIncludeTax,
      figures: {
        ...figures,
        deductions,
        taxRate: typedRate(taxRate),
        discounts: discounts.map(adjustment(totals.discounts)),
        charges: charges.map((charge, index) => ({
          ...adjustment(totals.charges)(charge, index),
          taxes: charge.taxes && typedTaxes(charge.taxes),
        })),
      },
      lineItems: lineItems.map((line, index) => ({
        description: line.description,
        quantity: typedQuantity(line.quantity),
        unit: line.unit || null,
        unitPrice: typedUnitPrice(line.unitPrice, currency),
        discountPercent: line.discountPercent ? typedRate(line.discountPercent) : null,
        discountAmount: line.discountAmount ? typedMoney(line.discountAmount, currency) : null,
        itemCode: line.itemCode || null,
        servicePeriod: line.servicePeriod ? typedPeriod(line.servicePeriod) : null,
        taxes: typedTaxes(line.taxes ?? []),
        optional: line.optional,
        minQuantity: line.minQuantity ? typedQuantity(line.minQuantity) : null,
        maxQuantity: line.maxQuantity ? typedQuantity(line.maxQuantity) : null,
        total: lineTotals[index] ?? null,
      })),
      installments: typedPlan(kind, { ...form, deposit }, { currency, total: figures.total }),
    },
  );
}

/** A form that says nothing of it is rounded as a call that does not is. */
function roundingFor(
  kind: KindName,
  { roundingIncrement: typed }: TypedForm,
  currency: string,
  { terms, stored }: { terms: Terms; stored: StoredRounding | undefined },
): Decimal | null {
  if (typed != null && !findIncrementFault(typed, currency)) return typed;
  if (typed === null) return null;
  if (stored?.currency === currency) return stored.roundingIncrement;
  return kind === 'credit_note' ? null : chosenIncrement(terms.roundedTotals, currency);
}

/** Those whose rate can be read. */
function typedTaxes(taxes: readonly Tax[]): Tax[] {
  return taxes.flatMap((tax) => {
    const rate = typedRate(tax.rate);
    return rate === null ? [] : [{ ...tax, rate }];
  });
}

function typedPeriod({ from, to }: { from: string; to: string }): ServicePeriod | null {
  const [start, end] = [parseCalendarDate(from), parseCalendarDate(to)];
  return start && end ? { from: start, to: end } : null;
}

function typedExchangeRate(
  { exchangeRate }: TypedForm,
  from: string,
  to: string,
): ExchangeRate | null {
  const date = parseCalendarDate(exchangeRate?.date ?? '');
  const rate = parseTyped(exchangeRate?.rate ?? '', 10);
  if (!date || !rate || rate < 0n || from === to) return null;
  return { from, to, rate: writeUsual(rate, 10), date, source: null };
}
