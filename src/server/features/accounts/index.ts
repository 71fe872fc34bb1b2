export { type AccountOptions, type Accounts, createAccounts } from './create-accounts.ts';
export { endAllSessions } from './end-all-sessions.ts';
export { isAdmin, requireAdmin } from './is-admin.ts';
export { liveSessions } from './live-sessions.ts';
export { requireRecentProof } from './recent-proof.ts';
