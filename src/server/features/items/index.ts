export { itemRoutes } from './item.routes.ts';
export { findOwnItems, itemFound, searchItems } from './item.store.ts';
