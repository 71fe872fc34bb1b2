import { daysBetween } from '../../../shared/dates/calendar-date.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type { PublicEstimate } from '../../../shared/estimates/public-estimate.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Viewer } from '../documents/index.ts';
import {
  bodyOfKind,
  openPublicPage,
  presentPublicDocument,
  resolvePublicDocument,
} from '../documents/index.ts';
import { readInvoice } from '../invoices/index.ts';
import { readEstimate } from './read-estimates.ts';

/**
 * The estimate that a public address names.
 * @see resolvePublicDocument for who may see it
 */
export async function resolvePublicEstimate(
  { db }: Pick<Services, 'db'>,
  id: string,
  viewer: Viewer,
): Promise<{ businessId: string; estimate: EstimateDetail }> {
  const read = (owner: string, number: number) => readEstimate(db.orm, owner, number);
  const found = await resolvePublicDocument(db.orm, 'estimate', id, viewer, read);
  return { businessId: found.businessId, estimate: found.document };
}

/** What a customer sees. @throws AppError NOT_FOUND */
export async function readPublicEstimate(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  id: string,
  viewer: Viewer,
): Promise<PublicEstimate> {
  const { businessId, estimate } = await resolvePublicEstimate(services, id, viewer);
  const shown = { of: 'estimate', businessId, ...estimate } as const;
  const page = await openPublicPage(services, shown, viewer);
  const { today, issued, hash } = page;
  const said = issued ? bodyOfKind(issued, 'estimate').content : estimate;
  const sheet = storedSheet('estimate', said);
  const { content, around } = presentPublicDocument(page, said, sheet);
  const daysUntilExpiry = daysBetween(today, said.expiryDate);
  const { acceptance } = estimate;
  return {
    estimate: {
      id: estimate.publicId,
      estimateNumber: said.estimateNumber,
      status: estimate.status,
      expiryDate: said.expiryDate,
      daysUntilExpiry,
      ...content,
      notes: said.notes,
      terms: said.terms,
      hash,
      isOpen: estimate.status === 'sent' && daysUntilExpiry >= 0,
      acceptance: acceptance && {
        name: acceptance.name,
        acceptedAt: acceptance.acceptedAt,
        sha256: acceptance.sha256,
        revision: acceptance.revision,
      },
      toPay: acceptance && (await findToPay(services, businessId, estimate)),
    },
    ...around,
  };
}

/** What its customer is to pay next, of one that was accepted online: a deposit, or the invoice. */
async function findToPay(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { invoice, depositInvoices }: EstimateDetail,
): Promise<PublicEstimate['estimate']['toPay']> {
  const deposit = depositInvoices.find(
    ({ status, amountDue }) => status !== 'draft' && !isZero(amountDue),
  );
  const id = deposit?.id ?? (invoice?.deleted ? undefined : invoice?.id);
  if (id === undefined) return null;
  const { publicId, invoiceNumber, status, currency, amountDue } = await readInvoice(
    db.orm,
    businessId,
    id,
    clock.now(),
  );
  if (status === 'draft' || isZero(amountDue)) return null;
  return { id: publicId, invoiceNumber, isDeposit: deposit !== undefined, currency, amountDue };
}
