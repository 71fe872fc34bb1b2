export { registerReportExport, reportRoutes } from './report.routes.ts';
