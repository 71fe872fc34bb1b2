import { sql } from 'drizzle-orm';
import type { DocumentData } from '../../../shared/documents/document-data.ts';
import type {
  CustomerForDocument,
  SheetForDocument,
} from '../../../shared/documents/document-sheet.ts';
import { typedPlan } from '../../../shared/documents/installments/typed-installments.ts';
import type { InvoiceForDocument } from '../../../shared/documents/invoice-document.ts';
import { invoiceDocument } from '../../../shared/documents/invoice-document.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { typedSheet } from '../../../shared/documents/typed-sheet.ts';
import type { SettledAmounts } from '../../../shared/invoices/invoice-status.ts';
import type { InvoiceDetail, PreviewInput } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, isSameAmount, money } from '../../../shared/money/money.ts';
import type { Settlement } from '../../../shared/payments/balance.ts';
import { bearingOn, howPaid, settleInvoice } from '../../../shared/payments/balance.ts';
import { currentStatus } from '../../db/overdue.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import { findCustomerRow } from '../customers/index.ts';
import type {
  DocumentCopy,
  DocumentServices,
  PreviewPages,
  StoredRevision,
} from '../documents/index.ts';
import {
  toIssuedDocument,
  bodyOfKind,
  drawPreview,
  findIssued,
  findRevision,
  prepareDocumentPdf,
  requireProfile,
  revisionPdf,
  sellerAsIssued,
} from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { offeredMethods } from '../profile/index.ts';
import { findDepositsByInvoice } from './deposit-invoice.store.ts';
import type { PlannedCharge } from './planned-charge.ts';
import { plannedCharges } from './planned-charge.ts';
import { readInvoice } from './read-invoices.ts';

/** Whom an invoice is for that tries a look: without it a theme's own place for it stays empty. */
const SAMPLE_CUSTOMER: CustomerForDocument = {
  name: 'Eleanor Whitcomb',
  company: 'Whitcomb Garden Center',
  email: 'eleanor@whitcomb.example',
  address: '27 Island Avenue',
  city: 'Portland',
  state: 'ME',
  zipCode: '04108',
  country: 'United States',
};

