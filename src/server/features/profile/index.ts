export { profileRoutes } from './profile.routes.ts';
export type { ProfileRow } from './profile.store.ts';
export { findProfile, takesCards } from './profile.store.ts';
export { prefillProfile } from './save-profile.ts';
