import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import type { Decimal } from '../money/money.ts';
import { formatMoney, formatQuantity, hundredths } from '../money/money.ts';
import type { DocumentData, DocumentParty, DocumentTheme, LabelledValue } from './document-data.ts';
import {
  DEFAULT_ACCENT_COLOR,
  DEFAULT_PRIMARY_COLOR,
  DEFAULT_THEME,
  DOCUMENT_THEMES,
} from './document-data.ts';
import type { PostalAddress } from './postal-address.ts';
import { addressLines, paperForCountry } from './postal-address.ts';
import { writingSystemOf } from './writing-system.ts';

/** An invoice as its PDF needs it. Amounts have been computed already (decision 9). */
export interface InvoiceForDocument {
  number: string;
  poNumber?: string | null;
  status: 'draft' | 'sent' | 'paid' | 'overdue';
  /** Empty while somebody is still typing it: the row is then left out. */
  issueDate: CalendarDate | '';
  dueDate: CalendarDate | '';
  subtotal: Decimal;
  /** In percent: '8.50'. */
  taxRate: Decimal;
  taxAmount: Decimal;
  total: Decimal;
  notes?: string | null;
  terms?: string | null;
  lineItems: { description: string; quantity: Decimal; unitPrice: Decimal; total: Decimal }[];
  /** When paid: the day of the payment and its method (cash, check, card, bank_transfer, other). */
  paidAt?: CalendarDate | null;
  paymentMethod?: string | null;
}

export interface CustomerForDocument extends PostalAddress {
  name: string;
  company?: string | null;
  email?: string | null;
  phone?: string | null;
}

export interface BusinessForDocument extends PostalAddress {
  businessName: string;
  contactName?: string | null;
  email?: string | null;
  phone?: string | null;
  website?: string | null;
  taxNumber?: string | null;
  /** An unknown theme or colour is drawn as the default, so that an old row still prints. */
  pdfTheme?: string | null;
  pdfPrimaryColor?: string | null;
  pdfAccentColor?: string | null;
}

export interface InvoiceDocumentInput {
  invoice: InvoiceForDocument;
  /** null while none has been chosen in the editor. */
  customer: CustomerForDocument | null;
  business: BusinessForDocument;
  /** The invoice's page. Drawn only when the invoice is open and has an amount due. */
  payUrl?: string | null;
  /** Whether that page takes payments; otherwise the code invites to look and not to pay. */
  paysOnline?: boolean;
}

const PAID_BY: Record<string, string> = {
  cash: 'in cash',
  check: 'by check',
  card: 'by card',
  stripe: 'by card',
  paypal: 'by PayPal',
  bank_transfer: 'by bank transfer',
};

const WESTERN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{M}\s\d]+$/u;

const STATUS = {
  paid: { kind: 'paid', text: 'PAID' },
  overdue: { kind: 'overdue', text: 'OVERDUE' },
  draft: { kind: 'draft', text: 'DRAFT' },
  sent: undefined,
} as const;

/**
 * The document of an invoice, for the PDF and for the preview beside the editor alike.
 * Pure, and total for well-formed decimals and dates.
 */
export function invoiceDocument(input: InvoiceDocumentInput): DocumentData {
  const { invoice, customer, business } = input;
  const status = STATUS[invoice.status];
  const data: DocumentData = {
    ...style(business),
    ...writingSystem(input),
    paper: paperForCountry(business.country),
    title: 'Invoice',
    number: invoice.number,
    hero: hero(invoice),
    from: sender(business),
    to: recipient(customer),
    meta: meta(invoice),
    columns: ['Description', 'Qty', 'Price', 'Amount'],
    items: invoice.lineItems.map((line) => [
      line.description,
      formatQuantity(line.quantity),
      formatMoney(line.unitPrice),
      formatMoney(line.total),
    ]),
    totals: [['Subtotal', formatMoney(invoice.subtotal)], ...taxRow(invoice)],
    grand: ['Total', formatMoney(invoice.total)],
    remarks: [
      { label: 'Notes', text: trimmed(invoice.notes) },
      { label: 'Terms', text: trimmed(invoice.terms) },
    ].filter((remark) => remark.text !== ''),
  };
  const open = invoice.status === 'sent' || invoice.status === 'overdue';
  if (open && input.payUrl && hundredths(invoice.total) > 0n) {
    data.pay = { caption: input.paysOnline ? 'Scan to pay' : 'Scan to view', url: input.payUrl };
  }
  if (status) data.status = status;
  return data;
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

function writingSystem({ invoice, customer, business }: InvoiceDocumentInput) {
  const own = [
    business.businessName,
    business.contactName,
    business.address,
    business.city,
    invoice.notes,
    invoice.terms,
    // A few lines say enough about the language; 5,000 would only cost time.
    ...invoice.lineItems.slice(0, 50).map((line) => line.description),
  ];
  const others = [customer?.name, customer?.company, customer?.address, customer?.city];
  return writingSystemOf(own.map(trimmed), others.map(trimmed));
}

function hero(invoice: InvoiceForDocument): DocumentData['hero'] {
  const value = formatMoney(invoice.total);
  if (invoice.status !== 'paid') {
    const note = invoice.dueDate ? `Due ${formatDate(invoice.dueDate)}` : '';
    return { label: 'Amount due', value, note };
  }
  const day = invoice.paidAt ? ` ${formatDate(invoice.paidAt)}` : '';
  const method = PAID_BY[invoice.paymentMethod ?? ''];
  return { label: 'Amount paid', value, note: `Paid${day}${method ? ` ${method}` : ''}` };
}

function sender(business: BusinessForDocument): DocumentParty {
  const [email, taxNumber] = [trimmed(business.email), trimmed(business.taxNumber)];
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
      ...(taxNumber ? [`Tax no. ${taxNumber}`] : []),
    ],
  };
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

function recipient(customer: CustomerForDocument | null): DocumentParty {
  const [name, company] = [trimmed(customer?.name), trimmed(customer?.company)];
  const person = company !== '' && name !== company ? attention(name) : [];
  return {
    label: 'Bill to',
    name: company || name,
    address: [...person, ...addressLines(customer ?? {})],
    contact: [trimmed(customer?.email), trimmed(customer?.phone)].filter(Boolean),
  };
}

/** 'Attn.' stands well only before names written like it: left to right, with spaces. */
function attention(name: string): string[] {
  if (name === '') return [];
  return [WESTERN.test(name) ? `Attn. ${name}` : name];
}

function meta(invoice: InvoiceForDocument): LabelledValue[] {
  const rows: LabelledValue[] = [];
  if (invoice.issueDate) rows.push(['Issued', formatDate(invoice.issueDate)]);
  if (invoice.dueDate) rows.push(['Due', formatDate(invoice.dueDate)]);
  const poNumber = trimmed(invoice.poNumber);
  if (poNumber) rows.push(['PO number', poNumber]);
  return rows;
}

/** No row where there is no tax; a flat tax (rate 0, decision 9) keeps its row without a rate. */
function taxRow(invoice: InvoiceForDocument): LabelledValue[] {
  if (hundredths(invoice.taxAmount) === 0n) return [];
  const rate = hundredths(invoice.taxRate) === 0n ? '' : ` (${formatQuantity(invoice.taxRate)}%)`;
  return [[`Tax${rate}`, formatMoney(invoice.taxAmount)]];
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? '';
}
