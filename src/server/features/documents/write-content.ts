import { isDeepStrictEqual } from 'node:util';
import type { ExchangeRate } from '../../../shared/documents/content-fields.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import {
  DOCUMENT_KINDS,
  pickContent,
  readContentText,
} from '../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { LineItem, LineItemInput } from '../../../shared/documents/line-content.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { chosenIncrement, findIncrementFault } from '../../../shared/money/rounding-increment.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { documentSearchText } from '../customers/index.ts';
import { changedNumberKey, numberKey } from './document-numbers.ts';
import { keepStoredLines, pickDefined } from './keep-stored-lines.ts';
import type { LineValues } from './line-items.store.ts';
import { insertLineItems, readLineItems } from './line-items.store.ts';
import { checkChangedNumber, checkNewNumber } from './number-series/check-number.ts';
import { giveNumber } from './number-series/give-number.ts';
import type { Plan, PlanInput } from './plan-content.ts';
import { changedPlan, newPlan, planContent } from './plan-content.ts';
import type { ComputedDocument, ComputedValues, FiguresInput } from './price-document.ts';
import {
  priceDocument,
  refuseDocumentTax,
  requireExchangeRate,
  uniformRate,
} from './price-document.ts';
import { insertPublicId } from './public-documents.store.ts';
import type { DocumentTerms } from './read-terms.ts';
import { lockTerms } from './read-terms.ts';

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

/** What decides about a document's figures, as a call gives it. */
interface Input extends Optional<Omit<FiguresInput, 'flatTax' | 'lineItems' | 'taxRate'>> {
  customerId: number;
  issueDate: string;
  supplyDate?: string | null | undefined;
  exchangeRate?: ExchangeRateInput | null | undefined;
  taxRate: Decimal;
  taxAmount?: Decimal | undefined;
  installments?: PlanInput['installments'];
  deposit?: PlanInput['deposit'];
  dueDate?: string;
  lineItems: LineItemInput[];
}

