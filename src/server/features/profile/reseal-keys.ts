import type { SQL } from 'drizzle-orm';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYMENT_PROVIDERS } from '../../../shared/payments/payment.contract.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { cardRemovals } from '../../db/tables/automatic-payment.table.ts';
import { cardChanges, checkouts, paymentMandates } from '../../db/tables/payments.table.ts';
import {
  businessProfiles,
  retiredPaymentKeys,
  webhookEndpoints,
} from '../../db/tables/profile.table.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { CREDENTIALS, credentialPlace, openCredential } from './credentials.ts';
import type { ProfileRow } from './profile.store.ts';
import { findProfile } from './profile.store.ts';
import { accountCredentials, accountFingerprint, retiredPlace } from './retired-keys.ts';
import { webhookSecretPlace } from './webhook-endpoint.store.ts';

/** What became of the sealed values of a database. */
export interface ResealOutcome {
  /** Encrypted with the new key just now. */
  resealed: number;
  /** Encrypted with the new key already. */
  done: number;
  /** Opened by neither key: left as they are. */
  unreadable: number;
}

const BATCH = 500;

/**
 * Encrypts everything that is sealed anew, and renames the accounts that fingerprints name. Every use
 * of `Seal` that reaches the database has its place here. What is done already stays as it is, so it
 * may be asked for again.
 */
export async function resealPaymentKeys(
  tx: Transaction,
  from: Seal,
  to: Seal,
): Promise<ResealOutcome> {
  const outcome: ResealOutcome = { resealed: 0, done: 0, unreadable: 0 };
  /** undefined where the value stays as it is. */
  const reseal = (sealed: string, place: string): string | undefined => {
    const known = to.open(sealed, place) !== undefined;
    const secret = known ? undefined : from.open(sealed, place);
    outcome[known ? 'done' : secret === undefined ? 'unreadable' : 'resealed'] += 1;
    return secret === undefined ? undefined : to.close(secret, place);
  };
  await forEachOwner(tx, withCredentials, async (businessId) => {
    const profile = await findProfile(tx, businessId);
    if (!profile) return;
    for (const provider of PAYMENT_PROVIDERS) await renameAccount(tx, profile, provider, from, to);
    const columns: Partial<ProfileRow> = {};
    for (const credential of CREDENTIALS) {
      const sealed = profile[credential];
      const again = sealed && reseal(sealed, credentialPlace(profile.businessId, credential));
      if (again) columns[credential] = again;
    }
    if (Object.keys(columns).length === 0) return;
    // Nothing that the owner has saved changes: neither does the version.
    await tx
      .update(businessProfiles)
      .set(columns)
      .where(eq(businessProfiles.businessId, profile.businessId));
  });
  for (const row of await tx
    .select()
    .from(webhookEndpoints)
    .where(isNotNull(webhookEndpoints.secret))) {
    const again =
      row.secret && reseal(row.secret, webhookSecretPlace(row.businessId, row.provider));
    if (!again) continue;
    await tx
      .update(webhookEndpoints)
      .set({ secret: again })
      .where(eq(webhookEndpoints.token, row.token));
  }
  await forEachOwner(tx, retired, async (businessId) => {
    const rows = await tx
      .select()
      .from(retiredPaymentKeys)
      .where(eq(retiredPaymentKeys.businessId, businessId));
    for (const row of rows) await resealRetired(tx, row, from, to, outcome);
  });
  return outcome;
}

/** The name of retired credentials is a fingerprint, and part of the place where they are sealed. */
async function resealRetired(
  tx: Transaction,
  row: typeof retiredPaymentKeys.$inferSelect,
  from: Seal,
  to: Seal,
  outcome: ResealOutcome,
): Promise<void> {
  const { businessId, provider, account, sealed } = row;
  const place = retiredPlace(businessId, provider, account);
  const known = to.open(sealed, place) !== undefined;
  const credentials = known ? undefined : from.open(sealed, place);
  outcome[known ? 'done' : credentials === undefined ? 'unreadable' : 'resealed'] += 1;
  if (credentials === undefined) return;
  const renamed = accountFingerprint(to, provider, credentials);
  await tx
    .update(retiredPaymentKeys)
    .set({
      account: renamed,
      sealed: to.close(credentials, retiredPlace(businessId, provider, renamed)),
    })
    .where(
      and(
        eq(retiredPaymentKeys.businessId, businessId),
        eq(retiredPaymentKeys.provider, provider),
        eq(retiredPaymentKeys.account, account),
      ),
    );
  await renameAccountRecords(tx, businessId, provider, account, renamed);
}

async function renameAccount(
  tx: Transaction,
  profile: ProfileRow,
  provider: ProviderName,
  from: Seal,
  to: Seal,
): Promise<void> {
  const credentials = accountCredentials(from, profile, provider);
  if (credentials === null) return;
  const [before, after] = [from, to].map((seal) => accountFingerprint(seal, provider, credentials));
  if (before && after) await renameAccountRecords(tx, profile.businessId, provider, before, after);
}

async function renameAccountRecords(
  tx: Transaction,
  businessId: string,
  provider: ProviderName,
  before: string,
  after: string,
): Promise<void> {
  await tx
    .update(checkouts)
    .set({ account: after })
    .where(
      and(
        eq(checkouts.businessId, businessId),
        eq(checkouts.provider, provider),
        eq(checkouts.account, before),
      ),
    );
  if (provider !== 'stripe') return;
  // Saved cards are charged in the account that they name, and by no other.
  const named = (table: typeof paymentMandates | typeof cardChanges | typeof cardRemovals) =>
    and(eq(table.businessId, businessId), eq(table.account, before));
  await tx.update(paymentMandates).set({ account: after }).where(named(paymentMandates));
  await tx.update(cardChanges).set({ account: after }).where(named(cardChanges));
  await tx.update(cardRemovals).set({ account: after }).where(named(cardRemovals));
}

const SEALED_COLUMNS: readonly PgColumn[] = CREDENTIALS.map((name) => businessProfiles[name]);
const withCredentials = sql`select business_id from ${businessProfiles}
  where ${or(...SEALED_COLUMNS.map((column) => isNotNull(column)))}`;
const retired = sql`select distinct business_id from ${retiredPaymentKeys} where true`;

/** Owners that a select finds, some at a time. */
async function forEachOwner(
  tx: Transaction,
  owners: SQL,
  work: (businessId: string) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const rows = await readAcrossOwners<{ business_id: string }>(
      tx,
      'sealed payment keys',
      sql`
        ${owners} ${after === undefined ? sql`` : sql`and business_id > ${after}::uuid`}
        order by business_id limit ${BATCH}`,
    );
    for (const row of rows) await work(row.business_id);
    after = rows.at(-1)?.business_id;
    if (rows.length < BATCH) return;
  }
}

/**
 * Whether the newest stored credentials were encrypted with another key: that of another
 * installation, or the one before a change.
 */
export async function isSealedWithOtherKey(db: Queryable, seal: Seal): Promise<boolean> {
  const [newest] = await readAcrossOwners<{ business_id: string }>(
    db,
    'newest payment keys',
    sql`${withCredentials} order by payment_keys_checked_at desc nulls last limit 1`,
  );
  const profile = newest && (await findProfile(db, newest.business_id));
  return (
    profile !== undefined &&
    CREDENTIALS.some((credential) => openCredential(seal, profile, credential) === undefined)
  );
}
