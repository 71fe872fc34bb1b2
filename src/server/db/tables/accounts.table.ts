import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { SECURITY_EVENT_TYPES } from '../../../shared/accounts/security-events.ts';
import { foldedSql } from '../folded-sql.ts';
import { createdAt, instant, recordId, updatedAt } from './columns.ts';

/** Accounts: people who sign in. What they do there belongs to a business, of which they are members. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    name: text('name').notNull().default(''),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    /** Folded, by the database: names come from several hands. */
    searchText: text('search_text').generatedAlwaysAs(foldedSql(`email || ' ' || name`)),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    index('users_created').on(t.createdAt.desc().nullsFirst(), t.id),
    index('users_search').using('gin', sql`search_text gin_trgm_ops`),
  ],
);

/** Sessions in the shape the specification gives: sid, sess (address, agent, anything else), expire. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sid: text('sid').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb('sess').notNull().default({}),
    expire: instant('expire').notNull(),
    /** When its owner last proved who they are: by signing in, or by confirming it since. */
    provedAt: instant('proved_at').notNull().defaultNow(),
    /** To within some minutes. */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
);

/** Ways to sign in: a password hash, or an account at an OpenID Connect provider. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('accounts_user').on(t.userId),
    index('accounts_provider').on(t.providerId, t.accountId),
  ],
);

/** Short-lived secrets: password resets, e-mail verification, OIDC state, passkey challenges. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('verifications_identifier').on(t.identifier),
    index('verifications_expires').on(t.expiresAt),
  ],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    /** Added in a session of a browser that the account had known for long. */
    fromTrustedBrowser: boolean('from_trusted_browser').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

const accountKey = () => uuid('user_id').notNull();

/** Browsers that an account has been signed in from, by the digest of a cookie. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: accountKey().references(() => users.id, { onDelete: 'cascade' }),
    browser: text('browser').notNull(),
    /** Its first sign-in made the account, so it was its owner's from the beginning. */
    madeAccount: boolean('made_account').notNull().default(false),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.browser] })],
);

/** What happened to an account's ways in, for its owner to read. */
export const securityEvents = pgTable(
  'security_events',
  {
    userId: accountKey().references(() => users.id, { onDelete: 'cascade' }),
    id: recordId(),
    type: text('type', { enum: SECURITY_EVENT_TYPES }).notNull(),
    /** The network address, and what the browser says of itself. */
    address: text('address'),
    agent: text('agent'),
    data: jsonb('data').notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('security_events_of_type').on(t.userId, t.type, t.id),
    index('security_events_age').on(t.createdAt),
  ],
);

/** Attempts counted per key (address and call), shared by all instances. */
export const rateLimits = pgTable('rate_limits', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
});
