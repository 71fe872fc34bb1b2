export { customerAccountRoutes } from './customer-account.routes.ts';
export { mailedStatements } from './mailed-statements.ts';
export { parsePeriod, registerStatementFiles } from './statement-files.ts';
export { prepareStatementPdf } from './statement-pdf.ts';
