export { customerAccountRoutes } from './customer-account.routes.ts';
export { mailedStatements } from './mailed-statements.ts';
export { registerStatementFiles } from './statement-files.ts';
