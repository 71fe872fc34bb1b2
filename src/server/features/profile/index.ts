export { profileRoutes } from './profile.routes.ts';
export type { ProfileRow } from './profile.store.ts';
export { findProfile } from './profile.store.ts';
export { prefillProfile } from './save-profile.ts';
