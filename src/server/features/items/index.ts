export { itemRoutes } from './item.routes.ts';
export { findOwnItems, searchItems } from './item.store.ts';
