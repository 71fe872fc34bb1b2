import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { notFound } from '../../../shared/errors/app-error.ts';
import type {
  Estimate,
  EstimateDetail,
  EstimateSummary,
} from '../../../shared/estimates/estimate.contract.ts';
import type { EstimateStatus } from '../../../shared/estimates/estimate-status.ts';
import { ESTIMATE_STATUSES } from '../../../shared/estimates/estimate-status.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { decodeDateCursor, pageOf, searchCondition } from '../../platform/lists/cursor.ts';
import { ownerAccount } from '../businesses/index.ts';
import { emailsColumn, newestEmailColumn } from '../emails/index.ts';
import type { EstimateDetailRow, EstimateRow } from './present-estimate.ts';
import { presentEstimate, presentEstimateDetail } from './present-estimate.ts';

/** Columns of an estimate with its customer and the invoice that it became. */
const COLUMNS = sql`
  e.id, e.customer_id, e.estimate_number, e.status, e.issue_date, e.expiry_date,
  e.currency, e.subtotal, e.tax_amount, e.tax_rate, e.total, e.notes, e.terms,
  e.version, e.created_at, e.updated_at,
  c.name as customer_name, c.company as customer_company, c.email as customer_email,
  i.id as invoice_id, i.invoice_number, i.deleted_at is not null as invoice_deleted,
  p.public_id`;

const joins = (businessId: string) => sql`
  join customers c on c.business_id = ${businessId} and c.id = e.customer_id
  join public_documents p on p.business_id = e.business_id and p.estimate_id = e.id
  left join invoices i on i.business_id = ${businessId} and i.id = e.invoice_id`;

/** Numerics go through JSON as text: a JSON number would lose their two decimals. */
const lineItems = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', l.id, 'estimateId', l.estimate_id, 'itemId', l.item_id, 'description', l.description,
     'quantity', l.quantity::text, 'unitPrice', l.unit_price::text, 'total', l.total::text)
     order by l.position), '[]'::json)
   from estimate_line_items l
   where l.business_id = ${businessId} and l.estimate_id = e.id) as line_items`;

/** The newest hundred entries: an estimate edited more often still opens at once. */
const history = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', h.id, 'type', h.type, 'data', h.data, 'createdAt', h.created_at) order by h.id desc),
     '[]'::json)
   from (select * from events h
         where h.business_id = ${businessId} and h.estimate_id = e.id order by h.id desc limit 100) h
  ) as history`;

export interface EstimateFilter {
  search?: string | undefined;
  status?: string | undefined;
}

export interface EstimateListQuery extends EstimateFilter {
  limit?: number | undefined;
  cursor?: string | undefined;
}

function listConditions(businessId: string, { status, search }: EstimateFilter): SQL[] {
  const conditions: SQL[] = [sql`e.business_id = ${businessId}`, sql`e.deleted_at is null`];
  if (status && status !== 'all') conditions.push(sql`e.status = ${status}`);
  const found = searchCondition(sql`e.search_text`, search);
  if (found) conditions.push(found);
  return conditions;
}

/** Estimates, newest issue date first: the whole list, or a page of `limit`. */
export async function listEstimates(
  db: Queryable,
  businessId: string,
  query: EstimateListQuery,
): Promise<{ estimates: Estimate[]; next: string | undefined }> {
  const { limit } = query;
  const conditions = listConditions(businessId, query);
  if (query.cursor !== undefined) {
    const { key, id } = decodeDateCursor(query.cursor);
    conditions.push(sql`(e.issue_date, e.id) < (${key}::date, ${id}::bigint)`);
  }
  // The page is cut before the joins, as in the list of invoices, so that an index ends it.
  const { rows } = await db.execute<EstimateRow>(sql`
    select ${COLUMNS}, ${ownerAccount(businessId)} as user_id, ${limit === undefined ? lineItems(businessId) : newestEmailColumn(businessId, 'estimate')}
    from (
      select * from estimates e where ${sql.join(conditions, sql` and `)}
      order by e.issue_date desc, e.id desc
      ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}
    ) e ${joins(businessId)}
    order by e.issue_date desc, e.id desc`);
  const page = pageOf(rows, limit, (row) => ({ key: row.issue_date, id: Number(row.id) }));
  return { estimates: page.rows.map(presentEstimate), next: page.next };
}

/** Count and sum of what a list with the same filter holds, and of each status of this search. */
export async function summarizeEstimates(
  db: Queryable,
  businessId: string,
  { search, status }: EstimateFilter,
): Promise<EstimateSummary> {
  const { rows } = await db.execute<{ status: EstimateStatus; count: string; total: string }>(sql`
    select e.status, count(*) as count, sum(e.total)::numeric(20,2)::text as total
    from estimates e where ${sql.join(listConditions(businessId, { search }), sql` and `)}
    group by e.status`);
  const byStatus: EstimateSummary['byStatus'] = {
    draft: NONE,
    sent: NONE,
    accepted: NONE,
    rejected: NONE,
    expired: NONE,
  };
  for (const { status: of, count, total } of rows) byStatus[of] = { count: Number(count), total };
  const asked = ESTIMATE_STATUSES.find((known) => known === status);
  if (asked) return { ...byStatus[asked], byStatus };
  const all = Object.values(byStatus);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    total: toDecimal(all.reduce((sum, { total }) => sum + hundredths(total), 0n)),
    byStatus,
  };
}

const NONE = { count: 0, total: '0.00' };

/** One estimate with lines, messages and history, in one query; undefined when there is none. */
export async function findEstimateDetail(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<EstimateDetail | undefined> {
  const { rows } = await db.execute<EstimateDetailRow>(sql`
    select ${COLUMNS}, ${ownerAccount(businessId)} as user_id, ${lineItems(businessId)}, ${history(businessId)}, ${emailsColumn(businessId, 'estimate')}
    from estimates e ${joins(businessId)}
    where e.business_id = ${businessId} and e.id = ${id} and e.deleted_at is null`);
  const [row] = rows;
  return row && presentEstimateDetail(row);
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
