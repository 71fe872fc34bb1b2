/** Apart from the sheet itself: what draws documents needs no schema. */
import { parseCalendarDate } from '../dates/calendar-date.ts';
import type { ContentValues, KindName } from './document-content.ts';
import { DOCUMENT_KINDS, labelledTexts, readContentText } from './document-content.ts';
import type { SheetForDocument } from './document-sheet.ts';

/** The sheet of a document as it is stored. */
export function storedSheet<K extends KindName>(
  kind: K,
  stored: ContentValues<K> & Pick<SheetForDocument, 'subtotal' | 'total' | 'lineItems'>,
): SheetForDocument {
  return buildSheet(kind, stored, stored);
}

/** The texts and dates of a content, with the figures that belong to it. */
export function buildSheet(
  kind: KindName,
  content: object,
  figures: Pick<SheetForDocument, 'subtotal' | 'taxRate' | 'taxAmount' | 'total' | 'lineItems'>,
): SheetForDocument {
  const { number, endDate } = DOCUMENT_KINDS[kind];
  const day = (name: string) => parseCalendarDate(readContentText(content, name)) ?? '';
  const { subtotal, taxRate, taxAmount, total, lineItems } = figures;
  return {
    number: readContentText(content, number),
    issueDate: day('issueDate'),
    endDate: day(endDate),
    references: labelledTexts(kind, 'reference', content),
    remarks: labelledTexts(kind, 'remark', content),
    subtotal,
    taxRate,
    taxAmount,
    total,
    lineItems,
  };
}
