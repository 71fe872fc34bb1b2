export { customerPortalRoutes } from './customer-portal.routes.ts';
export { endAccessIn } from './manage-access.ts';
export { mailedLinks, takePortalRequests } from './mail-links.ts';
export { registerPortalFiles } from './portal-files.ts';
export { portalRoutes } from './portal.routes.ts';
