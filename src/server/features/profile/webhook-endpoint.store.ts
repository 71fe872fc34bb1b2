import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { webhookEndpoints } from '../../db/tables/profile.table.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { ProfileRow } from './profile.store.ts';
import { findProfile } from './profile.store.ts';

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;

const ofOwner = (businessId: string, provider: ProviderName) =>
  and(eq(webhookEndpoints.businessId, businessId), eq(webhookEndpoints.provider, provider));

/** Where an endpoint's secret is sealed (`Seal`). */
export const webhookSecretPlace = (businessId: string, provider: ProviderName) =>
  `${businessId} ${provider} webhook`;

/** Where a business's events arrive, below the server's address. */
export function webhookPath(endpoint: Pick<WebhookEndpointRow, 'provider' | 'token'>): string {
  return `/api/webhooks/${endpoint.provider}/${endpoint.token}`;
}

export async function listWebhookEndpoints(
  db: Queryable,
  businessId: string,
): Promise<WebhookEndpointRow[]> {
  return db.select().from(webhookEndpoints).where(eq(webhookEndpoints.businessId, businessId));
}

/** The business that an address belongs to, with its profile; undefined for none. */
export async function findWebhookEndpoint(
  db: Queryable,
  provider: ProviderName,
  token: string,
): Promise<{ endpoint: WebhookEndpointRow; profile: ProfileRow | null } | undefined> {
  // An address says whose it is; only then can its owner's tables be asked.
  const [endpoint] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.token, token), eq(webhookEndpoints.provider, provider)));
  if (!endpoint) return undefined;
  return { endpoint, profile: (await findProfile(db, endpoint.businessId)) ?? null };
}

/** The owner's endpoint, with an address that nobody can guess; made where there is none. */
export async function ensureEndpointRow(
  db: Queryable,
  businessId: string,
  provider: ProviderName,
): Promise<WebhookEndpointRow> {
  const token = randomBytes(16).toString('hex');
  await db.insert(webhookEndpoints).values({ token, businessId, provider }).onConflictDoNothing();
  const [row] = await db.select().from(webhookEndpoints).where(ofOwner(businessId, provider));
  if (!row) throw new Error('the webhook endpoint is gone');
  return row;
}

export async function updateEndpoint(
  db: Queryable,
  seal: Seal,
  row: Pick<WebhookEndpointRow, 'businessId' | 'provider'>,
  values: { providerId: string | null; url: string | null; secret: string | null },
): Promise<void> {
  const { businessId, provider } = row;
  const secret =
    values.secret && seal.close(values.secret, webhookSecretPlace(businessId, provider));
  await db
    .update(webhookEndpoints)
    .set({ ...values, secret })
    .where(ofOwner(businessId, provider));
}

/** What signs an endpoint's deliveries; null when it is not known or cannot be read. */
export function endpointSecret(seal: Seal, row: WebhookEndpointRow): string | null {
  return (
    (row.secret && seal.open(row.secret, webhookSecretPlace(row.businessId, row.provider))) || null
  );
}

/** Whether the provider tells of payments by itself. PayPal signs by the endpoint's own id. */
export function isEndpointActive(row: WebhookEndpointRow | undefined): boolean {
  return row !== undefined && (row.secret !== null || row.providerId !== null);
}
