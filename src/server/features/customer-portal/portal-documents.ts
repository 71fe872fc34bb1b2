/** The lists of a portal: what was issued to the customer, a page at a time. Statements call a document `d`. */
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { PORTAL_PAGE } from '../../../shared/customer-portal/portal-rules.ts';
import type {
  PortalCreditNote,
  PortalEstimate,
  PortalInvoice,
  PortalPayment,
} from '../../../shared/customer-portal/portal.contract.ts';
import { paidWith } from '../../../shared/invoices/invoice-status.ts';
import type { Money } from '../../../shared/money/money.ts';
import { addMoney, money, subtractMoney, withDecimals } from '../../../shared/money/money.ts';
import { asksForNothing } from '../../db/overdue.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import type { DocumentListQuery, DocumentRow } from '../documents/index.ts';
import { listDocuments } from '../documents/index.ts';
import type { PlannedCharge, StateRow } from '../invoices/index.ts';
import { plannedCharges, readState, stateColumns } from '../invoices/index.ts';
import { findBeingConfirmed, listPayments } from '../payments/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile, formatChargeFaults, paymentMethods } from '../profile/index.ts';
import type { Visit } from './visit.ts';

type ListServices = Pick<Services, 'db' | 'clock'>;

interface Asked {
  cursor?: string | undefined;
}

/** A page, and where the next one begins. */
interface Listed<Item> {
  items: Item[];
  next: string | null;
}

const pageOf = <Row, Item>(
  { rows, next }: Page<Row>,
  present: (row: Row) => Item,
): Listed<Item> => ({ items: rows.map(present), next: next ?? null });

const asked = ({ customerId }: Visit, { cursor }: Asked): DocumentListQuery => ({
  customerId,
  limit: PORTAL_PAGE,
  cursor,
});

/** Nothing of the messages about a document is told. */
const NO_MESSAGE = sql`null as undelivered`;

type Facts = Pick<DocumentRow<'invoice'>, 'publicId' | 'issueDate' | 'currency' | 'total'>;

const facts = (number: string, { publicId, issueDate, currency, total }: Facts) => ({
  publicId,
  number,
  issueDate,
  currency,
  total,
});

type InvoiceRow = DocumentRow<'invoice'> & StateRow & { hasCard: boolean };

/** What asks for nothing waits for nobody, and is as good as settled. */
const INVOICES: Record<'open' | 'paid', SQL[]> = {
  open: [sql`d.status in ('sent', 'overdue') and d.amount_due > 0`],
  paid: [sql`d.status = 'paid'`, asksForNothing('d')],
};

/** Invoices that are to be paid, the first due first; or those that are settled, the newest first. */
export async function listPortalInvoices(
  { db, clock }: ListServices,
  visit: Visit,
  { status, ...rest }: Asked & { status: 'open' | 'paid' },
): Promise<Listed<PortalInvoice>> {
  const { businessId } = visit;
  const now = clock.now();
  const sort = status === 'open' ? 'nextDueDate' : undefined;
  const page = await listDocuments<'invoice', InvoiceRow>(
    db.orm,
    'invoice',
    businessId,
    { ...asked(visit, rest), sort },
    {
      statuses: INVOICES[status],
      columns: {
        ...stateColumns(businessId, now),
        hasCard: plannedCharges().hasCard(businessId, sql`d.customer_id`),
      },
      ofPage: NO_MESSAGE,
    },
  );
  const ids = status === 'open' ? page.rows.map(({ id }) => id) : [];
  const confirming = await findBeingConfirmed(db.orm, businessId, ids);
  const profile = status === 'open' ? await findProfile(db.orm, businessId) : undefined;
  const declined = await plannedCharges().findDeclined(db.orm, businessId, ids);
  const charges = new Map<number, PlannedCharge | undefined>();
  for (const row of page.rows) {
    if (status !== 'open' || !row.hasCard) continue;
    // Rows of lists have the plan by its own name.
    const invoice = { ...row, installments: row.plan ?? [] };
    charges.set(row.id, await plannedCharges().find(db.orm, businessId, invoice, now));
  }
  return pageOf(page, (row) => ({
    id: row.id,
    ...facts(row.invoiceNumber, row),
    ...readState(row),
    dueDate: row.dueDate,
    nextDueDate: row.nextDueDate,
    amountDue: withDecimals(row.amountDue, row.currency),
    isBeingConfirmed: confirming.has(row.id),
    obstacle: profile ? findObstacle(profile, money(row.amountDue, row.currency)) : null,
    charge: charges.get(row.id) ?? null,
    declinedCard: declined.get(row.id) ?? null,
  }));
}

