export { type AccountOptions, type Accounts, createAccounts } from './create-accounts.ts';
