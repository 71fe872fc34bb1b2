export { itemRoutes } from './item.routes.ts';
