export { itemRoutes } from './item.routes.ts';
export { countOwnItems, searchItems } from './item.store.ts';
