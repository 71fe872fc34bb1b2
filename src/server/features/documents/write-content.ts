import type { KindName, LineItemInput } from '../../../shared/documents/document-content.ts';
import {
  DOCUMENT_KINDS,
  pickContent,
  readContentText,
} from '../../../shared/documents/document-content.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { Decimal } from '../../../shared/money/hundredths.ts';
import { hundredths } from '../../../shared/money/hundredths.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Queryable } from '../../db/database.ts';
import { invoiceSearchPart, lockCustomer } from '../customers/index.ts';
import { checkItems, computeDocument } from './compute-document.ts';
import { changedNumberKey, numberKey } from './document-numbers.ts';
import type { LineValues } from './line-items.store.ts';
import { insertLineItems, readLineItems } from './line-items.store.ts';
import { insertPublicId } from './public-documents.store.ts';

interface Input {
  customerId: number;
  taxRate: Decimal;
  taxAmount?: Decimal | undefined;
  lineItems: LineItemInput[];
}

type Changes = { [Name in keyof Input]?: Input[Name] | undefined };

interface Stored {
  businessId: string;
  id: number;
  customerId: number;
  taxRate: Decimal;
  taxAmount: Decimal;
}

/**
 * The row and the lines of a new document: totals, customer and items of the owner.
 * @throws AppError NOT_FOUND (customer, item), VALIDATION (too large)
 */
export async function newContent<K extends KindName, I extends Input>(
  db: Queryable,
  kind: K,
  businessId: string,
  input: I,
  now: Date,
) {
  const { lines, amounts } = computeDocument(
    input.lineItems,
    input.taxRate,
    input.taxAmount ?? '0.00',
  );
  const number = numberOf(kind, input);
  const customer = await lockCustomer(db, businessId, input.customerId);
  await checkItems(db, businessId, lines);
  const values = {
    businessId,
    ...pickContent<K, I>(kind, input),
    ...amounts,
    numberKey: numberKey(number),
    searchText: searchText(number, invoiceSearchPart(customer)),
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
 * @throws AppError NOT_FOUND (customer, item), VALIDATION (too large)
 */
export async function changedContent<K extends KindName, S extends Stored, I extends Changes>(
  db: Queryable,
  kind: K,
  stored: S,
  input: I,
  now: Date,
) {
  const { businessId } = stored;
  const document = { of: kind, businessId, id: stored.id };
  const before = await readLineItems(db, document);
  const { lines, amounts } = computeDocument(
    input.lineItems ?? before,
    input.taxRate ?? stored.taxRate,
    input.taxAmount ?? flatTaxOf(stored),
  );
  const customer = await lockCustomer(db, businessId, input.customerId ?? stored.customerId);
  await checkItems(db, businessId, lines);
  const content = pickContent<K, I>(kind, input);
  const numberBefore = numberOf(kind, stored);
  const number = numberOf(kind, content) || numberBefore;
  const isEdit =
    differs(stored, { ...content, ...amounts }) ||
    before.length !== lines.length ||
    before.some((line, index) => differs(line, lines[index] ?? {}));
  const values = {
    ...content,
    ...amounts,
    ...changedNumberKey(numberBefore, number),
    searchText: searchText(number, invoiceSearchPart(customer)),
    updatedAt: now,
  };
  return { values, amounts, lines, isEdit };
}

/** A flat tax holds while the rate is 0. */
const flatTaxOf = ({ taxRate, taxAmount }: Stored): Decimal =>
  hundredths(taxRate) === 0n ? taxAmount : '0.00';

function differs(stored: object, values: object): boolean {
  const known: Record<string, unknown> = { ...stored };
  return Object.entries(values).some(([name, value]) => value !== known[name]);
}

const numberOf = (kind: KindName, document: object): string =>
  readContentText(document, DOCUMENT_KINDS[kind].number);

/** What a search for documents looks through: the number, and the customer's name and company. */
const searchText = (number: string, customerPart: string) => `${fold(number)}\n${customerPart}`;
