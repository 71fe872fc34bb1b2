import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { depositAmount } from '../deposits/deposit.ts';
import { formatMoney, formatMoneyOrNone, money } from '../money/money.ts';
import type { ExchangeRate } from './content-fields.ts';
import type { DocumentData, DocumentParty, DocumentTheme, LabelledValue } from './document-data.ts';
import {
  DEFAULT_ACCENT_COLOR,
  DEFAULT_PRIMARY_COLOR,
  DEFAULT_THEME,
  DOCUMENT_THEMES,
} from './document-data.ts';
import { shownNumber } from './document-number.ts';
import type { SheetInstallment } from './installments/sheet-installments.ts';
import { installmentRows, planLabel, planTable } from './installments/sheet-installments.ts';
import type { ServicePeriod } from './line-content.ts';
import type { PostalAddress } from './postal-address.ts';
import { addressLines, paperForCountry } from './postal-address.ts';
import type { SheetFigures, SheetLine } from './sheet-figures.ts';
import {
  formatPercent,
  formatPeriod,
  ledgerColumns,
  registrationLines,
  taxRemarks,
  totalRows,
} from './sheet-figures.ts';

type WritingSystem = Pick<DocumentData, 'lang' | 'dir' | 'han'>;

const SCRIPTS = {
  ar: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  th: /\p{Script=Thai}/gu,
  hi: /\p{Script=Devanagari}/gu,
  el: /\p{Script=Greek}/gu,
  ru: /\p{Script=Cyrillic}/gu,
};

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * Language and direction of a document, read from its texts: nobody is asked for them.
 * @param own texts of the business itself. Only these turn a page round: a letterhead in English
 *   stays left to right whoever the customer is.
 * @param others the customer's texts; they help to choose between Chinese, Japanese and Korean.
 */
function detectWritingSystem(own: string[], others: string[]): WritingSystem {
  const text = own.join(' ');
  const all = `${text} ${others.join(' ')}`;
  const letters = count(text, /\p{L}/gu);
  const share = (pattern: RegExp) => (letters === 0 ? 0 : count(text, pattern) / letters);

  const kana = count(all, SCRIPTS.ja);
  const hangul = count(all, SCRIPTS.ko);
  const han = kana > 0 && kana >= hangul ? 'ja' : hangul > 0 ? 'ko' : 'zh';

  const [arabic, hebrew] = [share(SCRIPTS.ar), share(SCRIPTS.he)];
  if (arabic + hebrew > 0.5) return { lang: arabic >= hebrew ? 'ar' : 'he', dir: 'rtl', han };

  const eastAsian = share(SCRIPTS.ja) + share(SCRIPTS.ko) + share(/\p{Script=Han}/gu);
  if (eastAsian > 0.5) return { lang: han, dir: 'ltr', han };

  const lang = (['th', 'hi', 'el', 'ru'] as const).find((name) => share(SCRIPTS[name]) > 0.5);
  return { lang: lang ?? 'en', dir: 'ltr', han };
}

/**
 * What all documents have in common on paper. Amounts are computed (decision 9); null, of a form that
 * is still being typed, is what has no figure, and is drawn as a dash.
 */
export interface SheetForDocument {
  number: string;
  /** Dates are empty while somebody is still typing them: their rows are then left out. */
  issueDate: CalendarDate | '';
  /** When it is due, or expires. */
  endDate: CalendarDate | '';
  /** Beside the dates and under the lines; empty texts are left out. */
  references: LabelledValue[];
  remarks: LabelledValue[];
  currency: string;
  pricesIncludeTax: boolean;
  figures: SheetFigures;
  lineItems: SheetLine[];
  supplyDate: CalendarDate | '';
  servicePeriod: ServicePeriod | null;
  exchangeRate: ExchangeRate | null;
  /** The parts in which it is paid; none of most documents. */
  installments: SheetInstallment[];
  /** What an estimate asks for in advance; the number of the estimate that a deposit invoice is of. */
  deposit?: Deposit | null | undefined;
  depositOf?: string | undefined;
}

