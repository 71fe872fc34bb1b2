import type { Dashboard, DueInvoice } from '../../../shared/dashboard/dashboard.contract.ts';
import type { CalendarDate, DateRange } from '../../../shared/dates/calendar-date.ts';
import {
  addDays,
  addMonths,
  dateInZone,
  endOfMonth,
  startOfMonth,
} from '../../../shared/dates/calendar-date.ts';
import type { InvoiceStatus } from '../../../shared/invoices/invoice-status.ts';
import { hundredths, sumDecimals, toDecimal } from '../../../shared/money/hundredths.ts';
import type { DaySum } from '../../../shared/reports/day-sums.ts';
import { percentChange, sumOfDays } from '../../../shared/reports/day-sums.ts';
import { selectTogether } from '../../db/select-together.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { countLiveCustomers } from '../customers/index.ts';
import { spentByDay, spentInAll } from '../expenses/index.ts';
import { dueAfter, firstDue, invoicedByDay, listInvoices, statusSums } from '../invoices/index.ts';
import { receivedByDay } from '../ledger/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile, paymentMethods } from '../profile/index.ts';
import { recentActivity } from './recent-activity.ts';

const RECENT_INVOICES = 8;
const RECENT_ACTIVITY = 8;
const DUE_INVOICES = 7;
const DUE_SOON_DAYS = 14;
const MONTHS = 12;

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
      const today = dateInZone(now, profile?.timeZone ?? 'UTC');
      const times = timesOf(today);
      const sums = await selectTogether(tx, {
        statuses: statusSums(businessId, now),
        received: receivedByDay(businessId, times.read),
        spent: spentByDay(businessId, times.read),
        spentInAll: spentInAll(businessId),
        invoiced: invoicedByDay(businessId, {
          from: times.months[0]?.from ?? today,
          to: times.read.to,
        }),
        later: dueAfter(businessId, addDays(today, DUE_SOON_DAYS)),
        due: firstDue(businessId, DUE_INVOICES, now),
        customers: countLiveCustomers(businessId),
      });
      const { invoices } = await listInvoices(tx, businessId, { limit: RECENT_INVOICES }, now);
      const owed = owedOf(sums.statuses);
      const count = (...statuses: InvoiceStatus[]) => countOf(sums.statuses, statuses);
      return {
        today,
        totalRevenue: sumDecimals(sums.statuses.map(({ received }) => received)),
        outstanding: owed('sent', 'overdue'),
        outstandingCount: count('sent', 'overdue'),
        overdue: owed('overdue'),
        overdueCount: count('overdue'),
        paidThisMonth: sumOfDays(sums.received, times.thisMonth),
        totalExpenses: sums.spentInAll[0]?.amount ?? '0.00',
        trends: {
          totalRevenue: trend(sums.received, times.lastYear, times.yearBefore),
          paidThisMonth: trend(sums.received, times.monthSoFar, times.monthBefore),
          totalExpenses: trend(sums.spent, times.lastYear, times.yearBefore),
        },
        comparedWith: times.monthBefore,
        recentInvoices: invoices,
        recentActivity: await recentActivity(tx, businessId, RECENT_ACTIVITY),
        months: times.months.map((month) => ({
          month: month.from.slice(0, 7),
          invoiced: sumOfDays(sums.invoiced, month),
          paid: sumOfDays(sums.received, month),
          expenses: sumOfDays(sums.spent, month),
        })),
        due: {
          overdue: owed('overdue'),
          ...dueSoonAndLater(owed('sent'), sums.later[0]?.amount ?? '0.00'),
          invoices: sums.due.map(presentDue),
        },
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

/** The days that figures are about, as of today. */
function timesOf(today: CalendarDate) {
  const thisMonth = { from: startOfMonth(today), to: endOfMonth(today) };
  const aYearAgo = addMonths(today, -12);
  const yearBefore = { from: addDays(addMonths(today, -24), 1), to: aYearAgo };
  const aMonthAgo = addMonths(today, -1);
  const months = Array.from({ length: MONTHS }, (_, n) => {
    const from = addMonths(thisMonth.from, n + 1 - MONTHS);
    return { from, to: endOfMonth(from) };
  });
  return {
    thisMonth,
    monthSoFar: { from: thisMonth.from, to: today },
    monthBefore: { from: startOfMonth(aMonthAgo), to: aMonthAgo },
    lastYear: { from: addDays(aYearAgo, 1), to: today },
    yearBefore,
    months,
    /** Spans all of them. */
    read: { from: yearBefore.from, to: thisMonth.to },
  };
}

function trend(days: readonly DaySum[], now: DateRange, before: DateRange) {
  return percentChange(sumOfDays(days, now), sumOfDays(days, before));
}

interface Owed {
  status: InvoiceStatus;
  count: number;
  total: string;
  received: string;
}

const owedOf =
  (sums: readonly Owed[]) =>
  (...statuses: InvoiceStatus[]) =>
    toDecimal(
      sums
        .filter(({ status }) => statuses.includes(status))
        .reduce((sum, part) => sum + hundredths(part.total) - hundredths(part.received), 0n),
    );

function countOf(sums: readonly Owed[], statuses: InvoiceStatus[]): number {
  return sums
    .filter(({ status }) => statuses.includes(status))
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * What is sent and not overdue is due soon or later. Only the later part is summed: the days to come
 * hold few invoices, however many years lie behind.
 */
function dueSoonAndLater(sent: string, later: string) {
  return { next14Days: toDecimal(hundredths(sent) - hundredths(later)), later };
}

function presentDue({ status, ...row }: Omit<DueInvoice, 'overdue'> & { status: InvoiceStatus }) {
  return { ...row, overdue: status === 'overdue' };
}

/** An account's profile begins with a name and an e-mail address; a business has more to say. */
function isFilledIn(profile: ProfileRow): boolean {
  const { address, city, phone, website, taxNumber, logoUrl } = profile;
  return [address, city, phone, website, taxNumber, logoUrl].some((value) => value !== null);
}
