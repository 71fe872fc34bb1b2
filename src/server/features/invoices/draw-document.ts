import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import type { SheetForDocument } from '../../../shared/documents/document-sheet.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { PreviewInput } from '../../../shared/invoices/invoice.contract.ts';
import { documentTotals, tooLarge } from '../../../shared/invoices/invoice-totals.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import { hundredths, MAX_RATE, parseTyped } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import type { DocumentLogo } from '../../platform/pdf/open-pdf-engine.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile, readLogo } from '../profile/index.ts';

export type DocumentServices = Pick<Services, 'db' | 'pdf' | 'files' | 'appUrl' | 'clock' | 'log'>;

/** @throws PdfError: BUSY when it cannot be drawn now, TOO_LARGE when it never can. */
export async function drawPdf(
  services: DocumentServices,
  document: DocumentData,
  profile: ProfileRow,
  changedAt: Date,
): Promise<{ pdf: Buffer; fileName: string }> {
  const logo = await documentLogo(services, profile);
  const pdf = await services.pdf.pdf(document, { createdAt: changedAt, ...logo });
  const { businessName } = profile;
  return { pdf, fileName: documentFileName({ number: document.number, businessName }) };
}

export interface PreviewPages {
  pageCount: number;
  pages: { page: number; svg: string }[];
}

/** Pictures of the pages asked for, drawn by the engine that draws the PDF. */
export async function drawPreview(
  services: DocumentServices,
  document: DocumentData,
  profile: ProfileRow,
  wanted: number[],
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const logo = await documentLogo(services, profile);
  const [first, last] = [Math.min(...wanted, 500), Math.max(...wanted, 1)];
  const { pages, pageCount } = await services.pdf.svg(document, {
    pages: [first, Math.min(last, first + 4)],
    ...logo,
    ...(signal ? { signal } : {}),
  });
  return {
    pageCount,
    pages: pages.map((svg, index) => ({ page: first + index, svg })),
  };
}

/**
 * A form as it stands: what is not a number yet counts as zero, what is not a date yet is left out,
 * and totals that no document can have are not shown.
 */
export function typedSheet(
  input: Pick<
    PreviewInput,
    'lineItems' | 'taxRate' | 'taxAmount' | 'issueDate' | 'notes' | 'terms'
  >,
  number: string | undefined,
): SheetForDocument {
  const lines = input.lineItems.map((line) => ({
    description: line.description,
    quantity: typedDecimal(line.quantity),
    unitPrice: typedDecimal(line.unitPrice),
  }));
  const rate = typedDecimal(input.taxRate);
  const taxRate = hundredths(rate) > MAX_RATE ? '0.00' : rate;
  const totals = documentTotals(lines, taxRate, typedDecimal(input.taxAmount));
  const shown = tooLarge(totals) ? documentTotals([], '0.00') : totals;
  return {
    number: number ?? '',
    issueDate: typedDate(input.issueDate),
    subtotal: shown.subtotal,
    taxRate,
    taxAmount: shown.taxAmount,
    total: shown.total,
    notes: input.notes ?? null,
    terms: input.terms ?? null,
    lineItems: lines.map((line, index) => ({
      ...line,
      total: shown.lineTotals[index] ?? '0.00',
    })),
  };
}

/** A calendar date, or nothing for what is not one (yet). */
export function typedDate(text: string | undefined) {
  return parseCalendarDate(text ?? '') ?? '';
}

/** A non-negative decimal, or zero for what is not one (yet). */
function typedDecimal(text: string | undefined): Decimal {
  const value = parseTyped(text ?? '');
  return value === undefined || value.startsWith('-') ? '0.00' : value;
}

/** @throws AppError NOT_FOUND */
export async function requireProfile(db: Queryable, userId: string): Promise<ProfileRow> {
  const profile = await findProfile(db, userId);
  if (!profile) throw notFound('Business profile');
  return profile;
}

/** Enough for a letterhead at 600 dots per inch; the engine takes up to 2 MB. */
const LETTERHEAD = { width: 1024, height: 512, bytes: 500_000 };

async function documentLogo(
  services: DocumentServices,
  profile: ProfileRow,
): Promise<{ logo: DocumentLogo } | undefined> {
  const bytes = await readLogo(services, profile, LETTERHEAD);
  return bytes && { logo: { bytes, type: 'png' } };
}
