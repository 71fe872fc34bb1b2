import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCustomer } from '../../src/server/features/customers/customer.store.ts';
import { readDashboard } from '../../src/server/features/dashboard/read-dashboard.ts';
import { summarizeInvoices } from '../../src/server/features/invoices/read-invoices.ts';
import { readReport } from '../../src/server/features/reports/read-report.ts';
import { REPORT_RANGES, REPORT_TYPES } from '../../src/shared/reports/report.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import {
  expectedBalances,
  expectedDashboard,
  expectedReport,
  expectedSummary,
  readBooks,
  todayIn,
} from './expected-figures.ts';
import { histories, live } from './random-history.ts';

const RUNS = 12;

describeOnDatabase('figures after random histories', { owned: true }, (db) => {
  it('agree to the minor unit of each currency with what the rows say, on the dashboard, in reports and in lists', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { services, owner, customers, now, timeZone } = await live(db, history, (one) =>
          checkLedger(db, one),
        );
        const today = todayIn(timeZone, now);
        const books = await readBooks(db, owner, today);

        const dashboard = await readDashboard(services, owner);
        expect(dashboard).toMatchObject(expectedDashboard(books, today));
        for (const reportType of REPORT_TYPES) {
          for (const dateRange of REPORT_RANGES) {
            const report = await readReport(services, owner, { reportType, dateRange });
            const expected = expectedReport(books, today, reportType, Number(dateRange));
            expect(report).toMatchObject(expected);
          }
        }
        expect(await summarizeInvoices(db.orm, owner, {}, now)).toEqual(
          expectedSummary(books, today),
        );
        for (const id of customers.filter((one) => books.customers.includes(String(one)))) {
          const { balance, otherBalances } = await readCustomer(db.orm, owner, id, now);
          expect([balance, ...otherBalances]).toEqual(expectedBalances(books, id, today));
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
    );
  });
});
