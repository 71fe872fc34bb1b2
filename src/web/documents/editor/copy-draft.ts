import { addDays, daysBetween, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { DocumentDraft } from './document-draft.ts';
import { mapParts } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import { newLine } from './draft-line.ts';

/**
 * A new document that says the same as another: customer, lines, taxes, discounts, rounding and notes.
 * What belongs to that one alone stays there: its number, dates, periods, order number, exchange rate,
 * installments and deductions. It is given as long to be paid or accepted as that one was.
 */
export function copyDraft(
  source: DocumentDraft,
  kind: Pick<DocumentKind, 'endAfterDays' | 'termsFor'>,
  { today, number }: { today: string; number: string },
): DocumentDraft {
  const day = parseCalendarDate(today);
  const [issued, ends] = [parseCalendarDate(source.issueDate), parseCalendarDate(source.endDate)];
  const days = issued && ends ? Math.max(0, daysBetween(issued, ends)) : kind.endAfterDays;
  const draft = {
    ...source,
    ...mapParts(''),
    deposit: source.deposit,
    onAcceptance: source.onAcceptance,
    number,
    status: 'draft',
    issueDate: today,
    endDate: day && days !== null ? addDays(day, days) : '',
    endChosen: days !== kind.endAfterDays,
    supplyDate: '',
    poNumber: '',
    installments: [],
    deductions: [],
    followsEstimate: false,
    schedule: null,
    lines: source.lines.map(({ key: _key, id: _id, storedQuantity: _stored, ...line }) =>
      newLine({ ...line, periodFrom: '', periodTo: '' }),
    ),
  };
  return { ...draft, terms: kind.termsFor?.(draft) ?? draft.terms };
}