/** 'Issued', the kind's word for its end date, and what the customer's books know it by. */
export function metaRows(sheet: SheetForDocument, endLabel: string): LabelledValue[] {
  const rows: LabelledValue[] = [];
  if (sheet.issueDate) rows.push(['Issued', formatDate(sheet.issueDate)]);
  if (sheet.endDate) rows.push([endLabel, formatDate(sheet.endDate)]);
  if (sheet.supplyDate) rows.push(['Supplied', formatDate(sheet.supplyDate)]);
  if (sheet.servicePeriod) rows.push(['Period', formatPeriod(sheet.servicePeriod)]);
  if (sheet.depositOf) rows.push(['Deposit for', `Estimate ${sheet.depositOf}`]);
  return [...rows, ...depositRow(sheet), ...sheet.references];
}

/** '30%: €357.00' */
function depositRow({ deposit, figures: { total }, currency }: SheetForDocument): LabelledValue[] {
  if (!deposit || total === null) return [];
  const amount = formatMoney(money(depositAmount(deposit, total, currency), currency));
  const { percent } = deposit;
  return [['Deposit', percent === null ? amount : `${formatPercent(percent)}: ${amount}`]];
}

export interface CustomerForDocument extends PostalAddress {
  name: string;
  company?: string | null;
  email?: string | null;
  phone?: string | null;
  vatId?: string | null;
}

export interface BusinessForDocument extends PostalAddress {
  businessName: string;
  contactName?: string | null;
  email?: string | null;
  phone?: string | null;
  website?: string | null;
  taxNumber?: string | null;
  vatId?: string | null;
  /** An unknown theme or colour is drawn as the default, so that an old row still prints. */
  pdfTheme?: string | null;
  pdfPrimaryColor?: string | null;
  pdfAccentColor?: string | null;
}

export interface SheetInput {
  sheet: SheetForDocument;
  /** null while none has been chosen in the editor. */
  customer: CustomerForDocument | null;
  /** Over the customer's name: 'Bill to'. */
  customerLabel: string;
  business: BusinessForDocument;
}

const WESTERN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{M}\s\d]+$/u;

/** Everything of a document but its title, its status and what stands beside the amount. */
export function documentSheet(
  input: SheetInput,
): Omit<DocumentData, 'title' | 'hero' | 'meta' | 'pay' | 'status'> {
  const { sheet } = input;
  const { total } = sheet.figures;
  return {
    ...letterhead(input),
    number: shownNumber(sheet.number),
    ...ledgerColumns(sheet),
    totals: totalRows(sheet),
    grand: ['Total', formatMoneyOrNone(total === null ? null : money(total, sheet.currency))],
    ...planTable(installmentRows(sheet.installments, sheet.currency), planLabel(sheet)),
    remarks: [...taxRemarks(sheet), ...sheet.remarks].map(([label, text]) => ({ label, text })),
  };
}

interface LetterheadInput extends Omit<SheetInput, 'sheet'> {
  /** Of a document; a statement has none. */
  sheet?: SheetForDocument;
}

/** How a business's paper looks, and between whom it goes. */
export function letterhead({ sheet, customer, customerLabel, business }: LetterheadInput) {
  return {
    ...style(business),
    ...writingSystem({ sheet: sheet ?? { remarks: [], lineItems: [] }, customer, business }),
    paper: paperForCountry(business.country),
    from: sender(business, sheet),
    to: recipient(customer, customerLabel),
  };
}

function style(business: BusinessForDocument): Pick<DocumentData, 'theme' | 'primary' | 'accent'> {
  const known = (name: string): name is DocumentTheme =>
    (DOCUMENT_THEMES as readonly string[]).includes(name);
  const theme = business.pdfTheme ?? '';
  const color = (value: string | null | undefined, fallback: string) =>
    value && /^#[0-9a-f]{6}$/i.test(value) ? value : fallback;
  return {
    theme: known(theme) ? theme : DEFAULT_THEME,
    primary: color(business.pdfPrimaryColor, DEFAULT_PRIMARY_COLOR),
    accent: color(business.pdfAccentColor, DEFAULT_ACCENT_COLOR),
  };
}

