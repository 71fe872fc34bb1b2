import type { Dashboard, DueInvoice } from '../../../shared/dashboard/dashboard.contract.ts';
import { addDays, businessDay } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { selectTogether } from '../../db/select-together.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { countLiveCustomers } from '../customers/index.ts';
import { addConverted } from '../exchange-rates/index.ts';
import { spentByDay, spentInAll } from '../expenses/index.ts';
import { dueAfter, firstDue, invoicedByDay, listInvoices, statusSums } from '../invoices/index.ts';
import { sumReceivedByDay, unappliedCredit } from '../ledger/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile, paymentMethods } from '../profile/index.ts';
import { dashboardTimes, figuresIn, figuresOfOthers, trendsIn } from './currency-figures.ts';
import { recentActivity } from './recent-activity.ts';

const RECENT_INVOICES = 8;
const RECENT_ACTIVITY = 8;
const DUE_INVOICES = 7;
const DUE_SOON_DAYS = 14;
/** Those that are converted where there are several currencies. */
const FIGURES = [
  'totalRevenue',
  'outstanding',
  'overdue',
  'paidThisMonth',
  'totalExpenses',
] as const;

/** What an owner sees first: every figure as of one moment, so that they agree with each other. */
export function readDashboard(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
): Promise<Dashboard> {
  return withTransaction(
    db,
    async (tx) => {
      const profile = await findProfile(tx, businessId);
      const now = clock.now();
      const today = businessDay(now, profile);
      const currency = profile?.currency ?? DEFAULT_CURRENCY;
      const times = dashboardTimes(today);
      // The longest texts, which read few rows: to plan them takes longer.
      const open = await selectTogether(
        tx,
        { statuses: statusSums(businessId, now), due: firstDue(businessId, DUE_INVOICES, now) },
        { isNamed: true },
      );
      const others = await selectTogether(tx, {
        unapplied: unappliedCredit(businessId),
        received: sumReceivedByDay(businessId, times.read),
        spent: spentByDay(businessId, times.read),
        spentInAll: spentInAll(businessId),
        invoiced: invoicedByDay(businessId, {
          from: times.months[0]?.from ?? today,
          to: times.read.to,
        }),
        later: dueAfter(businessId, addDays(today, DUE_SOON_DAYS)),
        customers: countLiveCustomers(businessId),
      });
      const sums = { ...open, ...others };
      const { rows: invoices } = await listInvoices(
        tx,
        businessId,
        { limit: RECENT_INVOICES },
        now,
      );
      const count = (...statuses: InvoiceStatus[]) =>
        sums.statuses
          .filter(({ status }) => statuses.includes(status))
          .reduce((sum, part) => sum + part.count, 0);
      const own = figuresIn(currency, sums, times);
      const otherCurrencies = figuresOfOthers(currency, sums, times);
      return {
        today,
        ...own,
        otherCurrencies,
        converted: await addConverted(tx, FIGURES, own, otherCurrencies, today),
        outstandingCount:
          count('sent', 'overdue') - sums.statuses.reduce((all, part) => all + part.nothingDue, 0),
        overdueCount: count('overdue'),
        trends: trendsIn(currency, sums, times),
        comparedWith: times.monthBefore,
        recentInvoices: invoices,
        recentActivity: await recentActivity(tx, businessId, RECENT_ACTIVITY),
        due: { ...own.due, invoices: sums.due.map(presentDue) },
        firstSteps: {
          profile: profile !== undefined && isFilledIn(profile),
          customer: sums.customers.some((row) => row.count > 0),
          invoice: count('draft', 'sent', 'paid', 'overdue') > 0,
          sent: count('sent', 'paid', 'overdue') > 0,
          payments: profile !== undefined && paymentMethods(profile).length > 0,
        },
      };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

function presentDue({ status, ...row }: Omit<DueInvoice, 'overdue'> & { status: InvoiceStatus }) {
  const amountDue = withDecimals(row.amountDue, row.currency);
  const amountOverdue = withDecimals(row.amountOverdue, row.currency);
  return { ...row, amountDue, amountOverdue, overdue: status === 'overdue' };
}

/** An account's profile begins with a name and an e-mail address; a business has more to say. */
function isFilledIn(profile: ProfileRow): boolean {
  const { address, city, phone, website, taxNumber, logoUrl } = profile;
  return [address, city, phone, website, taxNumber, logoUrl].some((value) => value !== null);
}
