import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ACCOUNT_FILES, MOST_CUSTOMERS } from '../../../shared/reports/account-report.contract.ts';
import { ownerApi } from '../../platform/http/api-context.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { Services } from '../../platform/http/services.ts';
import { EXPORTS_OF_AN_OWNER, REPORTS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { cutPage, decodeDateCursor } from '../../platform/lists/cursor.ts';
import { ACCOUNT_CSV } from './account-csv.ts';
import { readEntries } from './account-entries.ts';
import { readAsOfDay, resolvePeriod } from './account-period.ts';
import { readBusiness } from './read-report.ts';
import { readReceivables } from './receivables-by-age.ts';
import { readLosses, readReconciliation } from './reconciliation.ts';
import { readRevenue } from './revenue-by-period.ts';
import { sendCsv } from './send-csv.ts';
import { readTaxes } from './tax-report.ts';

export function accountReportRoutes(services: Services) {
  const { db, limits } = services;
  const count = (businessId: string) =>
    limits.count(`report ${businessId}`, REPORTS_OF_AN_OWNER, 'reports');
  /** Counted, and with the business's day and currency. */
  const begin = async (businessId: string) => {
    await count(businessId);
    return readBusiness(services, businessId);
  };
  const { reports } = ownerApi;
  return {
    receivables: reports.receivables.handler(async ({ input, context: { actor } }) => {
      const business = await begin(actor.businessId);
      const asOf = readAsOfDay(input, business.today);
      const page = { ...business, asOf, limit: MOST_CUSTOMERS };
      return readReceivables(db.orm, actor.businessId, page);
    }),
    revenue: reports.revenue.handler(async ({ input, context: { actor } }) => {
      const { today, currency } = await begin(actor.businessId);
      const range = resolvePeriod(input, today);
      const ask = { range, basis: input.basis, by: input.by, currency, limit: MOST_CUSTOMERS };
      return readRevenue(db.orm, actor.businessId, ask);
    }),
    taxes: reports.taxes.handler(async ({ input, context: { actor } }) => {
      const { today, currency, country } = await begin(actor.businessId);
      const ask = { range: resolvePeriod(input, today), basis: input.basis, currency, country };
      return readTaxes(db.orm, actor.businessId, ask);
    }),
    writeOffs: reports.writeOffs.handler(async ({ input, context: { actor } }) => {
      const { today, currency } = await begin(actor.businessId);
      return readLosses(db.orm, actor.businessId, { range: resolvePeriod(input, today), currency });
    }),
    reconciliation: reports.reconciliation.handler(async ({ input, context: { actor } }) => {
      const { today, currency } = await begin(actor.businessId);
      const ask = { range: resolvePeriod(input, today), today, currency };
      return readReconciliation(db.orm, actor.businessId, ask);
    }),
    entries: reports.entries.handler(async ({ input, context: { actor } }) => {
      const { line, currency, limit, cursor } = input;
      const after = cursor === undefined ? undefined : decodeDateCursor(cursor);
      const { today } = await begin(actor.businessId);
      const range = resolvePeriod(input, today);
      const page = { range, line, currency, after, limit: limit + 1 };
      const found = await readEntries(db.orm, actor.businessId, page);
      const { rows, next } = cutPage(found, limit, ({ date, id }) => ({ key: date, id }));
      return { ...range, entries: rows, nextCursor: next ?? null };
    }),
  };
}

/** Files, not JSON: plain routes beside the contract's. */
export function registerAccountExports(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  for (const report of ACCOUNT_FILES) {
    app.get(`/api/reports/${report}/export`, async (request, reply) => {
      const actor = await resolveSession(request);
      if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
      const file = ACCOUNT_CSV[report](request.query);
      await services.limits.count(`export ${actor.businessId}`, EXPORTS_OF_AN_OWNER, 'exports');
      const { name, lines } = await file(services, actor.businessId);
      return sendCsv(reply, name, lines);
    });
  }
}
