export { type Account, findAccount } from './account.store.ts';
export type { NewUser } from './auth-adapter.ts';
export { type AccountOptions, type Accounts, createAccounts } from './create-accounts.ts';
export { isAdmin } from './is-admin.ts';
export { splitName } from './split-name.ts';
