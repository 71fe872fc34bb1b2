export { endAllSessions, liveSessions } from './account-sessions.ts';
export { type AccountOptions, type Accounts, createAccounts } from './create-accounts.ts';
export { isAdmin, requireAdmin } from './is-admin.ts';
export { requireRecentProof } from './recent-proof.ts';
export { cookiePrefix, cookieValue, setCookie } from './session-cookie.ts';
