/** The pages on which customers see documents of any kind. */
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { KindName } from '../../../shared/documents/document-content.ts';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import type { LabelledValue, TotalRow } from '../../../shared/documents/document-data.ts';
import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type {
  CustomerForDocument,
  SheetForDocument,
} from '../../../shared/documents/document-sheet.ts';
import {
  describeBuyer,
  metaRows,
  sellerTaxNumbers,
} from '../../../shared/documents/document-sheet.ts';
import {
  installmentRows,
  planLabel,
} from '../../../shared/documents/installments/sheet-installments.ts';
import type {
  PublicBusiness,
  PublicCustomer,
  PublicFigures,
  PublicLine,
  PublicRevision,
} from '../../../shared/documents/public-document.contract.ts';
import { PUBLIC_ID } from '../../../shared/documents/public-id.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import {
  formatLineDetails,
  formatPricedLine,
  isPlain,
  taxRemarks,
  totalRows,
} from '../../../shared/documents/sheet-figures.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatRate } from '../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import type { Queryable } from '../../db/database.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import { atMostForEach } from '../../platform/http/at-most.ts';
import type { Services } from '../../platform/http/services.ts';
import { strangersTurns } from '../../platform/http/strangers-turns.ts';
import { LONG_DOCUMENT_MS, VISITOR_LIMITS } from '../../platform/limits/limit-rules.ts';
import { isSuspended } from '../businesses/index.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import { isLong } from './line-items.store.ts';
import { noteView } from './note-view.ts';
import { locatePublicDocument } from './public-documents.store.ts';
import { sellerAsIssued } from './revisions/issued.ts';
import { findRevision } from './revisions/revision.store.ts';

/** Who looks, if anybody is signed in. */
export type Viewer = () => Promise<Actor | undefined>;

/** By address. */
const readingTurn = atMostForEach(2);

const nobody = async () => undefined;

/**
 * Counts what somebody asks of a document's link, by where it is asked from and by the link; of a long
 * document, what that takes of the processor too.
 * @param id a public id; what is none is nobody's link, and is not counted
 * @returns the document that the link names
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function limitVisits(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  document: DocumentRef['of'],
  what: keyof typeof VISITOR_LIMITS,
  address: string,
  id: string,
): Promise<DocumentRef | undefined> {
  if (!PUBLIC_ID.test(id)) return undefined;
  const { of, address: byAddress, link } = VISITOR_LIMITS[what];
  await limits.count(`${what} by ${address}`, byAddress, `${of} from your network`);
  // Only of links that exist: anybody could make up others, each with a row of its own.
  const found = await locatePublicDocument(db.orm, document, id, nobody);
  if (!found) return undefined;
  await limits.count(`${what} of ${id}`, link, `${of} with this link`);
  if (READS_WHOLE.has(what) && (await isLong(db.orm, found))) {
    const { page } = VISITOR_LIMITS;
    const each = LONG_DOCUMENT_MS;
    await limits.count(`page by ${address}`, { ...page.address, each }, `${of} from your network`);
    await limits.count(`page of ${id}`, { ...page.link, each }, `${of} with this link`);
  }
  return found;
}

/**
 * What reads the whole document as its page does, and has no turn because it waits for others besides.
 * Not confirmations: whoever has the link must not keep a payer from learning what was paid.
 */
const READS_WHOLE: ReadonlySet<keyof typeof VISITOR_LIMITS> = new Set([
  'pdf',
  'payment',
  'agreement',
]);

/** Strangers' work on long documents, of all businesses. */
const longTurn = strangersTurns();

/**
 * Answers with a public page, and only some at once for an address. What a long document takes is drawn
 * from the processor time of the address and of the link, and such documents have turns.
 */
export async function visitPage<Page>(
  services: Pick<Services, 'db' | 'limits' | 'log'>,
  of: KindName,
  address: string,
  id: string,
  read: () => Promise<Page>,
): Promise<Page> {
  const document = await limitVisits(services, of, 'page', address, id);
  const long = document && (await isLong(services.db.orm, document));
  if (!long) return readingTurn(address, read);
  return longTurn(address, read, (ms) => void drawTime(services, address, id, ms));
}

/** Afterwards, and in nobody's way. @param ms of processor time */
async function drawTime(
  { limits, log }: Pick<Services, 'limits' | 'log'>,
  address: string,
  id: string,
  ms: number,
): Promise<void> {
  const { address: byAddress, link } = VISITOR_LIMITS.page;
  const further = ms - byAddress.each;
  if (further <= 0) return;
  try {
    await limits.add(`page by ${address}`, byAddress, further);
    await limits.add(`page of ${id}`, link, further);
  } catch (error) {
    log.warn({ err: error }, 'what a visit took was not counted');
  }
}

/** Drafts are nobody's business but the owner's (decision 1). */
const isPublic = ({ status }: { status: string }) => status !== 'draft';

/**
 * The document that a public address names (decision 1): by its public id, or by its number for its
 * signed-in owner. Drafts are shown to their owner alone.
 * @param read the document by its number
 * @param options `whileSuspended` for what a customer who has paid may still learn
 * @throws AppError NOT_FOUND, the same for everything that is not to be seen; NOT_AVAILABLE
 */
export async function resolvePublicDocument<Document extends { status: string }>(
  db: Queryable,
  of: KindName,
  id: string,
  viewer: Viewer,
  read: (businessId: string, id: number) => Promise<Document>,
  { whileSuspended = false }: { whileSuspended?: boolean } = {},
): Promise<{ businessId: string; document: Document }> {
  const found = await locatePublicDocument(db, of, id, viewer);
  if (!found) throw notFound(DOCUMENT_KINDS[of].name);
  const { businessId } = found;
  const document = await read(businessId, found.id);
  if (!isPublic(document) && (await viewer())?.businessId !== businessId) {
    throw notFound(DOCUMENT_KINDS[of].name);
  }
  if (!whileSuspended) await requireAvailable(db, businessId, viewer);
  return { businessId, document };
}