/** What keeps every way to pay from taking an amount, and where there may be another one. */
function findObstacle(profile: ProfileRow, due: Money): string | null {
  const methods = paymentMethods(profile);
  const faults = methods.length > 0 ? formatChargeFaults(methods, due, 'customer') : '';
  return faults === '' ? null : `${faults} Open the invoice to see how else it can be paid.`;
}

type EstimateRow = DocumentRow<'estimate'> & Pick<PortalEstimate, 'status'>;

const ESTIMATES: Record<'waiting' | 'past', SQL> = {
  waiting: sql`d.status = 'sent'`,
  past: sql`d.status in ('accepted', 'rejected', 'expired')`,
};

/** Estimates that can be answered, or that were or have expired; the newest first. */
export async function listPortalEstimates(
  { db }: ListServices,
  visit: Visit,
  { status, ...rest }: Asked & { status: 'waiting' | 'past' },
): Promise<Listed<PortalEstimate>> {
  const page = await listDocuments<'estimate', EstimateRow>(
    db.orm,
    'estimate',
    visit.businessId,
    asked(visit, rest),
    { statuses: [ESTIMATES[status]], columns: { status: sql`d.status` }, ofPage: NO_MESSAGE },
  );
  return pageOf(page, (row) => ({
    ...facts(row.estimateNumber, row),
    status: row.status,
    expiryDate: row.expiryDate,
  }));
}

type CreditNoteRow = DocumentRow<'credit_note'> & {
  appliedAmount: string;
  refundedAmount: string;
};

/** Credit notes that were issued, the newest first. */
export async function listPortalCreditNotes(
  { db }: ListServices,
  visit: Visit,
  rest: Asked,
): Promise<Listed<PortalCreditNote>> {
  const page = await listDocuments<'credit_note', CreditNoteRow>(
    db.orm,
    'credit_note',
    visit.businessId,
    asked(visit, rest),
    {
      statuses: [sql`d.status in ('issued', 'applied')`],
      columns: {
        appliedAmount: sql`d.applied_amount`,
        refundedAmount: sql`d.refunded_amount`,
      },
      ofPage: NO_MESSAGE,
    },
  );
  return pageOf(page, (row) => {
    const { currency, total, appliedAmount, refundedAmount } = row;
    const used = addMoney(money(appliedAmount, currency), money(refundedAmount, currency));
    return {
      ...facts(row.creditNoteNumber, row),
      unappliedAmount: subtractMoney(money(total, currency), used).amount,
    };
  });
}

const SHOWN = ['completed', 'refunded', 'review'] as const;

/** Payments that came, the newest first; what its owner has taken back is none. */
export async function listPortalPayments(
  { db }: ListServices,
  { businessId, customerId }: Visit,
  { cursor }: Asked,
): Promise<Listed<PortalPayment>> {
  const query = { customerId, limit: PORTAL_PAGE, cursor };
  const { rows, next } = await listPayments(db.orm, businessId, query);
  const items = rows.flatMap(({ status: stored, ...row }): PortalPayment[] => {
    const status = SHOWN.find((one) => one === stored);
    if (!status) return [];
    const { id, paymentDate, amount, currency, refundedAmount } = row;
    return [
      {
        id,
        paymentDate,
        amount,
        currency,
        refundedAmount: withDecimals(refundedAmount, currency),
        status,
        method: paidWith(row) ?? null,
        invoiceNumbers: [...row.allocations, ...row.wasFor].map(
          ({ invoiceNumber }) => invoiceNumber,
        ),
      },
    ];
  });
  return { items, next: next ?? null };
}
