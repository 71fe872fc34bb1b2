/** Where two states of a document in the editor differ. */
import type { Deduction } from '../../../shared/documents/deductions.ts';
import type { DocumentDraft, DraftAdjustment } from './document-draft.ts';
import { PART_NAMES, TEXT_NAMES } from './document-draft.ts';
import { sameInstallment } from './draft-installments.ts';
import { sameLine, sameTaxes } from './draft-line.ts';
import { sameSchedule } from './draft-schedule.ts';

/** What is changed as one. */
export const DRAFT_PARTS = [
  'customer',
  'status',
  ...TEXT_NAMES,
  ...PART_NAMES,
  'pricesIncludeTax',
  'roundTo',
  'lines',
  'discounts',
  'charges',
  'installments',
  'deductions',
  'schedule',
] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

/** Where `draft` differs from `other`. Keys of lines, discounts, charges and installments do not count. */
export function changedParts(draft: DocumentDraft, other: DocumentDraft): DraftPart[] {
  if (draft === other) return [];
  return DRAFT_PARTS.filter((part) => {
    if (part === 'customer') return draft.customer?.id !== other.customer?.id;
    if (part === 'lines') return !sameList(draft.lines, other.lines, sameLine);
    if (part === 'deductions') return !sameList(draft[part], other[part], sameDeduction);
    if (part === 'discounts' || part === 'charges') {
      return !sameList(draft[part], other[part], sameAdjustment);
    }
    if (part === 'schedule') return !sameSchedule(draft.schedule, other.schedule);
    if (part === 'installments') return !sameList(draft[part], other[part], sameInstallment);
    return draft[part] !== other[part];
  });
}

/** Whether nothing would be lost by forgetting `draft` for `other`. */
export function sameContent(draft: DocumentDraft, other: DocumentDraft): boolean {
  return changedParts(draft, other).length === 0;
}

/**
 * The changes of `mine` made to `newer`: what nobody touched here is as it was saved elsewhere, so
 * that a note added to an invoice does not take back the payment that came meanwhile.
 */
export function rebased(
  mine: DocumentDraft,
  changed: readonly DraftPart[],
  newer: DocumentDraft,
): DocumentDraft {
  const own = Object.fromEntries(changed.map((part) => [part, mine[part]]));
  // Another currency has an increment of its own.
  const isOwn = changed.includes('roundTo') || changed.includes('currency');
  const { roundTo, roundChosen } = isOwn ? mine : newer;
  const endChosen = mine.endChosen || newer.endChosen;
  return { ...newer, ...own, roundTo, roundChosen, endChosen };
}

function sameList<T>(
  list: readonly T[],
  others: readonly T[],
  same: (one: T, other: T | undefined) => boolean,
): boolean {
  if (list === others) return true;
  return list.length === others.length && list.every((each, index) => same(each, others[index]));
}

const sameDeduction = (one: Deduction, other: Deduction | undefined): boolean =>
  one.invoiceId === other?.invoiceId;

export function sameAdjustment(one: DraftAdjustment, other: DraftAdjustment | undefined): boolean {
  if (one === other) return true;
  if (other === undefined || one.reason !== other.reason || one.value !== other.value) return false;
  if (one.taxes === null || other.taxes === null) return one.taxes === other.taxes;
  return sameTaxes(one.taxes, other.taxes);
}
