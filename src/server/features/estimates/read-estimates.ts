import { sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import { ESTIMATE_STATUSES } from '../../../shared/estimates/estimate-status.ts';
import type {
  Estimate,
  EstimateDetail,
  EstimateSummary,
} from '../../../shared/estimates/estimate.contract.ts';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import { money, noMoney, subtractMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import type {
  DocumentListQuery,
  DocumentRow,
  OwnColumns,
  SingleFigures,
} from '../documents/index.ts';
import {
  documentColumns,
  fromDocuments,
  hasStatus,
  historyColumn,
  lineItemsColumn,
  listDocuments,
  presentDocument,
  revisionColumn,
  selectOwn,
  sumByStatus,
} from '../documents/index.ts';
import { emailsColumn, newestEmailColumn, presentMessages } from '../emails/index.ts';
import type { DepositFacts } from '../invoices/index.ts';
import { depositInvoicesColumn, presentDeposit } from '../invoices/index.ts';

type EstimateRow = DocumentRow<'estimate'> &
  Pick<Estimate, 'status' | 'lineItems' | 'invoice' | 'mustStay' | 'onAcceptance'>;

/** Instants are as JSON from the database gives them. */
type EstimateDetailRow = EstimateRow &
  SingleFigures &
  Pick<EstimateDetail, 'lineItems' | 'history' | 'emails' | 'revision' | 'acceptance'> & {
    depositInvoices: DepositFacts[];
  };

/** What an estimate has besides its content: its status, and the invoice that it became. */
const OWN: OwnColumns<'estimate', EstimateRow> = {
  status: sql`d.status`,
  onAcceptance: sql`d.on_acceptance`,
  mustStay: sql`d.series_id is not null`,
  invoice: sql`case when i.id is not null then json_build_object('id', i.id,
    'invoiceNumber', i.invoice_number, 'deleted', i.deleted_at is not null) end`,
};

const joinInvoice = (businessId: string) => sql`
  left join invoices i on i.business_id = ${businessId} and i.id = d.invoice_id`;

/** The answer by which its customer accepted an estimate `d` online, while that holds. */
const acceptanceColumn = (businessId: string) => sql`
  (select json_build_object('name', a.name, 'way', a.way, 'strokes', a.strokes, 'terms', a.terms, 'choice', a.choice,
     'acceptedAt', a.created_at, 'timeZone', a.time_zone, 'ipAddress', a.ip_address,
     'userAgent', a.user_agent, 'currency', a.currency, 'total', a.total::text,
     'revision', a.revision, 'sha256', a.sha256)
   from estimate_answers a
   where a.business_id = ${businessId} and a.estimate_id = d.id
     and a.number = d.acceptance_number) as acceptance`;

const presentAcceptance = ({ acceptance }: EstimateDetailRow) =>
  acceptance && { ...acceptance, acceptedAt: utcInstant(acceptance.acceptedAt) };

/** Estimates, newest issue date first: the whole list, or a page of `limit`. */
export function listEstimates(
  db: Queryable,
  businessId: string,
  query: DocumentListQuery,
): Promise<Page<Estimate>> {
  return listDocuments<'estimate', EstimateRow>(db, 'estimate', businessId, query, {
    statuses: [hasStatus(query.status)],
    columns: OWN,
    joins: joinInvoice(businessId),
    ofPage: newestEmailColumn(businessId, 'estimate'),
  });
}

/** Count and sum of what a list with the same filter holds, and of each status under it. */
export async function summarizeEstimates(
  db: Queryable,
  businessId: string,
  filter: DocumentFilter,
): Promise<EstimateSummary> {
  const sumOf = await sumByStatus<EstimateStatus>(db, 'estimate', businessId, filter);
  const asked = ESTIMATE_STATUSES.find((known) => known === filter.status);
  return {
    ...sumOf(asked),
    byStatus: {
      draft: sumOf('draft'),
      sent: sumOf('sent'),
      accepted: sumOf('accepted'),
      rejected: sumOf('rejected'),
      expired: sumOf('expired'),
    },
  };
}

/** One estimate with lines, messages and history, in one query; undefined when there is none. */
export async function findEstimateDetail(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<EstimateDetail | undefined> {
  const { rows } = await db.execute<EstimateDetailRow>(sql`
    select ${documentColumns('estimate', businessId, { isSingle: true })}, ${selectOwn(OWN)},
      ${lineItemsColumn('estimate', businessId)}, ${historyColumn('estimate', businessId)},
      ${emailsColumn(businessId, 'estimate')}, ${revisionColumn('estimate', businessId)},
      ${depositInvoicesColumn(businessId)}, ${acceptanceColumn(businessId)}
    ${fromDocuments('estimate', businessId)} ${joinInvoice(businessId)}
    where d.business_id = ${businessId} and d.id = ${id} and d.deleted_at is null`);
  const [row] = rows;
  return (
    row && {
      ...presentDocument(row),
      ...presentMessages(row),
      depositInvoices: row.depositInvoices.map((each) => presentDeposit(each, row.currency)),
      leftToInvoice: leftToInvoice(row),
      acceptance: presentAcceptance(row),
    }
  );
}

/** The total less what deposit invoices ask for. */
function leftToInvoice({ invoice, total, currency, depositInvoices }: EstimateDetailRow): string {
  if (invoice) return noMoney(currency).amount;
  const asked = depositInvoices.map((each) =>
    subtractMoney(money(each.total, currency), money(each.credited, currency)),
  );
  return subtractMoney(money(total, currency), sumMoneyIn(currency, asked)).amount;
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign estimate alike. */
export async function readEstimate(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<EstimateDetail> {
  const estimate = await findEstimateDetail(db, businessId, id);
  if (!estimate) throw notFound('Estimate');
  return estimate;
}
