import { formatDate, parseCalendarDate } from '../dates/calendar-date.ts';
import { formatMoney, formatQuantity } from '../money/money.ts';
import { listContentFields } from './document-content.ts';
import type { RevisionChange } from './revision.contract.ts';
import type { RevisionBody } from './revision-body.ts';

const SELLER: Record<string, string> = { businessName: 'Business name', zipCode: 'ZIP code' };
const LOOK: Record<string, string> = { primary: 'Primary color', accent: 'Accent color' };

/** What a revision says otherwise than the one before it, in words, in the order of the document. */
export function revisionChanges(before: RevisionBody, after: RevisionBody): RevisionChange[] {
  const labels = Object.fromEntries(
    listContentFields(after.kind).map(({ name, label }) => [name, label]),
  );
  // Whom the number stands for is told by the customer's own fields.
  const { customerId: _then, lineItems: linesBefore, ...said } = before.content;
  const { customerId: _now, lineItems: linesAfter, ...says } = after.content;
  return [
    ...fieldChanges(said, says, (name) => labels[name] ?? inWords(name)),
    ...lineChanges(linesBefore, linesAfter),
    ...fieldChanges(
      before.customer,
      after.customer,
      (name) => `Customer’s ${inWords(name, 'low')}`,
    ),
    ...fieldChanges(
      before.seller,
      after.seller,
      (name) => SELLER[name] ?? `Business’s ${inWords(name, 'low')}`,
    ),
    ...fieldChanges(before.look, after.look, (name) => LOOK[name] ?? inWords(name)),
    ...logoChange(before, after),
  ];
}

/** 'taxNumber' in words: 'Tax number'. */
function inWords(name: string, first: 'high' | 'low' = 'high'): string {
  const words = name
    .replace(/^zipCode$/, 'ZIP code')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return first === 'high' ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

function fieldChanges(before: object, after: object, label: (name: string) => string) {
  const values = new Map<string, unknown>(Object.entries(before));
  const changes: RevisionChange[] = [];
  for (const [name, value] of Object.entries(after)) {
    const [was, is] = [inText(values.get(name)), inText(value)];
    if (was !== is) changes.push({ field: label(name), before: was, after: is });
  }
  return changes;
}

function inText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  return parseCalendarDate(value) === value ? formatDate(value) : value;
}

type Line = RevisionBody['content']['lineItems'][number];

/** 'Design: 2 × $100.00 = $200.00' */
const lineInText = ({ description, quantity, unitPrice, total }: Line): string =>
  `${description}: ${formatQuantity(quantity)} × ${formatMoney(unitPrice)} = ${formatMoney(total)}`;

/** Lines that both have at their beginning and end are the same; those between are told by place. */
function lineChanges(before: Line[], after: Line[]): RevisionChange[] {
  const [was, is] = [before.map(wholeLine), after.map(wholeLine)];
  const shorter = Math.min(was.length, is.length);
  let first = 0;
  while (first < shorter && was[first] === is[first]) first += 1;
  let last = 0;
  while (last < shorter - first && was.at(-1 - last) === is.at(-1 - last)) last += 1;
  const [out, come] = [
    before.slice(first, before.length - last),
    after.slice(first, after.length - last),
  ];
  return Array.from({ length: Math.max(out.length, come.length) }, (_, index) => {
    const [old, now] = [out[index], come[index]];
    return {
      field: `Line ${first + index + 1}`,
      before: old ? lineInText(old) : null,
      after: now ? lineInText(now) : null,
    };
  }).filter(({ before: old, after: now }, index) => {
    const [a, b] = [out[index], come[index]];
    return old !== now || (a && b && wholeLine(a) !== wholeLine(b));
  });
}

/** All that a line says, new fields too. */
const wholeLine = (line: Line): string =>
  JSON.stringify(Object.entries(line).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function logoChange(before: RevisionBody, after: RevisionBody): RevisionChange[] {
  if (before.logo?.key === after.logo?.key) return [];
  const name = (body: RevisionBody, other: string) => (body.logo ? other : null);
  const both = before.logo && after.logo;
  return [
    {
      field: 'Logo',
      before: name(before, both ? 'Logo of before' : 'Logo'),
      after: name(after, both ? 'Another logo' : 'Logo'),
    },
  ];
}
