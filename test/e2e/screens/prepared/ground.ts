import type { Owner } from '../../owner.ts';
import type { StartedServer } from '../../started-server.ts';

export const ADMIN_EMAIL = 'ada@quill.example';
export const MAIL_SECRET = 'a secret of the mail provider';
/** Settings of the server that the accounts are made on. */
export const SETTINGS = {
  ADMIN_EMAIL,
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_UNDO_SECONDS: '60',
  MAIL_WEBHOOK_PROVIDER: 'postmark',
  MAIL_WEBHOOK_SECRET: MAIL_SECRET,
};

/** Where they are made: what calls cannot bring about is written to the database. */
export interface Ground {
  server: StartedServer;
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Two years of business, a plan, and the installation's admin. */
  owner: Owner;
}
