import { sql } from 'drizzle-orm';
import type { Portal } from '../../../shared/customer-portal/portal.contract.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { brandColors } from '../../../shared/profile/brand-color.ts';
import { asksForNothing, liveInvoices, overdueDifferences } from '../../db/overdue.ts';
import type { Services } from '../../platform/http/services.ts';
import { findCustomerRow, matchesAny } from '../customers/index.ts';
import { findProfile, isTestBusiness, paymentMethods, readBusinessDay } from '../profile/index.ts';
import type { Visit } from './visit.ts';

type Opened = Record<'currency' | 'amount' | 'overdue', Decimal> & { count: number };

/**
 * What stands above the lists: whose portal it is, and what is to be paid. The sums are those that are
 * kept by customer; only of the few that are late in part, or late and not marked yet, rows are read.
 */
export async function readPortal(
  services: Pick<Services, 'db' | 'clock' | 'payments' | 'seal'>,
  { businessId, customerId, customerIds }: Visit,
): Promise<Portal> {
  const { orm } = services.db;
  const now = services.clock.now();
  const whose = matchesAny(sql`t.customer_id`, customerIds);
  const own = sql`${liveInvoices('i', businessId)} and ${matchesAny(sql`i.customer_id`, customerIds)}`;
  const [profile, customer, today, { rows: open }] = await Promise.all([
    findProfile(orm, businessId),
    findCustomerRow(orm, businessId, customerId),
    readBusinessDay(orm, businessId, now),
    orm.execute<Opened>(sql`
      select t.currency, sum(t.due)::text as amount,
        (sum(t.invoice_count) - (
          select count(*) from invoices i
          where ${own} and i.currency = t.currency and ${asksForNothing('i')}
        ))::int as count,
        (coalesce(sum(t.due) filter (where t.status = 'overdue'), 0) + coalesce((
          select sum(d.amount) from (${overdueDifferences('i', businessId, now, own)}) as d
          where d.currency = t.currency
        ), 0))::text as overdue
      from customer_invoice_totals t
      where t.business_id = ${businessId} and ${whose} and t.status in ('sent', 'overdue')
      group by t.currency having sum(t.due) > 0 order by t.currency`),
  ]);
  if (!profile || !customer) throw notFound('Customer');
  const { businessName, email, phone, logoUrl } = profile;
  return {
    business: { businessName, email, phone, logoUrl, brand: brandColors(profile.pdfPrimaryColor) },
    customer: { name: customer.name, company: customer.company },
    today,
    open: open
      .toSorted(byCurrency(customer.currency ?? profile.currency))
      .map(({ currency, amount, count, overdue }) => ({
        currency,
        amount: withDecimals(amount, currency),
        count,
        overdue: withDecimals(overdue, currency),
      })),
    paysOnline: paymentMethods(profile).length > 0,
    testMode: isTestBusiness(services, profile),
  };
}

/** What is usual between the two stands first and large, the others by their codes. */
const byCurrency = (usual: string) => (a: Opened, b: Opened) =>
  Number(b.currency === usual) - Number(a.currency === usual);
