import type { SQL } from 'drizzle-orm';
import { and, eq, sql } from 'drizzle-orm';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { checkouts } from '../../db/tables/payments.table.ts';
import { retiredPaymentKeys } from '../../db/tables/profile.table.ts';
import type { Services } from '../../platform/http/services.ts';
import type { PaymentProvider } from '../../platform/payment-providers/payment-provider.ts';
import { recheckCheckouts } from '../../platform/payment-providers/recheck-checkouts.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { openCredential } from './credentials.ts';
import { openStripe } from './payment-accounts.ts';
import type { ProfileRow } from './profile.store.ts';

type AccountServices = Pick<Services, 'seal' | 'payments'>;

/** Where retired credentials are sealed (`Seal`). */
export const retiredPlace = (businessId: string, provider: ProviderName, account: string) =>
  `${businessId} ${provider} retired ${account}`;

/** What opens a business's account, as one text; null where it has none, or it cannot be read. */
export function accountCredentials(
  seal: Seal,
  profile: ProfileRow,
  provider: ProviderName,
): string | null {
  if (provider === 'stripe') return openCredential(seal, profile, 'stripeSecretKey') ?? null;
  const id = openCredential(seal, profile, 'paypalClientId');
  const secret = openCredential(seal, profile, 'paypalClientSecret');
  return id && secret ? JSON.stringify([id, secret]) : null;
}

/** Names the account that a profile's credentials open; null where it has none. */
export function accountName(
  { seal }: Pick<Services, 'seal'>,
  profile: ProfileRow,
  provider: ProviderName,
): string | null {
  const credentials = accountCredentials(seal, profile, provider);
  return credentials === null ? null : accountFingerprint(seal, provider, credentials);
}

/** What names an account without telling its credentials. */
export function accountFingerprint(
  seal: Seal,
  provider: ProviderName,
  credentials: string,
): string {
  return seal.fingerprint(`${provider} ${credentials}`);
}

/** Whether cards that are saved in an account are still charged, or are to be forgotten there. */
const hasCards = (businessId: string, account: SQL): SQL => sql`
  (exists (select from payment_mandates m where m.business_id = ${businessId}
      and m.account = ${account} and m.ended_at is null and m.refused_at is null)
    or exists (select from card_removals r
      where r.business_id = ${businessId} and r.account = ${account}))`;

/**
 * Keeps credentials that a save replaces or removes, as long as a checkout made with them is
 * undecided or a card is saved in their account, and has those checkouts looked at next.
 * @param stored the profile before the save
 */
export async function retireKeys(
  tx: Transaction,
  { seal }: Pick<Services, 'seal'>,
  stored: ProfileRow,
  provider: ProviderName,
  now: Date,
): Promise<void> {
  const { businessId } = stored;
  const credentials = accountCredentials(seal, stored, provider);
  const account = accountName({ seal }, stored, provider);
  if (credentials === null || account === null) return;
  const ofAccount = and(
    eq(checkouts.provider, provider),
    eq(checkouts.account, account),
    sql`${checkouts.status} in ('creating', 'open', 'capturing', 'processing')`,
  );
  const undecided = await recheckCheckouts(tx, businessId, ofAccount, now);
  if (undecided === 0 && !(await holdsCards(tx, businessId, provider, account))) return;
  const sealed = seal.close(credentials, retiredPlace(businessId, provider, account));
  await tx
    .insert(retiredPaymentKeys)
    .values({ businessId, provider, account, sealed, createdAt: now })
    .onConflictDoUpdate({
      target: [
        retiredPaymentKeys.businessId,
        retiredPaymentKeys.provider,
        retiredPaymentKeys.account,
      ],
      set: { sealed, createdAt: now },
    });
}

async function holdsCards(
  tx: Transaction,
  businessId: string,
  provider: ProviderName,
  account: string,
): Promise<boolean> {
  if (provider !== 'stripe') return false;
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select ${hasCards(businessId, sql`${account}`)} as held`,
  );
  return rows[0]?.held === true;
}

/** An account that is the business's no more, while it is still needed; undefined afterwards. */
export async function openRetiredAccount(
  { seal, payments }: AccountServices,
  db: Queryable,
  of: { businessId: string; provider: ProviderName; account: string },
): Promise<PaymentProvider | undefined> {
  const [row] = await db
    .select()
    .from(retiredPaymentKeys)
    .where(
      and(
        eq(retiredPaymentKeys.businessId, of.businessId),
        eq(retiredPaymentKeys.provider, of.provider),
        eq(retiredPaymentKeys.account, of.account),
      ),
    );
  const credentials =
    row && seal.open(row.sealed, retiredPlace(of.businessId, of.provider, of.account));
  if (!credentials) return undefined;
  if (of.provider === 'stripe') return openStripe({ payments }, credentials);
  const [clientId = '', secret = ''] = JSON.parse(credentials) as string[];
  return payments.paypal(clientId, secret);
}

/** Nothing undecided outlives this: bank debits take some days, sessions one. */
const KEPT_DAYS = 30;

/** Deletes credentials that nothing waits for. @returns how many */
export async function forgetRetiredKeys({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const settled = new Date(now.getTime() - 3_600_000).toISOString();
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const owners = await readAcrossOwners<{ business_id: string }>(
    db.orm,
    'retired payment keys',
    sql`
      select distinct business_id from retired_payment_keys
      where created_at < ${settled}::timestamptz`,
  );
  return ownerByOwner(owners, async (businessId) => {
    const { rowCount } = await db.orm.execute(sql`
      delete from retired_payment_keys k
      where k.business_id = ${businessId} and (k.created_at < ${oldest}::timestamptz
        or (k.created_at < ${settled}::timestamptz and not exists (
          select 1 from checkouts c where c.business_id = ${businessId} and c.provider = k.provider
            and c.account = k.account and c.status in ('creating', 'open', 'capturing', 'processing'))
          and not (k.provider = 'stripe' and ${hasCards(businessId, sql`k.account`)})))`);
    return rowCount ?? 0;
  });
}
