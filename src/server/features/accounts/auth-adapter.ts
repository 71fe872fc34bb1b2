import type { BetterAuthOptions } from 'better-auth';
import type { DBAdapter, DBTransactionAdapter } from 'better-auth/adapters';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { isUniqueViolation } from '../../db/constraint-errors.ts';
import type { Database, Queryable } from '../../db/database.ts';
import {
  accounts,
  passkeys,
  sessions,
  users,
  verifications,
} from '../../db/tables/accounts.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { createBusiness } from '../businesses/index.ts';
import { isStillProven, noteProof } from './access-proof.ts';
import { noticingFailures } from './database-failures.ts';
import { proveAddress, revokeAccess } from './revoke-access.ts';
import { SESSION_MOST_SECONDS } from './session-cookie.ts';

export interface NewUser {
  id: string;
  businessId: string;
  email: string;
  name: string;
}

export interface AuthAdapterOptions {
  db: Database;
  /** Runs inside the transaction that inserts the user: both exist, or neither. */
  onUserCreated: (tx: Queryable, user: NewUser) => Promise<void>;
  /** Whether a taken e-mail may be told to whoever signs up with it. */
  tellTakenEmail: boolean;
}

type Row = Record<string, unknown>;

const TABLES = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  passkey: passkeys,
};

/**
 * Better Auth's Drizzle adapter with what our tables need:
 * - a session's address and agent live in its `sess` document;
 * - a user's row brings its business and what other features attach to it, in one transaction;
 * - a transaction begins with its first write: the library hashes passwords inside transactions,
 *   and the embedded database has but one to give;
 * - a provider's tokens are not kept, since nothing uses them;
 * - whoever proves the account's address by a provider ends what came before, in the same
 *   transaction;
 * - what a call has checked must still hold when a session or a passkey is written.
 */
export function authAdapter(settings: AuthAdapterOptions) {
  return (options: BetterAuthOptions): DBAdapter => {
    const { db } = settings;
    const over = (connection: Queryable) =>
      shaped(drizzle(connection, options), connection, settings);
    const direct = over(db.orm);
    return noticingFailures({
      ...direct,
      create: (data) =>
        data.model === 'verification'
          ? direct.create(data)
          : withTransaction(db, (tx) => over(tx).create(data)),
      transaction: async (work) => {
        const transaction = lazyTransaction(db, over);
        let result: Awaited<ReturnType<typeof work>>;
        try {
          result = await work(noticingFailures(lazily(direct, transaction)));
        } catch (error) {
          await transaction.rollback();
          throw error;
        }
        await transaction.commit();
        return result;
      },
    });
  };
}

function drizzle(db: Queryable, options: BetterAuthOptions): DBAdapter {
  return drizzleAdapter(db, { provider: 'pg', schema: TABLES })(options);
}

/** Rows on their way between the library's fields and our columns. */
function shaped(inner: DBAdapter, db: Queryable, settings: AuthAdapterOptions): DBAdapter {
  const create: DBAdapter['create'] = async (data) => {
    const values = data.data as Row;
    switch (data.model) {
      case 'session':
        if (!(await isStillProven(db, String(values.userId)))) throw accessChanged();
        return fromSession(await inner.create({ ...data, data: toSession(values) })) as never;
      case 'account':
        // Only an identity whose provider vouches for the address comes this far (oidc-provider.ts),
        // and an address is one person's: whatever way in there was before ends here.
        if (values.providerId !== 'credential') await linkProven(db, String(values.userId));
        if (typeof values.password === 'string') noteProof({ passwordHash: values.password });
        return inner.create({ ...data, data: withoutTokens(values) as never });
      case 'passkey':
        if (!(await isStillProven(db, String(values.userId)))) throw accessChanged();
        return inner.create(data);
      case 'user': {
        const user = (await inner.create(data).catch((error: unknown) => {
          throw takenEmail(error, settings.tellTakenEmail) ?? error;
        })) as unknown as Omit<NewUser, 'businessId'>;
        const businessId = await createBusiness(db, user.id);
        const { id, email, name } = user;
        await settings.onUserCreated(db, { id, businessId, email, name });
        return user as never;
      }
      default:
        return inner.create(data);
    }
  };
  return {
    ...inner,
    create,
    findOne: async (data) => mapped(data.model, await inner.findOne<Row>(data)) as never,
    findMany: async (data) =>
      (await inner.findMany<Row>(data)).map((row) => mapped(data.model, row)) as never,
    consumeOne: async (data) => mapped(data.model, await inner.consumeOne<Row>(data)) as never,
    update: async (data) => {
      const update =
        data.model === 'session'
          ? toSession(data.update)
          : data.model === 'account'
            ? withoutTokens(data.update)
            : data.update;
      return mapped(data.model, await inner.update<Row>({ ...data, update })) as never;
    },
  };
}