export interface PublicPage {
  profile: ProfileRow;
  /** As on the document that is out, or as it stands now. */
  customer: CustomerForDocument | null;
  /** Where the business is. */
  today: string;
  /** What is out. */
  issued: RevisionBody | undefined;
  /** The hash of that version in its chain. */
  hash: string | null;
}

/**
 * What a document's page shows besides the document; that the customer has looked is noted.
 * @throws AppError NOT_FOUND
 */
export async function openPublicPage(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  document: DocumentRef & { status: string; customerId: number },
  viewer: Viewer,
): Promise<PublicPage> {
  const { of, businessId, id } = document;
  const { orm } = services.db;
  if (isPublic(document)) {
    await noteView(services, { of, businessId, id }, (await viewer())?.businessId);
  }
  const [profile, revision] = await Promise.all([
    findProfile(orm, businessId),
    isPublic(document) ? findRevision(orm, { of, businessId, id }) : undefined,
  ]);
  if (!profile) throw notFound(DOCUMENT_KINDS[of].name);
  const today = dateInZone(services.clock.now(), profile.timeZone);
  const issued = revision?.body;
  const customer =
    issued?.customer ?? (await findCustomerRow(orm, businessId, document.customerId)) ?? null;
  return { profile, customer, today, issued, hash: revision?.hash ?? null };
}

/** What everybody but its owner hears of a document of a suspended account. */
export function notAvailable(): AppError {
  return new AppError(
    'NOT_AVAILABLE',
    'This page is not available at the moment. Contact the business directly.',
  );
}

/** @throws AppError NOT_AVAILABLE while its owner is suspended, to everybody but the owner */
async function requireAvailable(db: Queryable, businessId: string, viewer: Viewer): Promise<void> {
  if (!(await isSuspended(db, businessId))) return;
  if ((await viewer())?.businessId !== businessId) throw notAvailable();
}

function presentPublicRevision(issued: RevisionBody | undefined): PublicRevision {
  return issued ? { number: issued.revision.number, replaces: issued.revision.replaces } : null;
}

/** The lines and figures of a document as its page shows them, in the words of its paper. */
function presentPublicSheet(sheet: SheetForDocument): {
  lineItems: PublicLine[];
  figures: PublicFigures;
} {
  const toPairs = (rows: readonly LabelledValue[]) =>
    rows.map(([label, value]) => ({ label, value }));
  // The page places the dates itself.
  const facts = metaRows({ ...sheet, issueDate: '', endDate: '' }, '');
  return {
    lineItems: sheet.lineItems.map((line) => ({
      description: line.description,
      quantity: line.quantity ?? '',
      unitPrice: line.unitPrice ?? '',
      total: line.total ?? '',
      priced: formatPricedLine(line, sheet.currency),
      details: formatLineDetails(line, { withTaxes: true }),
    })),
    figures: {
      plan: installmentRows(sheet.installments, sheet.currency),
      planLabel: planLabel(sheet),
      sums: (isPlain(sheet) ? specifiedRows(sheet) : totalRows(sheet)).map(toSum),
      facts: toPairs(facts),
      taxNote: taxRemarks(sheet)
        .map(([, text]) => text)
        .join('\n'),
      remarks: sheet.remarks.map(([label, text]) => ({ label, text })),
    },
  };
}

const toSum = ([label, value, place]: TotalRow): PublicFigures['sums'][number] =>
  place ? { label, value, place } : { label, value };

/** The page of the specification has a row of tax whatever it is, with one decimal. */
function specifiedRows({ currency, figures }: SheetForDocument): TotalRow[] {
  const inCurrency = (amount: string | null) => formatMoney(money(amount ?? '0', currency));
  return [
    ['Subtotal', inCurrency(figures.subtotal)],
    [`Tax (${formatRate(figures.taxRate ?? '0')}%)`, inCurrency(figures.taxAmount)],
  ];
}

/** From whom a document is and for whom: as it was issued, a draft as both stand now. */
function presentPublicParties(
  { profile, customer, issued }: PublicPage,
  sheet: SheetForDocument,
): { businessProfile: PublicBusiness; customer: PublicCustomer } {
  const seller = issued ? sellerAsIssued(issued) : profile;
  return {
    businessProfile: {
      businessName: seller.businessName,
      contactName: seller.contactName,
      email: seller.email,
      phone: seller.phone,
      address: seller.address,
      city: seller.city,
      state: seller.state,
      zipCode: seller.zipCode,
      country: seller.country,
      logoUrl: seller.logoUrl,
      taxNumbers: sellerTaxNumbers(seller, sheet),
      brand: brandColors(seller.pdfPrimaryColor),
    },
    customer: customer && describeBuyer(customer, { countryApart: true }),
  };
}

/** Of what was issued, or of a draft as it stands now. */
interface PublicFacts {
  issueDate: string;
  currency: string;
  subtotal: Decimal;
  taxRate: Decimal;
  taxAmount: Decimal;
  total: Decimal;
}

/** What every document's page shows: of the document itself, and what stands around it. */
export function presentPublicDocument(
  page: PublicPage,
  { issueDate, currency, subtotal, taxRate, taxAmount, total }: PublicFacts,
  sheet: SheetForDocument,
) {
  const { lineItems, figures } = presentPublicSheet(sheet);
  return {
    content: { issueDate, currency, subtotal, taxRate, taxAmount, total, ...figures },
    around: {
      revision: presentPublicRevision(page.issued),
      lineItems,
      ...presentPublicParties(page, sheet),
    },
  };
}
