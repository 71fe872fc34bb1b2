import { sql } from 'drizzle-orm';
import type { IssuedInvoices } from '../../../shared/documents/number-series/issued-invoices.ts';
import type { SeriesKind } from '../../../shared/documents/number-series/number-series.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import type { RoundedTotal } from '../../../shared/money/rounding-increment.ts';
import type { Queryable } from '../../db/database.ts';
import { ConcernsOthersError, noteLocks } from '../../db/lock-order.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { findCustomerRow, mergedInto } from '../customers/index.ts';

/** What of the customer and the business decides about a document's figures. */
export interface DocumentTerms {
  /** The customer's number, and those of whom were merged into it. */
  customerIds: [number, ...number[]];
  customer: { name: string; company: string | null };
  customerCurrency: string | null;
  buyerVatId: string | null;
  businessCurrency: string;
  sellerVatId: string | null;
  roundedTotals: readonly RoundedTotal[];
  /** Kinds whose numbers come from a series. */
  seriesKinds: SeriesKind[];
  issuedInvoices: IssuedInvoices;
}

interface TermsRow extends Record<string, unknown> {
  id: string;
  merged: string[] | null;
  name: string;
  company: string | null;
  currency: string | null;
  vat_id: string | null;
  business_currency: string | null;
  seller_vat_id: string | null;
  rounded_totals: RoundedTotal[] | null;
  issued_invoices: IssuedInvoices | null;
  series_kinds: SeriesKind[] | null;
}

/**
 * The owner's customer, or the one that it was merged into, held against deletion and merging until the
 * transaction ends, and the business's terms, in one statement.
 * @throws AppError NOT_FOUND (decision 5)
 */
export async function lockTerms(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<DocumentTerms> {
  const row = await selectTerms(db, businessId, customerId);
  if (!row) {
    // Merged while its lock was waited for: the one that it was merged into would be locked after it.
    const now = await findCustomerRow(db, businessId, customerId);
    if (now && !now.deletedAt) throw new ConcernsOthersError([]);
    throw notFound('Customer', 'customerId');
  }
  noteLocks(db, 'customers', [Number(row.id)]);
  return {
    customerIds: [Number(row.id), ...(row.merged ?? []).map(Number)],
    customer: { name: row.name, company: row.company },
    customerCurrency: row.currency,
    buyerVatId: row.vat_id,
    businessCurrency: row.business_currency ?? DEFAULT_CURRENCY,
    sellerVatId: row.seller_vat_id,
    roundedTotals: row.rounded_totals ?? [],
    seriesKinds: row.series_kinds ?? [],
    issuedInvoices: row.issued_invoices ?? 'revise',
  };
}

async function selectTerms(
  db: Queryable,
  businessId: string,
  customerId: number,
): Promise<TermsRow | undefined> {
  const { rows } = await executeNamed<TermsRow>(
    db,
    sql`
    select c.id, c.name, c.company, c.currency, c.vat_id, p.currency as business_currency,
      p.vat_id as seller_vat_id, p.rounded_totals, p.issued_invoices,
      (select json_agg(s.kind) from number_series s
       where s.business_id = ${businessId} and s.archived_at is null) as series_kinds,
      (select array_agg(m.id) from customers m
       where m.business_id = ${businessId} and m.merged_into_id = c.id) as merged
    from customers c
    left join business_profiles p on p.business_id = ${businessId}
    where c.business_id = ${businessId} and c.id = ${mergedInto(businessId, customerId)}
      and c.deleted_at is null
    for share of c`,
  );
  return rows[0];
}
