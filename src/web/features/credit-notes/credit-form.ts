/** The form in which it is said what is credited of an invoice, as it is typed. */
import type {
  Creditable,
  CreditNoteDetail,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import {
  divideRounded,
  formatQuantity,
  isZero,
  parseDecimal,
  QUANTITY_PLACES,
  scaleDecimal,
} from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { fromMinorUnits, minorUnits, money } from '../../../shared/money/money.ts';

export type CreditWay = 'all' | 'lines' | 'amount';

export type CreditableLine = Creditable['lines'][number];

export interface CreditDraft {
  way: CreditWay;
  amount: string;
  /** By the key of a line, what is typed of it: a quantity, of a charge a percentage. Others are not chosen. */
  lines: Readonly<Record<string, string>>;
  creditNoteNumber: string;
  issueDate: string;
  reason: string;
  notes: string;
}

type Selection = NonNullable<CreditNoteDetail['credit']>;

/** 'line-2', 'charge-1' */
export const lineKey = ({ line, charge }: { line?: number | null; charge?: number | null }) =>
  line == null ? `charge-${charge}` : `line-${line}`;

/** What is left of a line, in the words of its field. */
export const partLeft = ({ line, quantityLeft, percentLeft }: CreditableLine): string =>
  formatQuantity(line === null ? percentLeft : quantityLeft);

/** A form as it stands for a new credit note, or for the draft that is changed. */
export function toCreditDraft(
  lines: readonly CreditableLine[],
  creditNote: CreditNoteDetail | undefined,
  beginning: { number: string; today: string },
): CreditDraft {
  const selection = creditNote?.credit;
  const byKey = new Map(lines.map((line) => [lineKey(line), line]));
  const chosen = (selection?.lines ?? []).flatMap((one): [string, string][] => {
    const line = byKey.get(lineKey(one));
    if (!line) return [];
    const { quantity, percent } = one;
    // A percentage of a line is shown as what it is of its quantity.
    const ofLine = percent === undefined ? undefined : creditPart(line, percent);
    return [[lineKey(one), quantity ?? ofLine ?? partLeft(line)]];
  });
  return {
    way: selection?.amount !== undefined ? 'amount' : selection?.lines ? 'lines' : 'all',
    amount: selection?.amount ?? '',
    lines: Object.fromEntries(chosen),
    creditNoteNumber: creditNote?.creditNoteNumber ?? beginning.number,
    issueDate: creditNote?.issueDate ?? beginning.today,
    reason: creditNote?.reason ?? '',
    notes: creditNote?.notes ?? '',
  };
}

const creditPart = ({ line, quantity }: CreditableLine, percent: string): string =>
  line === null
    ? formatQuantity(percent)
    : formatQuantity(((Number(quantity) * Number(percent)) / 100).toFixed(6));

/** The selection as the call takes it; all that is left of a line is named without a part. */
export function toSelection(draft: CreditDraft, lines: readonly CreditableLine[]): Selection {
  if (draft.way === 'all') return {};
  if (draft.way === 'amount') return { amount: draft.amount };
  return {
    lines: lines.flatMap((line) => {
      const part = draft.lines[lineKey(line)];
      if (part === undefined) return [];
      const place = line.line === null ? { charge: line.charge ?? 0 } : { line: line.line };
      if (formatQuantity(part) === partLeft(line)) return [place];
      return [line.line === null ? { ...place, percent: part } : { ...place, quantity: part }];
    }),
  };
}

/** Lines of which something is left. */
export const openLines = (lines: readonly CreditableLine[]): CreditableLine[] =>
  lines.filter(({ percentLeft }) => !isZero(percentLeft));

/** The field of the form that a refusal of the server is about. */
export function findField(path: string, selection: Selection): string | undefined {
  const [, index, part] = /^credit\.lines\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
  if (index !== undefined && part !== 'line') {
    const line = selection.lines?.[Number(index)];
    return line && lineKey(line);
  }
  if (path === 'credit.amount') return 'amount';
  if (/^credit(?:\.|$)/.test(path)) return 'lines';
  return ['creditNoteNumber', 'issueDate', 'reason', 'notes'].find((name) => name === path);
}

/**
 * What the chosen lines come to with tax. Of a part of a line its share of what is left: the credit note
 * rounds net and tax by themselves, and may differ by a cent.
 * @returns undefined while a part is no number
 */
export function sumOfLines(
  chosen: CreditDraft['lines'],
  lines: readonly CreditableLine[],
  currency: string,
): { total: Money; isExact: boolean } | undefined {
  let units = 0n;
  let isExact = true;
  for (const line of lines) {
    const typed = chosen[lineKey(line)];
    if (typed === undefined) continue;
    const part = parseDecimal(typed, QUANTITY_PLACES);
    if (part === undefined) return undefined;
    const left = line.line === null ? line.percentLeft : line.quantityLeft;
    const whole = scaleDecimal(left, QUANTITY_PLACES);
    const gross = minorUnits(money(line.grossLeft, currency));
    if (part !== whole) isExact = false;
    units += part === whole ? gross : divideRounded(gross * part, whole);
  }
  return { total: fromMinorUnits(units, currency), isExact };
}