interface WrittenParts extends Pick<SheetInput, 'customer' | 'business'> {
  sheet: { remarks: LabelledValue[]; lineItems: readonly { description: string }[] };
}

/** Language and direction, read from the texts of a document and its parties. */
export function writingSystem({ sheet, customer, business }: WrittenParts): WritingSystem {
  const own = [
    business.businessName,
    business.contactName,
    business.address,
    business.city,
    ...sheet.remarks.map(([, text]) => text),
    // A few lines say enough about the language; 5,000 would only cost time.
    ...sheet.lineItems.slice(0, 50).map((line) => line.description),
  ];
  const others = [customer?.name, customer?.company, customer?.address, customer?.city];
  return detectWritingSystem(own.map(trimmed), others.map(trimmed));
}

function sender(business: BusinessForDocument, sheet?: SheetForDocument): DocumentParty {
  const email = trimmed(business.email);
  const website = trimmed(business.website)
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  // 'accounts@harbour.example' says already what 'www.harbour.example' would.
  const told = email.toLowerCase().endsWith(`@${website.toLowerCase().replace(/^www\./, '')}`);
  return {
    label: 'From',
    name: business.businessName.trim(),
    address: addressLines(business),
    contact: [
      ...(email ? [email] : []),
      ...personAndPhone(business),
      ...(website && !told ? [website] : []),
      ...sellerTaxNumbers(business, sheet),
    ],
  };
}

/** The numbers that a business answers for its taxes under: 'Tax no. 27/123', 'VAT ID DE123'. */
export function sellerTaxNumbers(
  business: Pick<BusinessForDocument, 'taxNumber' | 'vatId'>,
  sheet?: Pick<SheetForDocument, 'figures' | 'lineItems'>,
): string[] {
  const taxNumber = trimmed(business.taxNumber);
  return [
    ...(taxNumber ? [`Tax no. ${taxNumber}`] : []),
    ...vatIdLine(business.vatId),
    ...(sheet ? registrationLines(sheet) : []),
  ];
}

/** On one line where both are short: an invoice of 14 lines then still fits one page. */
function personAndPhone(business: BusinessForDocument): string[] {
  const [person, phone] = [trimmed(business.contactName), trimmed(business.phone)];
  if (person.toLowerCase() === business.businessName.trim().toLowerCase()) {
    return phone ? [phone] : [];
  }
  const together = `${person}, ${phone}`;
  const joined = person && phone && together.length <= 36 && WESTERN.test(person);
  return joined ? [together] : [person, phone].filter(Boolean);
}

function recipient(customer: CustomerForDocument | null, label: string): DocumentParty {
  const { name, address, taxNumbers } = describeBuyer(customer);
  const contact = [trimmed(customer?.email), trimmed(customer?.phone)].filter(Boolean);
  return { label, name, address, contact: [...contact, ...taxNumbers] };
}

/** Who a document is for, without the ways to reach them: the company, else the person. */
export function describeBuyer(
  customer: CustomerForDocument | null,
  { countryApart = false }: { countryApart?: boolean } = {},
): Pick<DocumentParty, 'name' | 'address'> & { taxNumbers: string[] } {
  const [name, company] = [trimmed(customer?.name), trimmed(customer?.company)];
  const person = company !== '' && name !== company ? attention(name) : [];
  return {
    name: company || name,
    address: [...person, ...addressLines(customer ?? {}, countryApart)],
    taxNumbers: vatIdLine(customer?.vatId),
  };
}

/** 'Attn.' stands well only before names written like it: left to right, with spaces. */
function attention(name: string): string[] {
  if (name === '') return [];
  return [WESTERN.test(name) ? `Attn. ${name}` : name];
}

const vatIdLine = (vatId: string | null | undefined): string[] =>
  trimmed(vatId) ? [`VAT ID ${trimmed(vatId)}`] : [];

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}
