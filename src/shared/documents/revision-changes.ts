import { countryName } from '../countries/countries.ts';
import { formatDate, parseCalendarDate } from '../dates/calendar-date.ts';
import { formatMoney, money } from '../money/money.ts';
import { PDF_THEME_LABELS, PDF_THEMES } from '../profile/pdf-style.ts';
import type { Tax } from '../taxes/tax.ts';
import { TAX_CATEGORY_LABELS } from '../taxes/tax.ts';
import { listContentFields } from './document-content.ts';
import type { Installment } from './installments/installment-content.ts';
import { formatInstallment } from './installments/sheet-installments.ts';
import type { RevisionBody } from './revision-body.ts';
import type { RevisionChange } from './revision.contract.ts';
import {
  formatExchangeRate,
  formatLineDetails,
  formatPercent,
  formatPeriod,
  formatPricedLine,
  formatTaxes,
} from './sheet-figures.ts';

const SELLER: Record<string, string> = { businessName: 'Business name', zipCode: 'ZIP code' };
const LOOK: Record<string, string> = { primary: 'Primary color', accent: 'Accent color' };

/** What a revision says otherwise than the one before it, in words: what was changed, and then what came of it. */
export function listRevisionChanges(before: RevisionBody, after: RevisionBody): RevisionChange[] {
  const labels = Object.fromEntries(
    listContentFields(after.kind).map(({ name, label }) => [name, label]),
  );
  // Whom the number stands for is told by the customer's own fields.
  const { customerId: oldCustomer, lineItems: linesBefore, ...said } = before.content;
  const { customerId: newCustomer, lineItems: linesAfter, ...says } = after.content;
  const { causes, results } = contentChanges(
    said,
    says,
    (name) => labels[name] ?? describeField(name),
  );
  const customer = fieldChanges(
    before.customer,
    after.customer,
    (name) => `Customer’s ${describeField(name, 'low')}`,
  );
  if (customer.length === 0 && oldCustomer !== newCustomer) {
    // Another record of the same words.
    customer.push({
      field: 'Customer’s record',
      before: `${oldCustomer}`,
      after: `${newCustomer}`,
    });
  }
  const changes = [
    ...causes,
    ...lineChanges(linesBefore, linesAfter, [said.currency, says.currency]),
    ...customer,
    ...fieldChanges(
      before.seller,
      after.seller,
      (name) => SELLER[name] ?? `Business’s ${describeField(name, 'low')}`,
    ),
    ...fieldChanges(
      before.look,
      after.look,
      (name) => LOOK[name] ?? describeField(name),
      (name, value) => (name === 'theme' ? themeName(value) : plainText(value)),
    ),
    ...logoChange(before, after),
    ...results,
  ];
  if (changes.length > 0) return changes;
  // Follow from texts and country, and are told only where nothing else is.
  return fieldChanges(derivedLook(before), derivedLook(after), (name) => describeField(name));
}

const derivedLook = ({ paper, language }: RevisionBody) => ({
  paper: paper === 'a4' ? 'A4' : 'US Letter',
  language: [language.lang, language.dir, language.han].join(', '),
});

/** 'taxNumber' in words: 'Tax number'. */
function describeField(name: string, first: 'high' | 'low' = 'high'): string {
  const words = name
    .replace(/^zipCode$/, 'ZIP code')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return first === 'high' ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

function fieldChanges(
  before: object,
  after: object,
  label: (name: string) => string,
  inText: (name: string, value: unknown) => string | null = (_, value) => plainText(value),
) {
  const values = new Map<string, unknown>(Object.entries(before));
  const changes: RevisionChange[] = [];
  for (const [name, value] of Object.entries(after)) {
    const [was, is] = [inText(name, values.get(name)), inText(name, value)];
    if (was !== is) changes.push({ field: label(name), before: was, after: is });
  }
  return changes;
}

type Content = Omit<RevisionBody['content'], 'customerId' | 'lineItems'> & {
  /** Of kinds that are paid. */
  installments?: readonly Installment[] | undefined;
};

/** What follows from the rest, in the order in which it is read under the lines. */
const RESULTS = ['subtotal', 'taxAmount', 'taxTotals', 'rounding', 'total'];

/** Fields of the content: of what follows from others, only what is read as a result. */
function contentChanges(before: Content, after: Content, label: (name: string) => string) {
  const amounts = new Set(['subtotal', 'taxAmount', 'rounding', 'total']);
  const told = (content: Content) => {
    const {
      lineTotal: _lines,
      discountTotal: _discounts,
      chargeTotal: _charges,
      ...rest
    } = content;
    return {
      ...rest,
      pricesIncludeTax: content.pricesIncludeTax ? 'Yes' : 'No',
      discounts: content.discounts
        .map((each) => adjustmentInText(each, content.currency))
        .join('; '),
      charges: content.charges.map((each) => chargeInText(each, content.currency)).join('; '),
      taxesOfCharges: taxDetails(content.charges.flatMap(({ taxes }) => taxes ?? [])),
      servicePeriod: content.servicePeriod && formatPeriod(content.servicePeriod),
      exchangeRate: content.exchangeRate && formatExchangeRate(content.exchangeRate),
      installments: content.installments
        ?.map((each) => formatInstallment(each, content.currency))
        .join('; '),
      taxRate: formatPercent(content.taxRate),
      taxTotals: content.taxTotals
        .map(({ name, rate, amount }) => {
          const sum = formatMoney(money(amount, content.currency));
          return `${name} ${formatPercent(rate)}: ${sum}`;
        })
        .join('; '),
    };
  };
  const inText = (currency: string) => (name: string, value: unknown) =>
    amounts.has(name) && typeof value === 'string'
      ? formatMoney(money(value, currency))
      : plainText(value);
  const [was, is] = [told(before), told(after)];
  const texts = (values: object, currency: string) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, inText(currency)(name, value)]),
    );
  const [then, now] = [texts(was, before.currency), texts(is, after.currency)];
  const changes = (names: readonly string[]) =>
    fieldChanges(pick(then, names), pick(now, names), (name) =>
      name === 'taxTotals' ? 'Taxes' : label(name),
    );
  const saysTaxes = then['taxTotals'] !== now['taxTotals'];
  return {
    causes: changes(Object.keys(now).filter((name) => !RESULTS.includes(name))),
    results: changes(RESULTS.filter((name) => name !== 'taxAmount' || !saysTaxes)),
  };
}

