import { isDeepStrictEqual } from 'node:util';
import type { ExchangeRate, KindName } from '../../../shared/documents/document-content.ts';
import {
  DOCUMENT_KINDS,
  pickContent,
  readContentText,
} from '../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { LineItem, LineItemInput } from '../../../shared/documents/line-content.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import { customaryIncrement } from '../../../shared/money/currencies.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { invoiceSearchPart } from '../customers/index.ts';
import { changedNumberKey, numberKey } from './document-numbers.ts';
import type { LineValues } from './line-items.store.ts';
import { insertLineItems, readLineItems } from './line-items.store.ts';
import type { ComputedValues, FiguresInput } from './price-document.ts';
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

interface Stored extends ComputedValues {
  businessId: string;
  id: number;
  customerId: number;
  issueDate: string;
  supplyDate: string | null;
  exchangeRate: ExchangeRate | null;
}

/**
 * The row and the lines of a new document: totals, customer and items of the owner.
 * @param options whether it is issued at once: what only drafts may lack is then asked for
 * @throws AppError NOT_FOUND (customer, item, tax rate), VALIDATION (what no document can hold)
 */
export async function newContent<K extends KindName, I extends Input>(
  db: Queryable,
  kind: K,
  businessId: string,
  input: I,
  { now, isIssued }: { now: Date; isIssued: boolean },
) {
  const terms = await lockTerms(db, businessId, input.customerId);
  const currency = input.currency ?? terms.customerCurrency ?? terms.businessCurrency;
  const { lines, values: computed } = await priceDocument(
    db,
    businessId,
    {
      currency,
      pricesIncludeTax: input.pricesIncludeTax ?? false,
      discounts: input.discounts ?? [],
      charges: input.charges ?? [],
      roundingIncrement: input.roundingIncrement ?? incrementFor(currency, terms),
      taxRate: input.taxRate,
      flatTax: isZero(input.taxRate) ? (input.taxAmount ?? '0') : '0',
      lineItems: input.lineItems,
    },
    terms,
  );
  if (!isZero(input.taxRate) && input.taxRate !== computed.taxRate) {
    const message = 'A rate for the whole document cannot stand beside taxes on its lines';
    throw invalidField('taxRate', message);
  }
  const exchangeRate = readExchangeRate(input.exchangeRate, { ...input, currency }, terms);
  if (isIssued) requireExchangeRate({ ...computed, exchangeRate }, terms.businessCurrency);
  const number = numberOf(kind, input);
  const values = {
    businessId,
    ...pickContent<K, I>(kind, input),
    ...computed,
    exchangeRate,
    numberKey: numberKey(number),
    searchText: searchText(number, invoiceSearchPart(terms.customer)),
    createdAt: now,
    updatedAt: now,
  };
  return { values, lines };
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
 * @param options whether it is issued, or is from now on
 * @throws AppError NOT_FOUND (customer, item, tax rate), VALIDATION (what no document can hold),
 *   CONFLICT for a rate of the whole document beside taxes on its lines
 */
export async function changedContent<K extends KindName, S extends Stored, I extends Changes>(
  db: Queryable,
  kind: K,
  stored: S,
  input: I,
  { now, isIssued }: { now: Date; isIssued: boolean },
) {
  const { businessId } = stored;
  const before = await readLineItems(db, { of: kind, businessId, id: stored.id });
  const terms = await lockTerms(db, businessId, input.customerId ?? stored.customerId);
  const currency = input.currency ?? stored.currency;
  const lineItems = input.lineItems ? keepStoredParts(input.lineItems, before) : before;
  const { lines, values: computed } = await priceDocument(
    db,
    businessId,
    {
      currency,
      pricesIncludeTax: input.pricesIncludeTax ?? stored.pricesIncludeTax,
      discounts: input.discounts ?? stored.discounts,
      charges: input.charges ?? stored.charges,
      roundingIncrement:
        currency === stored.currency ? stored.roundingIncrement : incrementFor(currency, terms),
      ...documentTax(stored, before, input, lineItems),
      lineItems,
    },
    terms,
  );
  const dates = {
    ...stored,
    ...pickDefined({ issueDate: input.issueDate, supplyDate: input.supplyDate }),
  };
  const given = input.exchangeRate === undefined ? keptRate(stored, currency) : input.exchangeRate;
  const exchangeRate = readExchangeRate(given, { ...dates, currency }, terms);
  if (isIssued) requireExchangeRate({ ...computed, exchangeRate }, terms.businessCurrency);
  const content = pickContent<K, I>(kind, input);
  const numberBefore = numberOf(kind, stored);
  const number = numberOf(kind, content) || numberBefore;
  const figures = { ...computed, exchangeRate };
  const isEdit =
    differs(stored, { ...content, ...figures }) ||
    before.length !== lines.length ||
    before.some((line, index) => differs(line, lines[index] ?? {}));
  const values = {
    ...content,
    ...figures,
    ...changedNumberKey(numberBefore, number),
    searchText: searchText(number, invoiceSearchPart(terms.customer)),
    updatedAt: now,
  };
  return { values, amounts: computed, lines, isEdit };
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

/** "5" and "5.00" are one amount. */
const sameNumber = (a: Decimal | undefined, b: Decimal): boolean =>
  a !== undefined && Number(a) === Number(b);

/**
 * Lines as they are after an edit: of a line that is stored, what the call does not name stays. It is
 * known by its number, and else by its place and content.
 */
function keepStoredParts(
  lines: readonly LineItemInput[],
  before: readonly LineItem[],
): LineItemInput[] {
  const byId = new Map(before.map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const atPlace = before[index];
    const known =
      line.id === undefined
        ? atPlace && sameLine(line, atPlace)
          ? atPlace
          : undefined
        : byId.get(line.id);
    if (!known) return line;
    const { id, itemId, discount, total, net, tax, gross, ...kept } = known;
    const given = pickDefined(line);
    // One kind of discount takes the place of the other.
    if (given.discountPercent != null && given.discountAmount === undefined)
      kept.discountAmount = null;
    if (given.discountAmount != null && given.discountPercent === undefined)
      kept.discountPercent = null;
    return { ...kept, ...given };
  });
}

const sameLine = (line: LineItemInput, stored: LineItem): boolean =>
  line.description === stored.description &&
  line.quantity === stored.quantity &&
  line.unitPrice === stored.unitPrice;

function pickDefined<T extends object>(values: T): Partial<T> {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Partial<T>;
}

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
  if (from !== currency || to === currency) {
    const message =
      currency === businessCurrency
        ? `A document in ${currency} needs no exchange rate`
        : `The exchange rate must be from ${currency} to ${businessCurrency}`;
    throw invalidField('exchangeRate', message);
  }
  return { from, to, rate, date, source: source ?? null };
}

const incrementFor = (currency: string, { roundTotals }: DocumentTerms): Decimal | null =>
  (roundTotals ? customaryIncrement(currency) : undefined) ?? null;

function differs(stored: object, values: object): boolean {
  const known: Record<string, unknown> = { ...stored };
  return Object.entries(values).some(([name, value]) => !isDeepStrictEqual(value, known[name]));
}

const numberOf = (kind: KindName, document: object): string =>
  readContentText(document, DOCUMENT_KINDS[kind].number);

/** What a search for documents looks through: the number, and the customer's name and company. */
const searchText = (number: string, customerPart: string) => `${fold(number)}\n${customerPart}`;
