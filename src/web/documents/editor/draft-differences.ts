import { formatDate, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatPercent } from '../../../shared/documents/sheet-figures.ts';
import { ON_ACCEPTANCE_OPTIONS } from '../../../shared/estimates/on-acceptance.ts';
import { RATE_PLACES, readTypedDecimal } from '../../../shared/money/decimal.ts';
import { formatMoney, formatMoneyOrNone, money } from '../../../shared/money/money.ts';
import { describeSchedule } from '../../../shared/recurring/describe-schedule.ts';
import { partyNames } from '../party-names.ts';
import type { DocumentDraft, DraftAdjustment } from './document-draft.ts';
import { draftFields, draftTotals } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import { formatDraftInstallment } from './draft-installments.ts';
import type { DraftLine } from './draft-line.ts';
import type { DraftSchedule } from './draft-schedule.ts';
import { readSchedule } from './draft-schedule.ts';

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
  const period = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }) =>
    periodFrom || periodTo ? `${day(periodFrom)} – ${day(periodTo)}` : '';
  const facts: Record<string, string> = {
    Customer: draft.customer ? partyNames(draft.customer).main : '',
    Status: statuses.find(({ value }) => value === draft.status)?.label ?? draft.status,
  };
  const { total } = draftTotals(draft);
  for (const { name, label, place } of draftFields(kind)) {
    if (name === 'taxRate') {
      facts['Prices include tax'] = draft.pricesIncludeTax ? 'yes' : 'no';
      facts['Total rounded to'] = draft.roundTo
        ? formatMoney(money(draft.roundTo, draft.currency))
        : '';
      facts['Service period'] = period(draft);
      facts['Exchange rate'] = [draft.exchangeRate, day(draft.exchangeDate), draft.exchangeSource]
        .filter(Boolean)
        .join(', ');
      facts['Line items'] = linesFact(draft, period);
      facts['Discounts'] = adjustmentsFact(draft.discounts);
      facts['Charges'] = adjustmentsFact(draft.charges);
      facts['Installments'] = draft.installments
        .map((each) => formatDraftInstallment(each, draft.currency))
        .join('; ');
      if (draft.schedule) facts['Schedule'] = scheduleFact(draft.schedule, day);
      facts['Deposit'] = draft.deposit;
      facts['After acceptance'] = acceptanceFact(draft.onAcceptance);
      facts['Deducted deposits'] = draft.deductions
        .map(({ invoiceNumber }) => invoiceNumber)
        .join(', ');
      facts[label] = rateFact(draft.taxRate);
    } else if (name === 'taxAmount') {
      facts['Total'] = formatMoneyOrNone(total === null ? null : money(total, draft.currency));
    } else if (name === 'issueDate' || name === 'endDate' || name === 'supplyDate') {
      facts[label] = day(draft[name]);
    } else facts[label] = place === 'remark' ? shortened(draft[name]) : draft[name];
  }
  return facts;
}

const acceptanceFact = (chosen: string): string =>
  ON_ACCEPTANCE_OPTIONS.find(({ value }) => value === chosen)?.label ?? '';

function scheduleFact(typed: DraftSchedule, day: (date: string) => string): string {
  const schedule = readSchedule(typed);
  const { ends, endDate, maxOccurrences, dueDays } = typed;
  return [
    typed.name,
    schedule && describeSchedule(schedule),
    `from ${day(typed.startDate)}`,
    ends === 'date' && `until ${day(endDate)}`,
    ends === 'count' && `${maxOccurrences} invoices`,
    dueDays && `due after ${dueDays} days`,
    typed.delivery === 'send' ? 'sent' : 'drafted',
    `after downtime: ${typed.catchUp}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function rateFact(typed: string): string {
  const rate = typed.trim() === '' ? '0.00' : readTypedDecimal(typed, RATE_PLACES);
  return rate === undefined ? typed : formatPercent(rate);
}

function linesFact({ lines }: DocumentDraft, period: (line: DraftLine) => string): string {
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  const facts = lines.map((line) => {
    const { description, quantity, unit, unitPrice, discount, itemCode } = line;
    const figures = `${quantity} ${unit ? `${unit} ` : ''}× ${unitPrice}`;
    return [
      description || 'no description',
      figures,
      discount && `less ${discount}`,
      line.taxes.map(({ name, rate }) => `${name} ${rateFact(rate)}`).join(' + '),
      itemCode,
      period(line),
      line.optional && 'optional',
      line.minQuantity && `at least ${line.minQuantity}`,
      line.maxQuantity && `at most ${line.maxQuantity}`,
    ]
      .filter(Boolean)
      .join(', ');
  });
  return `${count}: ${shortened(facts.join('; '))}`;
}

const adjustmentsFact = (all: readonly DraftAdjustment[]): string =>
  all
    .map(({ reason, value, taxes }) =>
      [reason, value, ...(taxes ?? []).map(({ name, rate }) => `${name} ${rateFact(rate)}`)]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ');

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
