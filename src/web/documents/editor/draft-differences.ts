import { formatDate, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatMoneyOrNone, formatRate, parseTyped } from '../../../shared/money/hundredths.ts';
import { partyNames } from '../party-names.ts';
import type { DocumentDraft } from './document-draft.ts';
import { draftFields, draftTotals } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';

export interface Difference {
  field: string;
  mine: string;
  theirs: string;
}

type Words = Pick<DocumentKind, 'name' | 'statuses'>;

/** Where two states of a document differ, in the words of the form. */
export function draftDifferences(
  kind: Words,
  mine: DocumentDraft,
  theirs: DocumentDraft,
): Difference[] {
  const [left, right] = [describeDraft(kind, mine), describeDraft(kind, theirs)];
  return Object.keys(left)
    .filter((field) => left[field] !== right[field])
    .map((field) => ({ field, mine: left[field] || 'none', theirs: right[field] || 'none' }));
}

/** That the status became another since the form was opened, as a sentence. */
export function statusNews(
  { statuses }: Pick<Words, 'statuses'>,
  opened: Pick<DocumentDraft, 'status'>,
  theirs: Pick<DocumentDraft, 'status'>,
): string | undefined {
  if (opened.status === theirs.status) return undefined;
  const label = statuses.find(({ value }) => value === theirs.status)?.label ?? theirs.status;
  return `Since you opened it, its status became ${label}.`;
}

function describeDraft(
  { name: kind, statuses }: Words,
  draft: DocumentDraft,
): Record<string, string> {
  const day = (date: string) => (parseCalendarDate(date) ? formatDate(date) : date);
  const facts: Record<string, string> = {
    Customer: draft.customer ? partyNames(draft.customer).main : '',
    Status: statuses.find(({ value }) => value === draft.status)?.label ?? draft.status,
  };
  for (const { name, label, place } of draftFields(kind)) {
    if (name === 'taxRate') {
      facts['Line items'] = linesFact(draft);
      facts[label] = rateFact(draft.taxRate);
    } else if (name === 'taxAmount') facts['Total'] = formatMoneyOrNone(draftTotals(draft).total);
    else if (name === 'issueDate' || name === 'endDate') facts[label] = day(draft[name]);
    else facts[label] = place === 'remark' ? shortened(draft[name]) : draft[name];
  }
  return facts;
}

function rateFact(typed: string): string {
  const rate = typed.trim() === '' ? '0.00' : parseTyped(typed);
  return rate === undefined ? typed : `${formatRate(rate)}%`;
}

function linesFact({ lines }: DocumentDraft): string {
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  const facts = lines.map(({ description, quantity, unitPrice }) =>
    [description || 'no description', `${quantity} × ${unitPrice}`].join(', '),
  );
  return `${count}: ${shortened(facts.join('; '))}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
