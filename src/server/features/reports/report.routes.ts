import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { reportFileName } from '../../../shared/reports/report.contract.ts';
import { ownerApi } from '../../platform/http/api-context.ts';
import type { ResolveSession } from '../../platform/http/api-routes.ts';
import type { Services } from '../../platform/http/services.ts';
import { EXPORTS_OF_AN_OWNER, REPORTS_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { accountReportRoutes } from './account-report.routes.ts';
import { readReport } from './read-report.ts';
import { parseExportQuery, reportLines } from './report-csv.ts';
import { sendCsv } from './send-csv.ts';

export function reportRoutes(services: Services) {
  const { limits } = services;
  return {
    ...accountReportRoutes(services),
    get: ownerApi.reports.get.handler(async ({ input, context: { actor } }) => {
      await limits.count(`report ${actor.businessId}`, REPORTS_OF_AN_OWNER, 'reports');
      return readReport(services, actor.businessId, input);
    }),
  };
}

/** A file, not JSON: a plain route beside the contract's. */
export function registerReportExport(
  app: FastifyInstance,
  services: Services,
  resolveSession: ResolveSession,
): void {
  app.get('/api/reports/export', async (request, reply) => {
    const actor = await resolveSession(request);
    if (!actor) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    const asked = parseExportQuery(request.query);
    await services.limits.count(`export ${actor.businessId}`, EXPORTS_OF_AN_OWNER, 'exports');
    const lines = reportLines(services, actor.businessId, asked);
    return sendCsv(reply, reportFileName(asked.reportType, asked), lines);
  });
}
