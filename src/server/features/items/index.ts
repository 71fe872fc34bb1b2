export { itemRoutes } from './item.routes.ts';
export { searchItems } from './item.store.ts';
