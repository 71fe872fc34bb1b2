import { daysBetween } from '../../../shared/dates/calendar-date.ts';
import { isBounded, quantityBounds, withoutChoice } from '../../../shared/documents/line-choice.ts';
import type { EstimateLine, LineChoice } from '../../../shared/documents/line-content.ts';
import {
  formatLineDetails,
  formatQuantityAndUnit,
} from '../../../shared/documents/sheet-figures.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import type {
  ChooseLinesInput,
  PublicEstimate,
} from '../../../shared/estimates/public-estimate.contract.ts';
import { formatQuantity, isZero } from '../../../shared/money/decimal.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireLive } from '../../platform/records/change-record.ts';
import type { PublicPage, Viewer } from '../documents/index.ts';
import {
  bodyOfKind,
  openPublicPage,
  presentPublicDocument,
  resolvePublicDocument,
} from '../documents/index.ts';
import { readInvoice } from '../invoices/index.ts';
import { lockEstimate } from './estimate.store.ts';
import { readChoice, withChoice } from './read-choice.ts';
import { readEstimate } from './read-estimates.ts';
import { requireOpen } from './require-open.ts';
import { planEstimateEdit } from './save-estimate.ts';

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
  const page = await openPublicPage(services, toShown(businessId, estimate), viewer);
  const said = saidBy(page, estimate);
  const { acceptance } = estimate;
  return presentEstimate(page, estimate, {
    said,
    places: [...said.lineItems.keys()],
    toPay: acceptance && (await findToPay(services, businessId, estimate)),
  });
}

/**
 * What an open estimate says with a choice of its lines; nothing is kept of it.
 * @throws AppError NOT_FOUND, NOT_AVAILABLE, CONFLICT and STALE as accepting it, VALIDATION for what
 *   is not offered
 */
export async function choosePublicEstimate(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  { id, hash, choice }: ChooseLinesInput,
  viewer: Viewer,
): Promise<PublicEstimate> {
  const { businessId, estimate } = await resolvePublicEstimate(services, id, viewer);
  const page = await openPublicPage(services, toShown(businessId, estimate), viewer);
  const said = saidBy(page, estimate);
  return withTransaction(services.db, async (tx) => {
    const stored = requireLive('Estimate', await lockEstimate(tx, businessId, estimate.id));
    const now = services.clock.now();
    await requireOpen(tx, stored, hash, now);
    const chosen = await readChoice(tx, stored, choice);
    if (!chosen) {
      return presentEstimate(page, estimate, { said, places: [...said.lineItems.keys()] });
    }
    const edit = { id: estimate.id, lineItems: chosen.lines };
    const { values, lines } = await withChoice(() => planEstimateEdit(tx, stored, edit, now));
    const { places } = chosen;
    return presentEstimate(page, estimate, {
      said: { ...said, ...values, lineItems: lines },
      places,
    });
  });
}

const toShown = (businessId: string, estimate: EstimateDetail) =>
  ({ of: 'estimate', businessId, ...estimate }) as const;

/** What is out; of a draft, what it says now. */
const saidBy = ({ issued }: PublicPage, estimate: EstimateDetail) =>
  issued ? bodyOfKind(issued, 'estimate').content : estimate;

interface Said {
  said: Pick<EstimateDetail, 'expiryDate' | 'notes' | 'terms'> &
    Omit<Parameters<typeof storedSheet<'estimate'>>[1], 'lineItems'> & {
      lineItems: readonly (Omit<EstimateLine, 'id' | 'itemId' | keyof LineChoice> &
        Partial<LineChoice>)[];
    };
  /** Which line of the version that is out each of its lines is. */
  places: readonly number[];
  toPay?: PublicEstimate['estimate']['toPay'];
}

function presentEstimate(
  page: PublicPage,
  estimate: EstimateDetail,
  { said, places, toPay = null }: Said,
): PublicEstimate {
  const { content, around } = presentPublicDocument(page, said, storedSheet('estimate', said));
  const daysUntilExpiry = daysBetween(page.today, said.expiryDate);
  const { acceptance } = estimate;
  // The job that ends it comes minutes after its last day.
  const isExpired = estimate.status === 'sent' && daysUntilExpiry < 0;
  const isOpen = estimate.status === 'sent' && !isExpired;
  return {
    estimate: {
      id: estimate.publicId,
      estimateNumber: said.estimateNumber,
      status: isExpired ? 'expired' : estimate.status,
      expiryDate: said.expiryDate,
      daysUntilExpiry,
      ...content,
      notes: said.notes,
      terms: said.terms,
      hash: page.hash,
      isOpen,
      acceptance: acceptance && {
        name: acceptance.name,
        acceptedAt: acceptance.acceptedAt,
        sha256: acceptance.sha256,
        revision: acceptance.revision,
      },
      toPay,
    },
    ...around,
    lineItems: around.lineItems.map((line, index) => {
      const own = said.lineItems[index];
      return {
        ...line,
        // The controls say it.
        ...(own && isOpen
          ? { details: formatLineDetails(withoutChoice(own), { withTaxes: true }) }
          : {}),
        line: places[index] ?? index,
        optional: own?.optional ?? false,
        bounds: own && isBounded(own) ? formatBounds(own) : null,
      };
    }),
  };
}

/** '6 to 12 hours' */
function formatBounds(line: Parameters<typeof quantityBounds>[0] & { unit: string | null }) {
  const { least, most } = quantityBounds(line);
  return `${formatQuantity(least)} to ${formatQuantityAndUnit({ quantity: most, unit: line.unit })}`;
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
