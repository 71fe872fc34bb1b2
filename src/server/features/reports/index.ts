export { registerAccountExports } from './account-report.routes.ts';
export { registerReportExport, reportRoutes } from './report.routes.ts';
