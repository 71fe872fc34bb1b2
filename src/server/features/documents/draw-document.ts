import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import type { Services } from '../../platform/http/services.ts';
import { withoutLinksIn } from '../../platform/mail/without-links.ts';
import type { Undrawn } from '../../platform/pdf/find-undrawn.ts';
import { findUndrawn } from '../../platform/pdf/find-undrawn.ts';
import type { DocumentLogo } from '../../platform/pdf/open-pdf-engine.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile, readLogo } from '../profile/index.ts';

export type DocumentServices = Pick<Services, 'db' | 'pdf' | 'files' | 'appUrl' | 'clock' | 'log'>;

/** What of a document its owner has not written. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['pay', 'primary', 'accent', 'lang', 'theme']);

/**
 * @param options `links` false leaves no address of a page in the owner's words
 * @throws PdfError TOO_LARGE for what can never be drawn
 */
export async function prepareDocumentPdf(
  services: DocumentServices,
  document: DocumentData,
  business: Pick<ProfileRow, 'businessName' | 'logoUrl'>,
  changedAt: Date,
  { links = true }: { links?: boolean } = {},
): Promise<NamedPdf> {
  const logo = await readLetterhead(services, business);
  const drawn = links ? document : withoutLinksIn(document, NOT_WRITTEN);
  const prepared = services.pdf.prepare(drawn, { createdAt: changedAt, ...logo });
  const { businessName } = business;
  return { ...prepared, fileName: documentFileName({ number: document.number, businessName }) };
}

export interface PreviewPages {
  pageCount: number;
  pages: { page: number; svg: string }[];
  /** Of the whole document, whichever pages are wanted. */
  undrawn: Undrawn[];
}

/** Pictures of the pages asked for, drawn by the engine that draws the PDF. */
export async function drawPreview(
  services: DocumentServices,
  document: DocumentData,
  business: Pick<ProfileRow, 'businessId' | 'logoUrl'>,
  wanted: number[],
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const logo = await readLetterhead(services, business);
  const [first, last] = [Math.min(...wanted, 500), Math.max(...wanted, 1)];
  const [{ pages, pageCount }, undrawn] = await Promise.all([
    services.pdf.svg(document, {
      asker: { rank: 'owner', key: business.businessId },
      pages: [first, Math.min(last, first + 4)],
      ...logo,
      ...(signal ? { signal } : {}),
    }),
    findUndrawn(document),
  ]);
  return {
    pageCount,
    pages: pages.map((svg, index) => ({ page: first + index, svg })),
    undrawn,
  };
}

/** @throws AppError NOT_FOUND */
export async function requireProfile(db: Queryable, businessId: string): Promise<ProfileRow> {
  const profile = await findProfile(db, businessId);
  if (!profile) throw notFound('Business profile');
  return profile;
}

/** Enough for a letterhead at 600 dots per inch; the engine takes up to 2 MB. */
const LETTERHEAD = { width: 1024, height: 512, bytes: 500_000 };

/** The logo as documents show it; undefined where there is none, or it cannot be read. */
export async function readLetterhead(
  services: DocumentServices,
  business: Pick<ProfileRow, 'logoUrl'>,
): Promise<{ logo: DocumentLogo } | undefined> {
  const bytes = await readLogo(services, business, LETTERHEAD);
  return bytes && { logo: { bytes, type: 'png' } };
}