const pick = (values: Record<string, string | null>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** A theme as the profile names it. */
function themeName(value: unknown): string | null {
  const theme = PDF_THEMES.find((each) => each === value);
  return theme ? PDF_THEME_LABELS[theme] : plainText(value);
}

function adjustmentInText(
  { reason, percent, amount }: Content['discounts'][number],
  currency: string,
): string {
  const size = percent === null ? formatMoney(money(amount, currency)) : formatPercent(percent);
  return reason ? `${reason} ${size}` : size;
}

/** 'Courier $9.90 (VAT 19%)'; without taxes of its own it is taxed as the lines are. */
function chargeInText(charge: Content['charges'][number], currency: string): string {
  const text = adjustmentInText(charge, currency);
  if (charge.taxes === null) return text;
  return `${text} (${formatTaxes(charge.taxes) || 'no tax'})`;
}

/** What else is known of taxes than their names and rates: 'VAT 0%: Exempt, Art. 132, no. 4711'. */
function taxDetails(taxes: readonly Tax[]): string {
  return taxes
    .flatMap((tax) => {
      const { category, compound, exemptionReason, registrationNumber, country } = tax;
      const said = [
        category === null ? '' : TAX_CATEGORY_LABELS[category],
        compound ? 'compound' : '',
        exemptionReason ?? '',
        registrationNumber ? `no. ${registrationNumber}` : '',
        country ? countryName(country) : '',
      ].filter(Boolean);
      return said.length === 0 ? [] : [`${formatTaxes([tax])}: ${said.join(', ')}`];
    })
    .join('; ');
}

function plainText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  return parseCalendarDate(value) === value ? formatDate(value) : value;
}

type Line = RevisionBody['content']['lineItems'][number];

/** 'Design (WEB-6 · Nov 01 – 15, 2026 · VAT 19%): 2 hours × $100.00 − 10% = $180.00' */
function lineInText(line: Line, currency: string): string {
  const details = formatLineDetails(line, { withTaxes: true });
  const total = formatMoney(money(line.total, currency));
  const named = `${line.description}${details && ` (${details})`}`;
  return `${named}: ${formatPricedLine(line, currency)} = ${total}`;
}

/** Lines that both have at their beginning and end are the same; those between are told by place. */
function lineChanges(
  before: Line[],
  after: Line[],
  [oldCurrency, newCurrency]: [string, string],
): RevisionChange[] {
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
    const field = `Line ${first + index + 1}`;
    const [was, is] = [
      old ? lineInText(old, oldCurrency) : null,
      now ? lineInText(now, newCurrency) : null,
    ];
    const changes = was === is ? [] : [{ field, before: was, after: is }];
    return old && now ? [...changes, ...quietChanges(field, old, now, was === is)] : changes;
  }).flat();
}

/** What the sentence of a line does not say: details of its taxes, and then whatever else differs. */
function quietChanges(field: string, old: Line, now: Line, alike: boolean): RevisionChange[] {
  const [was, is] = [taxDetails(old.taxes), taxDetails(now.taxes)];
  if (was !== is) return [{ field: `${field}, taxes`, before: was || null, after: is || null }];
  const { net: _net, tax: _tax, gross: _gross, ...says } = now;
  return alike ? fieldChanges(old, says, (name) => `${field}, ${describeField(name, 'low')}`) : [];
}

/** All that a line says itself, new fields too: its part of a discount on the whole is told there. */
function wholeLine({ net: _net, tax: _tax, gross: _gross, ...line }: Line): string {
  return JSON.stringify(Object.entries(line).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

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
