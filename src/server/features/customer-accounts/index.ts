export { customerAccountRoutes } from './customer-account.routes.ts';
