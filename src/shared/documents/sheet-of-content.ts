/** Apart from the sheet itself: what draws documents needs no schema. */
import { parseCalendarDate } from '../dates/calendar-date.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { ExchangeRate } from './content-fields.ts';
import type { ContentValues, KindName } from './document-content.ts';
import { DOCUMENT_KINDS, labelledTexts, readContentText } from './document-content.ts';
import type { SheetForDocument } from './document-sheet.ts';
import { storedPlan } from './installments/sheet-installments.ts';
import type { ServicePeriod } from './line-content.ts';
import type { SheetLine } from './sheet-figures.ts';
import type { DocumentTotals } from './totals.ts';

/** What a stored document has besides its content. */
type StoredFigures = Pick<
  DocumentTotals,
  'lineTotal' | 'subtotal' | 'taxTotals' | 'taxAmount' | 'rounding' | 'total'
> & { lineItems: readonly SheetLine[] };

/** The sheet of a document as it is stored. */
export function storedSheet<K extends KindName>(
  kind: K,
  stored: ContentValues<K> & StoredFigures,
): SheetForDocument {
  const { lineTotal, subtotal, taxTotals, taxAmount, rounding, total } = stored;
  const { currency, pricesIncludeTax, taxRate, discounts, charges }: CommonContent = stored;
  const { whole, deductions, depositEstimate }: Partial<ContentValues<'invoice'>> = stored;
  const { convertedTax }: Partial<ContentValues<'credit_note'>> = stored;
  return buildSheet(kind, stored, {
    currency,
    pricesIncludeTax,
    figures: {
      lineTotal,
      discounts,
      charges,
      subtotal,
      taxRate,
      taxTotals,
      taxAmount,
      convertedTax,
      rounding,
      total,
      whole,
      deductions,
    },
    lineItems: [...stored.lineItems],
    installments: storedPlan(kind, stored, { currency, total }),
    depositOf: depositEstimate?.estimateNumber,
  });
}

/** What all kinds have. */
type CommonContent = Pick<
  ContentValues<'invoice'>,
  'currency' | 'pricesIncludeTax' | 'taxRate' | 'discounts' | 'charges'
>;

/** The texts and dates of a content, with the figures that belong to it. */
export function buildSheet(
  kind: KindName,
  content: {
    servicePeriod?: ServicePeriod | null | undefined;
    exchangeRate?: ExchangeRate | null | undefined;
    deliveryAddress?: string | null | undefined;
    deposit?: Deposit | null | undefined;
  },
  figures: Pick<
    SheetForDocument,
    'currency' | 'pricesIncludeTax' | 'figures' | 'lineItems' | 'installments' | 'depositOf'
  >,
): SheetForDocument {
  const { number, endDate } = DOCUMENT_KINDS[kind];
  const day = (name: string) => parseCalendarDate(readContentText(content, name)) ?? '';
  return {
    number: readContentText(content, number),
    issueDate: day('issueDate'),
    endDate: endDate ? day(endDate) : '',
    supplyDate: day('supplyDate'),
    servicePeriod: content.servicePeriod ?? null,
    exchangeRate: content.exchangeRate ?? null,
    deposit: content.deposit,
    references: labelledTexts(kind, 'reference', content),
    remarks: labelledTexts(kind, 'remark', content),
    ...figures,
  };
}
