import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { MAX_DOCUMENT_LINES } from '../../../shared/documents/document-data.ts';
import type { TypedLine } from '../../../shared/documents/line-content.ts';
import { MOST_OF_DESCRIPTION, MOST_OF_NUMBER } from '../../../shared/documents/line-content.ts';
import { typedQuantity } from '../../../shared/documents/typed-totals.ts';
import { QUANTITY_PLACES, RATE_PLACES, readTypedDecimal } from '../../../shared/money/decimal.ts';
import type { DocumentDraft, DraftAdjustment } from './document-draft.ts';
import { draftFields, mapTexts, rateDay } from './document-draft.ts';
import { toTypedInstallment } from './draft-installments.ts';
import type { DraftLine } from './draft-line.ts';
import { readDiscount } from './draft-line.ts';

/** The question for the live document, in the editor's own names. */
export type PreviewRequest = ReturnType<typeof toPreviewRequest>;

/** A line that nobody has filled in yet is no row of the document. */
function saysSomething(line: DraftLine): boolean {
  if (line.description.trim() !== '' || readPrice(line.unitPrice) !== '0.00') return true;
  // The form has no total for it, and so must the document.
  return typedQuantity(line.quantity) === null;
}

const readPrice = (typed: string): string | undefined =>
  typed.trim() === '' ? '0.00' : readTypedDecimal(typed, QUANTITY_PLACES);

const number = (typed: string, places = QUANTITY_PLACES): string =>
  (readTypedDecimal(typed, places) ?? typed).slice(0, MOST_OF_NUMBER);

/**
 * The question for the live document. Numbers go as the form understands them ("1,200.5" as
 * 1200.50); text is cut to what the call takes, so that typing can never make it fail, and whoever
 * pastes a book still sees a document.
 * @param id the document being edited, if it is stored
 */
export function toPreviewRequest(kind: KindName, draft: DocumentDraft, page: number, id?: number) {
  const most = new Map(draftFields(kind).map((field) => [field.name, field.most]));
  const { currency, exchangeRate, exchangeDate } = draft;
  const adjustment = ({ reason, value }: DraftAdjustment) => {
    const { percent, amount } = readDiscount(value, currency);
    const cut = (text: string) => text.slice(0, MOST_OF_NUMBER);
    return { reason: reason.slice(0, 200), percent: cut(percent), amount: cut(amount) };
  };
  return {
    id,
    customerId: draft.customer?.id ?? null,
    // A new document is shown as the customer will get it: the watermark of a draft tells them nothing.
    status: id === undefined ? 'sent' : draft.status,
    texts: {
      ...mapTexts((name) => draft[name].slice(0, most.get(name))),
      taxRate: number(draft.taxRate, RATE_PLACES),
      taxAmount: number(draft.taxAmount),
    },
    parts: {
      pricesIncludeTax: draft.pricesIncludeTax,
      roundingIncrement: draft.roundTo,
      discounts: draft.discounts.map(adjustment),
      charges: draft.charges.map((each) => ({
        ...adjustment(each),
        taxes: each.taxes && [...each.taxes],
      })),
      installments: draft.installments.map((each) => toTypedInstallment(each, currency)),
      exchangeRate: exchangeRate.trim()
        ? {
            rate: number(exchangeRate, 10),
            date: (exchangeDate || rateDay(draft)).slice(0, MOST_OF_NUMBER),
          }
        : null,
      servicePeriod: typedPeriod(draft),
      deposit: draft.deposit.trim() ? splitDeposit(draft) : null,
    },
    deductsInvoiceIds: draft.deductions.map(({ invoiceId }) => invoiceId),
    lineItems: draft.lines
      .filter(saysSomething)
      .slice(0, MAX_DOCUMENT_LINES)
      .map((line) => toTypedLine(line, currency)),
    pages: [page],
  };
}

function splitDeposit({ deposit, currency }: DocumentDraft) {
  const { percent, amount } = readDiscount(deposit, currency);
  return { percent: percent.slice(0, MOST_OF_NUMBER), amount: amount.slice(0, MOST_OF_NUMBER) };
}

function toTypedLine(line: DraftLine, currency: string): TypedLine {
  const { percent, amount } = readDiscount(line.discount, currency);
  const period = typedPeriod(line);
  return {
    description: line.description.slice(0, MOST_OF_DESCRIPTION),
    quantity: number(line.quantity),
    unitPrice: number(line.unitPrice),
    // A plain line asks as briefly as it says.
    ...(line.unit.trim() ? { unit: line.unit.trim().slice(0, 20) } : {}),
    ...(percent ? { discountPercent: percent.slice(0, MOST_OF_NUMBER) } : {}),
    ...(amount ? { discountAmount: amount.slice(0, MOST_OF_NUMBER) } : {}),
    ...(line.itemCode.trim() ? { itemCode: line.itemCode.trim().slice(0, 60) } : {}),
    ...(period ? { servicePeriod: period } : {}),
    ...(line.taxes.length > 0 ? { taxes: [...line.taxes] } : {}),
    ...(line.optional ? { optional: true } : {}),
    ...(line.minQuantity.trim() ? { minQuantity: number(line.minQuantity) } : {}),
    ...(line.maxQuantity.trim() ? { maxQuantity: number(line.maxQuantity) } : {}),
  };
}

/** A period once both its days are dates: half of one is none. */
function typedPeriod({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) {
  const [from, to] = [parseCalendarDate(periodFrom), parseCalendarDate(periodTo)];
  return from && to ? { from, to } : null;
}
