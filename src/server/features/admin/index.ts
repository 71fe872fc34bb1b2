export { jobRoutes } from './job.routes.ts';
export { userRoutes } from './user.routes.ts';