interface ExchangeRateInput {
  rate: Decimal;
  date?: string | undefined;
  source?: string | null | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Changes = Optional<Input>;

/** What a document that is made of another keeps of it, whatever the business has changed since. */
type CarriedOver = Pick<Stored, 'roundingIncrement' | 'exchangeRate'> & {
  /** Lines and figures that follow from that one, and are not computed by themselves. */
  computed?: ComputedDocument | undefined;
  /** The draft whose content is made anew from that one. */
  draft?: Pick<Stored, 'seriesId' | 'issueDate'> | undefined;
};

interface Stored extends ComputedValues, Plan {
  businessId: string;
  id: number;
  status: string;
  customerId: number;
  issueDate: string;
  supplyDate: string | null;
  exchangeRate: ExchangeRate | null;
  seriesId: number | null;
}

/** A document as it is priced, before anything is deducted; lines that are written have no numbers yet. */
export type PricedContent = ComputedValues & {
  customerId: number;
  lineItems: (LineValues & { id: number })[];
};

/** What is deducted of a document, before its plan is checked against what is left to be paid. */
type Deduct<D> = (whole: PricedContent) => D | Promise<D>;

/** Of a document that deducts nothing. */
export const asPriced = (): object => ({});

/**
 * The row and the lines of a new document: totals, customer and items of the owner.
 * @param options whether it is issued at once: what only drafts may lack is then asked for; what is
 *   deducted of it; and what it keeps of the document that it is made of
 * @throws AppError NOT_FOUND (customer, item, tax rate), VALIDATION (what no document can hold)
 */
export async function newContent<K extends KindName, I extends Input, D extends object>(
  db: Transaction,
  kind: K,
  businessId: string,
  input: I,
  {
    now,
    isIssued,
    deduct,
    madeOf,
  }: { now: Date; isIssued: boolean; deduct: Deduct<D>; madeOf?: CarriedOver | undefined },
) {
  const terms = await lockTerms(db, businessId, input.customerId);
  const currency = input.currency ?? terms.customerCurrency ?? terms.businessCurrency;
  const { lines, values: computed } =
    madeOf?.computed ??
    (await priceDocument(
      db,
      businessId,
      {
        currency,
        pricesIncludeTax: input.pricesIncludeTax ?? false,
        discounts: input.discounts ?? [],
        charges: input.charges ?? [],
        roundingIncrement: madeOf
          ? madeOf.roundingIncrement
          : readIncrement(kind, input.roundingIncrement, currency, { terms }),
        taxRate: input.taxRate,
        flatTax: isZero(input.taxRate) ? (input.taxAmount ?? '0') : '0',
        lineItems: input.lineItems,
      },
      terms,
    ));
  if (!isZero(input.taxRate) && input.taxRate !== computed.taxRate) {
    const message = 'A tax rate for the whole document cannot be combined with taxes on its lines';
    throw invalidField('taxRate', message);
  }
  if (!madeOf) refuseAmountBesideTaxes(input, computed);
  const exchangeRate = madeOf
    ? madeOf.exchangeRate
    : readExchangeRate(input.exchangeRate, { ...input, currency }, terms);
  if (isIssued) requireExchangeRate({ ...computed, exchangeRate }, terms.businessCurrency);
  const number = readNumber(kind, input);
  if (madeOf?.draft) checkChangedNumber(kind, madeOf.draft, input, terms);
  else checkNewNumber(kind, number, terms);
  // What is made of a document stays with whom that one is of, though both were merged since.
  const customerId = madeOf ? input.customerId : terms.customerIds[0];
  const left = await deduct({ ...computed, customerId, lineItems: withPlaces(lines) });
  const asked = { ...computed, ...left };
  const values = {
    businessId,
    ...pickContent<K, I>(kind, input),
    customerId,
    ...asked,
    // What is made of an estimate keeps the days that were agreed, though they may have passed.
    ...(madeOf ? planContent : newPlan)(kind, input, asked),
    exchangeRate,
    numberKey: numberKey(number),
    seriesId: null,
    searchText: documentSearchText(number, terms.customer, lines),
    createdAt: now,
    updatedAt: now,
  };
  const { issueDate } = input;
  const given = isIssued && (await giveNumber(db, kind, { ...values, issueDate }, now));
  return { values: { ...values, ...given }, lines, terms };
}

const withPlaces = (lines: readonly LineValues[]) =>
  lines.map((line, index) => ({ ...line, id: index }));

/** Beside taxes on lines an amount is none of its own; sent as another document has it, it is right. */
function refuseAmountBesideTaxes(
  { taxAmount, lineItems, charges = [] }: Input,
  computed: ComputedValues,
): void {
  if (taxAmount === undefined || isZero(taxAmount)) return;
  const isTaxed = [...lineItems, ...charges].some(({ taxes }) => taxes?.length);
  if (!isTaxed || sameNumber(taxAmount, computed.taxAmount)) return;
  const message =
    'A tax amount for the whole document cannot be combined with taxes on its lines or charges';
  throw invalidField('taxAmount', message);
}

/** What stands beside the row of a new document: its lines and its public address. */
export async function insertParts(
  db: Queryable,
  document: DocumentRef,
  lines: LineValues[],
): Promise<void> {
  await insertLineItems(db, document, lines);
  await insertPublicId(db, document);
}

/**
 * What an edit changes of a document's row and lines; what it does not name stays as it is stored.
 * @param stored locked
 * @param options whether it is issued, or is from now on; what is deducted of it
 * @throws AppError NOT_FOUND (customer, item, tax rate), VALIDATION (what no document can hold),
 *   CONFLICT for a rate of the whole document beside taxes on its lines
 */
export async function changedContent<
  K extends KindName,
  S extends Stored,
  I extends Changes,
  D extends object,
>(
  db: Queryable,
  kind: K,
  stored: S,
  input: I,
  {
    now,
    isIssued,
    deduct,
    computed: given,
  }: {
    now: Date;
    isIssued: boolean;
    deduct: Deduct<D>;
    /** Lines and figures that follow from another document, and stay. */
    computed?: ComputedDocument | undefined;
  },
) {
  const { businessId } = stored;
  const before = await readLineItems(db, { of: kind, businessId, id: stored.id });
  const terms = await lockTerms(db, businessId, input.customerId ?? stored.customerId);
  const currency = input.currency ?? stored.currency;
  const lineItems = input.lineItems
    ? keepStoredLines(input.lineItems, before, wholeTaxes(stored, before, input))
    : before;
  const sameLines = (lines: readonly LineValues[]) =>
    before.length === lines.length &&
    !before.some((line, index) => differs(line, lines[index] ?? {}));
  const price = () =>
    priceDocument(
      db,
      businessId,
      {
        currency,
        pricesIncludeTax: input.pricesIncludeTax ?? stored.pricesIncludeTax,
        discounts: input.discounts ?? stored.discounts,
        charges: input.charges ?? stored.charges,
        roundingIncrement: readIncrement(kind, input.roundingIncrement, currency, {
          terms,
          stored,
        }),
        ...documentTax(stored, before, input, lineItems),
        lineItems,
      },
      terms,
      (priced) =>
        stored.status !== 'draft' &&
        terms.customerIds.includes(stored.customerId) &&
        sameLines(priced.lines) &&
        !differs(stored, { charges: priced.values.charges, taxTotals: priced.values.taxTotals }),
    );
  const { lines, values: computed } = given ?? (await price());
  const dates = {
    ...stored,
    ...pickDefined({ issueDate: input.issueDate, supplyDate: input.supplyDate }),
  };
  const kept = keptRate(stored, currency);
  const { exchangeRate: wanted = kept } = input;
  const exchangeRate = isDeepStrictEqual(wanted, kept)
    ? kept
    : readExchangeRate(wanted, { ...dates, currency }, terms);
  // One that was issued as it is stays as it is, though the business has another currency since.
  const isAsBefore = !differs(stored, { currency, exchangeRate, taxAmount: computed.taxAmount });
  if (isIssued && (stored.status === 'draft' || !isAsBefore)) {
    requireExchangeRate({ ...computed, exchangeRate }, terms.businessCurrency);
  }
  // Another number of the same customer is no other customer.
  const customerId = terms.customerIds.includes(stored.customerId)
    ? stored.customerId
    : terms.customerIds[0];
  const content = { ...pickContent<K, I>(kind, input), customerId };
  const numberBefore = readNumber(kind, stored);
  const number = readNumber(kind, content) || numberBefore;
  checkChangedNumber(kind, stored, input, terms);
  const left = await deduct({ ...computed, customerId, lineItems: withPlaces(lines) });
  const plan = changedPlan(kind, stored, input, { ...computed, ...left });
  const isEdit =
    differs(stored, { ...content, ...computed, ...plan, exchangeRate }) || !sameLines(lines);
  const values = {
    ...content,
    ...computed,
    ...left,
    ...plan,
    exchangeRate,
    ...changedNumberKey(numberBefore, number),
    searchText: documentSearchText(number, terms.customer, lines),
    updatedAt: now,
  };
  return { values, amounts: computed, lines, isEdit, terms };
}

/**
 * The rate or flat tax of the whole document after an edit. Sent back as it was answered it changes
 * nothing, whatever stands on the lines.
 */
function documentTax(
  stored: Stored,
  before: readonly LineItem[],
  { taxRate, taxAmount }: Changes,
  lineItems: readonly LineItemInput[],
): Pick<FiguresInput, 'taxRate' | 'flatTax'> {
  const newRate = taxRate === stored.taxRate ? undefined : taxRate;
  const newAmount = sameNumber(taxAmount, stored.taxAmount) ? undefined : taxAmount;
  if (lineItems.some(({ taxes }) => taxes?.length)) {
    if (newRate !== undefined) refuseDocumentTax('taxRate');
    if (newAmount !== undefined) refuseDocumentTax('taxAmount');
    return { taxRate: '0.00', flatTax: '0' };
  }
  const stoodOnLines = uniformRate(before) !== undefined;
  const rate = newRate ?? (stoodOnLines ? '0.00' : stored.taxRate);
  if (!isZero(rate)) return { taxRate: rate, flatTax: '0' };
  const storedFlat = stoodOnLines || !isZero(stored.taxRate) ? '0' : stored.taxAmount;
  return {
    taxRate: rate,
    flatTax: taxAmount === undefined || stoodOnLines ? (newAmount ?? storedFlat) : taxAmount,
  };
}

/**
 * The taxes that a new line carries, of a call that knows one rate for the whole document and sends it
 * as it was answered: all lines carried it, and so does this.
 */
function wholeTaxes(
  stored: Stored,
  before: readonly LineItem[],
  { taxRate }: Changes,
): LineItem['taxes'] {
  if (taxRate !== stored.taxRate || isZero(taxRate)) return [];
  return uniformRate(before) === undefined ? [] : (before[0]?.taxes ?? []);
}

/** "5" and "5.00" are one amount. */
const sameNumber = (a: Decimal | undefined, b: Decimal): boolean =>
  a !== undefined && Number(a) === Number(b);

/** A rate is of two currencies: with another one of the document it is gone. */
const keptRate = ({ exchangeRate }: Stored, currency: string): ExchangeRate | null =>
  exchangeRate?.from === currency ? exchangeRate : null;

/**
 * The exchange rate of a document, of the day of supply unless another is told.
 * @throws AppError VALIDATION for a rate between other currencies than the document's and the business's
 */
function readExchangeRate(
  given: ExchangeRateInput | null | undefined,
  document: { currency: string; issueDate: string; supplyDate?: string | null | undefined },
  { businessCurrency }: DocumentTerms,
): ExchangeRate | null {
  const { currency, issueDate, supplyDate } = document;
  if (!given) return null;
  const {
    rate,
    date = supplyDate ?? issueDate,
    source,
    from = currency,
    to = businessCurrency,
  } = given;
  if (from !== currency || to !== businessCurrency || to === currency) {
    const message =
      currency === businessCurrency
        ? `A document in ${currency} needs no exchange rate`
        : `The exchange rate must be from ${currency} to ${businessCurrency}`;
    throw invalidField('exchangeRate', message);
  }
  return { from, to, rate, date, source: source ?? null };
}

/**
 * What a total is rounded to: as the call says, else as it is stored, else as the business has it for the
 * currency. A credit note is not rounded, but for one that was when credits were rounded by themselves.
 * @throws AppError VALIDATION naming `roundingIncrement`
 */
function readIncrement(
  kind: KindName,
  given: Decimal | null | undefined,
  currency: string,
  { terms, stored }: { terms: DocumentTerms; stored?: Stored },
): Decimal | null {
  const kept = stored?.currency === currency ? stored.roundingIncrement : undefined;
  const isCredit = kind === 'credit_note';
  if (given === undefined) {
    if (kept !== undefined) return kept;
    return isCredit ? null : chosenIncrement(terms.roundedTotals, currency);
  }
  if (given === null) return null;
  if (kept != null && sameNumber(given, kept)) return kept;
  const fault = isCredit
    ? 'The total of a credit note is not rounded'
    : findIncrementFault(given, currency);
  if (fault) throw invalidField('roundingIncrement', fault);
  return withDecimals(given, currency);
}

function differs(stored: object, values: object): boolean {
  const known: Record<string, unknown> = { ...stored };
  return Object.entries(values).some(([name, value]) => !isDeepStrictEqual(value, known[name]));
}

const readNumber = (kind: KindName, document: object): string =>
  readContentText(document, DOCUMENT_KINDS[kind].number);
