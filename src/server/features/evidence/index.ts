export { evidenceRoutes } from './evidence.routes.ts';
export { verifyAll } from './verify-business.ts';