function mapped(model: string, row: Row | null): Row | null {
  return model === 'session' && row ? fromSession(row) : row;
}

function toSession({ ipAddress, userAgent, ...rest }: Row): Row {
  if (ipAddress === undefined && userAgent === undefined) return rest;
  return { ...rest, sess: { ipAddress: ipAddress || null, userAgent: userAgent || null } };
}

function fromSession({ sess, ...rest }: Row): Row {
  const { ipAddress, userAgent } = (sess ?? {}) as Row;
  // An earlier version prolonged sessions without an end.
  if (rest.createdAt instanceof Date && rest.expiresAt instanceof Date) {
    const latest = rest.createdAt.getTime() + SESSION_MOST_SECONDS * 1000;
    if (rest.expiresAt.getTime() > latest) rest.expiresAt = new Date(latest);
  }
  return { ...rest, ipAddress: ipAddress ?? null, userAgent: userAgent ?? null };
}

function withoutTokens(values: Row): Row {
  const { accessToken: _a, refreshToken: _r, idToken: _i, ...rest } = values;
  return rest;
}

async function linkProven(tx: Queryable, userId: string): Promise<void> {
  await proveAddress(tx, userId);
  await revokeAccess(tx, userId);
}

/** What was checked at the beginning of the call opens the account no more. */
function accessChanged(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'ACCESS_CHANGED', message: 'Access has changed' });
}

/** The answer to two sign-ups with one address at the same moment; the index lets only one in. */
function takenEmail(error: unknown, tell: boolean): APIError | undefined {
  if (!isUniqueViolation(error)) return undefined;
  const body = { code: 'USER_ALREADY_EXISTS', message: 'User already exists' };
  // The library answers a 403 here as if the sign-up had succeeded, where it must not tell.
  return new APIError(tell ? 'UNPROCESSABLE_ENTITY' : 'FORBIDDEN', body);
}

interface LazyTransaction {
  /** Where to read: undefined until the first write. */
  current(): Promise<DBAdapter> | undefined;
  /** Writes inside the transaction, which begins with the first of them. */
  write<T>(statement: (adapter: DBAdapter) => Promise<T>): Promise<T>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Only tells `withTransaction` to roll back. */
class RolledBack extends Error {}

function lazyTransaction(db: Database, over: (tx: Queryable) => DBAdapter): LazyTransaction {
  let started: Promise<DBAdapter> | undefined;
  let ended: Promise<void> = Promise.resolve();
  let end: ((outcome: 'commit' | 'rollback') => void) | undefined;
  let failed = false;
  const begin = () =>
    new Promise<DBAdapter>((resolve, reject) => {
      const outcome = new Promise<'commit' | 'rollback'>((settle) => {
        end = settle;
      });
      const work = async (tx: Queryable) => {
        resolve(over(tx));
        if ((await outcome) === 'rollback') throw new RolledBack();
      };
      // What has been handed out cannot be run again.
      ended = withTransaction(db, work, { attempts: 1 });
      ended.catch(reject);
    });
  const rollback = async () => {
    end?.('rollback');
    await ended.catch((error: unknown) => {
      if (started && !(error instanceof RolledBack)) throw error;
    });
  };
  return {
    current: () => started,
    async write(statement) {
      started ??= begin();
      try {
        return await statement(await started);
      } catch (error) {
        failed = true;
        throw error;
      }
    },
    async commit() {
      // The library sometimes answers a failed statement itself; nothing can be committed then.
      if (failed) return rollback();
      end?.('commit');
      await ended;
    },
    rollback,
  };
}

/** Reads go by the pool until something is written; from then on all of it is the transaction's. */
function lazily(direct: DBAdapter, transaction: LazyTransaction): DBTransactionAdapter {
  const reader = async () => (await transaction.current()) ?? direct;
  return {
    id: direct.id,
    ...(direct.options && { options: direct.options }),
    findOne: async (data) => (await reader()).findOne(data),
    findMany: async (data) => (await reader()).findMany(data),
    count: async (data) => (await reader()).count(data),
    create: (data) => transaction.write((tx) => tx.create(data)),
    update: (data) => transaction.write((tx) => tx.update(data)),
    updateMany: (data) => transaction.write((tx) => tx.updateMany(data)),
    delete: (data) => transaction.write((tx) => tx.delete(data)),
    deleteMany: (data) => transaction.write((tx) => tx.deleteMany(data)),
    consumeOne: (data) => transaction.write((tx) => tx.consumeOne(data)),
    incrementOne: (data) => transaction.write((tx) => tx.incrementOne(data)),
  };
}