/** The address of the page where a customer sees the invoice, and later pays it. */
export function publicInvoiceUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/pay-invoice/${publicId}`;
}

interface InvoicePdfOptions {
  /** Both, where the caller has just read them. */
  profile?: ProfileRow;
  latest?: StoredRevision | undefined;
  /** What a message that brings a draft issues. */
  issues?: RevisionBody | undefined;
  links?: boolean;
  /** The saved card that is charged for it, where the caller has just looked for it. */
  charge?: PlannedCharge | undefined;
}

/** The invoice's PDF for its owner or customer, from as little as it takes. @throws AppError NOT_FOUND */
export async function readInvoiceCopy(
  services: DocumentServices,
  businessId: string,
  id: number,
): Promise<DocumentCopy> {
  const [db, now] = [services.db.orm, services.clock.now()];
  const state = {
    status: currentStatus('d', businessId, now),
    settled: sql`d.total - d.amount_due`,
    mayBeCharged: plannedCharges().hasCard(businessId, sql`d.customer_id`),
  };
  const issued = await findIssued(db, { of: 'invoice', businessId, id }, state);
  // A card that is charged for it is told of on the copy.
  if (issued && isUntouched(issued) && !issued.mayBeCharged) {
    const prepare = async () => prepareRevisionPdf(services, issued.revision, issued);
    return { status: issued.status, prepare };
  }
  const invoice = await readInvoice(db, businessId, id, now);
  const isCharged = issued?.mayBeCharged ?? invoice.status !== 'draft';
  const charge = isCharged ? await plannedCharges().find(db, businessId, invoice, now) : undefined;
  const options = { latest: issued?.revision, charge };
  const prepare = () => prepareInvoicePdf(services, { businessId, invoice }, options);
  return { status: invoice.status, prepare };
}

/** Nothing has become of it yet: its copy is the revision's own PDF. */
const isUntouched = ({ status, settled }: { status: string; settled: Decimal }) =>
  status === 'sent' && isZero(settled);

/**
 * A draft as its rows are now; what is out as its latest revision, with what became of it.
 * @param options the others see prepareDocumentPdf
 * @throws PdfError TOO_LARGE for what can never be drawn
 */
export async function prepareInvoicePdf(
  services: DocumentServices,
  { businessId, invoice }: { businessId: string; invoice: InvoiceDetail },
  { issues, charge, ...options }: InvoicePdfOptions = {},
): Promise<NamedPdf> {
  const db = services.db.orm;
  const isOut = issues === undefined && invoice.status !== 'draft';
  const [profile, latest] = await Promise.all([
    options.profile ?? requireProfile(db, businessId),
    isOut
      ? (options.latest ?? findRevision(db, { of: 'invoice', businessId, id: invoice.id }))
      : undefined,
  ]);
  const state = { ...paymentState(invoice), charge };
  const changedAt = new Date(invoice.updatedAt);
  const body = issues ?? latest?.body;
  if (!body) {
    const customer = await findCustomerRow(db, businessId, invoice.customerId);
    const document = invoiceDocument({
      invoice: { ...storedSheet('invoice', invoice), ...state },
      customer: customer ?? null,
      business: profile,
      ...paying(services, invoice.publicId, profile, money(invoice.amountDue, invoice.currency)),
    });
    return prepareDocumentPdf(services, document, profile, changedAt, options);
  }
  const { status, amountDue, total, currency } = invoice;
  const untouched = status === 'sent' && isSameAmount(amountDue, total, currency);
  if (latest && untouched && !charge && options.links !== false) {
    return prepareRevisionPdf(services, latest, { profile });
  }
  const document = toIssuedDocument(issuedDocument(services, body, state, profile), body);
  const at = issues ? new Date(issues.revision.issuedAt) : changedAt;
  return prepareDocumentPdf(services, document, sellerAsIssued(body), at, options);
}

/** What became of an invoice, as its copies show it. */
function paymentState(invoice: InvoiceDetail) {
  const payments = invoice.payments.map((payment) => bearingOn(invoice.id, payment));
  const paid = howPaid({ ...invoice, payments });
  return {
    status: invoice.status,
    paidAt: paid?.date ?? null,
    paymentMethod: paid?.method ?? null,
    settled: pickSettled(invoice),
  };
}

/** A revision's own PDF. @param known what the caller has just read */
export function prepareRevisionPdf(
  services: DocumentServices,
  revision: StoredRevision,
  known: { profile?: ProfileRow; pdf?: Buffer | undefined } = {},
): NamedPdf {
  const { body, document } = revision;
  const draw = async () => {
    const profile = known.profile ?? (await requireProfile(services.db.orm, document.businessId));
    return issuedDocument(services, body, { status: 'sent' }, profile);
  };
  const { invoiceNumber } = bodyOfKind(body, 'invoice').content;
  return revisionPdf(services, revision, invoiceNumber, draw, known.pdf);
}

function issuedDocument(
  services: DocumentServices,
  said: RevisionBody,
  state: Pick<InvoiceForDocument, 'status'> & Partial<InvoiceForDocument>,
  profile: ProfileRow,
): DocumentData {
  const body = bodyOfKind(said, 'invoice');
  const { content } = body;
  return invoiceDocument({
    invoice: { ...storedSheet('invoice', content), ...state },
    customer: body.customer,
    business: sellerAsIssued(body),
    ...paying(services, body.publicId, profile, money(content.total, content.currency)),
  });
}

/** Where it is paid, and whether it can be paid there now. */
function paying(
  { appUrl }: DocumentServices,
  publicId: string,
  profile: ProfileRow,
  amount: Money,
) {
  return {
    payUrl: publicInvoiceUrl(appUrl(), publicId),
    paysOnline: offeredMethods(profile, amount).length > 0,
  };
}

/**
 * Status and payments as a save would leave them: set back, what was recorded by hand is reversed; set
 * to paid, what is due has come.
 */
function predictStatus(
  stored: InvoiceDetail | undefined,
  wanted: InvoiceDetail['status'],
  { currency, figures: { total } }: Pick<InvoiceForDocument, 'currency' | 'figures'>,
) {
  if (!stored) return { status: wanted };
  const isSetBack = stored.status === 'paid' && wanted !== 'paid';
  const payments = isSetBack
    ? stored.payments.filter(
        ({ provider, invoiceId }) => provider !== null && invoiceId === stored.id,
      )
    : stored.payments;
  const isSameMoney = currency === stored.currency && !isSetBack;
  const balance = settleInvoice({
    currency,
    total: total ?? '0',
    amountWrittenOff: isSameMoney ? stored.amountWrittenOff : undefined,
    amountAdjusted: isSameMoney ? stored.amountAdjusted : undefined,
    payments: payments.map((payment) => bearingOn(stored.id, payment)),
    credits: stored.credits.filter(({ isCorrection }) => isCorrection || !isSetBack),
  });
  // What a paid invoice asks for beyond its payments is due, and was never given back.
  const isRaised =
    stored.status === 'paid' && wanted === 'paid' && exceeds(total, currency, stored);
  const open = isRaised ? ('sent' as const) : wanted;
  const isPaid = open === 'paid' || (total !== null && balance.isPaid);
  const paid = howPaid({ ...stored, currency, payments });
  const brings = wanted === 'paid' && stored.status !== 'paid';
  return {
    status: isPaid ? ('paid' as const) : open,
    paidAt: paid?.date ?? null,
    paymentMethod: paid?.method ?? null,
    settled: brings ? undefined : settledBy(balance),
  };
}

const pickSettled = ({
  amountPaid,
  amountCredited,
  amountAdjusted,
  amountWrittenOff,
}: SettledAmounts) => ({
  amountPaid,
  amountCredited,
  amountAdjusted,
  amountWrittenOff,
});

const settledBy = ({ paid, credited, adjusted, writtenOff }: Settlement): SettledAmounts => ({
  amountPaid: paid.amount,
  amountCredited: credited.amount,
  amountAdjusted: adjusted.amount,
  amountWrittenOff: writtenOff.amount,
});

/** Whether a form asks for more than its invoice, in the same currency. */
const exceeds = (total: Decimal | null, currency: string, stored: InvoiceDetail): boolean =>
  total !== null &&
  currency === stored.currency &&
  compareMoney(money(total, currency), money(stored.total, currency)) > 0;

/** A form with the deposits that it deducts; a deposit invoice's figures are its own. */
async function typedInvoiceSheet(
  { db }: DocumentServices,
  businessId: string,
  {
    input,
    profile,
    stored,
  }: {
    input: PreviewInput;
    profile: ProfileRow;
    stored: InvoiceDetail | undefined;
  },
): Promise<SheetForDocument> {
  const before = stored?.deductions ?? [];
  const ids = input.deductsInvoiceIds ?? before.map(({ invoiceId }) => invoiceId);
  const found = await findDepositsByInvoice(
    db.orm,
    businessId,
    ids.filter((id) => !before.some(({ invoiceId }) => invoiceId === id)),
  );
  const known = [...before, ...found.map(({ deduction }) => deduction)];
  const deductions = ids.flatMap((id) => known.find(({ invoiceId }) => invoiceId === id) ?? []);
  const sheet = typedSheet('invoice', input, profile, stored, deductions);
  if (stored?.invoiceType !== 'deposit') return sheet;
  const { figures, lineItems, depositOf } = storedSheet('invoice', stored);
  const installments = typedPlan('invoice', input, stored);
  return { ...sheet, figures, lineItems, depositOf, installments };
}

/** Pictures of a form as it stands. @see typedSheet for what counts as what while it is typed */
export async function previewInvoice(
  services: DocumentServices,
  businessId: string,
  input: PreviewInput,
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const db = services.db.orm;
  const [profile, customer, stored] = await Promise.all([
    requireProfile(db, businessId),
    input.customerId ? findCustomerRow(db, businessId, input.customerId) : undefined,
    input.id === undefined
      ? undefined
      : readInvoice(db, businessId, input.id, services.clock.now()),
  ]);
  const isOut = input.stored && stored !== undefined && stored.status !== 'draft';
  const latest = isOut
    ? await findRevision(db, { of: 'invoice', businessId, id: stored.id })
    : undefined;
  if (isOut && latest) {
    const { body } = latest;
    const drawn = toIssuedDocument(
      issuedDocument(services, body, paymentState(stored), profile),
      body,
    );
    const business = { businessId, ...sellerAsIssued(body) };
    return drawPreview(services, drawn, business, input.pages, signal);
  }
  const sheet = await typedInvoiceSheet(services, businessId, { input, profile, stored });
  const total = money(sheet.figures.total ?? '0', sheet.currency);
  const document = invoiceDocument({
    invoice: {
      ...sheet,
      ...predictStatus(stored, input.status ?? 'sent', sheet),
    },
    customer: customer ?? (input.style && input.customerId === undefined ? SAMPLE_CUSTOMER : null),
    business: input.style ? { ...profile, ...input.style } : profile,
    ...paying(services, stored?.publicId ?? '0'.repeat(32), profile, total),
  });
  return drawPreview(services, document, profile, input.pages, signal);
}
