export { type AccountOptions, type Accounts, createAccounts } from './create-accounts.ts';
export { liveSessions } from './live-sessions.ts';
