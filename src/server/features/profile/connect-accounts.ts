import { and, eq, lt, sql } from 'drizzle-orm';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYMENT_PROVIDERS } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { AccountStatus } from '../../../shared/profile/profile.contract.ts';
import { readAcrossOwners } from '../../db/across-owners.ts';
import { businessProfiles } from '../../db/tables/profile.table.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  AccountCheck,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { openAccount } from './payment-accounts.ts';
import type { ProfileRow } from './profile.store.ts';
import { findProfile } from './profile.store.ts';
import {
  ensureEndpointRow,
  isEndpointActive,
  listWebhookEndpoints,
  updateEndpoint,
  webhookPath,
} from './webhook-endpoint.store.ts';

type ConnectServices = Pick<Services, 'db' | 'seal' | 'payments' | 'appUrl' | 'clock' | 'log'>;

interface Outcome {
  status: AccountStatus;
  detail: string | null;
}

/**
 * Tries a business's keys with the providers and keeps what came of it on the profile; where this
 * server can be reached from outside, has each provider send its events here. Never throws: what is
 * wrong with keys is told by the profile.
 * @param fresh providers whose keys have just changed: their old endpoints are of no use
 */
export async function connectAccounts(
  services: ConnectServices,
  businessId: string,
  fresh: readonly ProviderName[] = [],
): Promise<void> {
  const profile = await findProfile(services.db.orm, businessId);
  if (!profile) return;
  const outcomes = new Map<ProviderName, Outcome>();
  await Promise.all(
    PAYMENT_PROVIDERS.map(async (name) => {
      outcomes.set(name, await tryKeys(services, profile, name, fresh.includes(name)));
    }),
  );
  const [stripe, paypal] = [outcomes.get('stripe'), outcomes.get('paypal')];
  const connected = [stripe, paypal].some((outcome) => outcome?.status !== 'not_connected');
  await services.db.orm
    .update(businessProfiles)
    .set({
      stripeAccountStatus: stripe?.status ?? 'not_connected',
      stripeAccountDetail: stripe?.detail ?? null,
      paypalAccountStatus: paypal?.status ?? 'not_connected',
      paypalAccountDetail: paypal?.detail ?? null,
      paymentKeysCheckedAt: connected ? services.clock.now() : null,
    })
    // Keys that were changed meanwhile have a check of their own.
    .where(
      sql`${eq(businessProfiles.businessId, businessId)}
        and ${businessProfiles.stripeSecretKey} is not distinct from ${profile.stripeSecretKey}
        and ${businessProfiles.paypalClientSecret} is not distinct from ${profile.paypalClientSecret}`,
    );
}

async function tryKeys(
  services: ConnectServices,
  profile: ProfileRow,
  name: ProviderName,
  fresh: boolean,
): Promise<Outcome> {
  const before = name === 'stripe' ? profile.stripeAccountStatus : profile.paypalAccountStatus;
  try {
    const account = openAccount(services, profile, name);
    if (!account) return { status: 'not_connected', detail: null };
    if (name === 'stripe' && profile.stripePublishableKey === null) {
      return { status: 'not_connected', detail: 'The publishable key is missing.' };
    }
    const found = await account.checkAccount();
    const webhook = await ensureWebhook(services, profile.businessId, account, fresh);
    return {
      status: 'connected',
      detail: [formatConnectedAccount(found), webhook].filter(Boolean).join(' '),
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      services.log.error({ err: error, provider: name }, 'payment keys could not be tried');
    }
    if (error instanceof ProviderError && error.kind === 'credentials') {
      return { status: 'invalid', detail: error.message };
    }
    // Silence says nothing about keys: known ones stay as they were, new ones stay unknown.
    const detail = `${PROVIDER_LABELS[name]} could not be reached. Remit tries again automatically.`;
    return { status: before === 'not_connected' ? 'unchecked' : before, detail };
  }
}

export function formatConnectedAccount({ name, livemode }: AccountCheck): string {
  const to = name ? `Connected to ${name}` : 'Connected';
  return livemode ? `${to}.` : `${to} (test mode).`;
}

/** Providers reach this server over HTTPS at a public address; the sandbox does on this machine. */
function isReachable({ payments, appUrl }: Pick<Services, 'payments' | 'appUrl'>): boolean {
  if (payments.sandboxUrl !== null) return true;
  const { protocol, hostname } = new URL(appUrl());
  const local = /^(localhost|127\..*|\[::1\]|10\..*|192\.168\..*|.*\.(local|internal))$/.test(
    hostname,
  );
  return protocol === 'https:' && !local;
}

/**
 * Takes the endpoints that we made at accounts whose keys are being replaced or removed down again,
 * with the keys that they were made with. What fails is left: its events fit no signature here.
 */
export async function dropWebhooks(
  services: ConnectServices,
  before: ProfileRow,
  providers: readonly ProviderName[],
): Promise<void> {
  const { db, seal, log } = services;
  for (const row of await listWebhookEndpoints(db.orm, before.businessId)) {
    if (row.providerId === null || !providers.includes(row.provider)) continue;
    try {
      await openAccount(services, before, row.provider)?.deleteWebhookEndpoint(row.providerId);
    } catch (error) {
      log.info({ err: error, provider: row.provider }, 'an old webhook endpoint was left');
    }
    await updateEndpoint(db.orm, seal, row, { providerId: null, url: null, secret: null });
  }
}

/** @returns words for the owner where the provider cannot send its events here */
async function ensureWebhook(
  services: ConnectServices,
  businessId: string,
  account: PaymentProvider,
  fresh: boolean,
): Promise<string | null> {
  const { db, seal, log } = services;
  const row = await ensureEndpointRow(db.orm, businessId, account.name);
  if (!isReachable(services)) return null;
  const url = services.appUrl() + webhookPath(row);
  // An endpoint made by hand has a secret and no id of ours: it is the owner's to keep.
  const ours = row.providerId !== null;
  if (!fresh && isEndpointActive(row) && (!ours || row.url === url)) return null;
  if (fresh && !ours && row.secret !== null) return null;
  try {
    if (ours && row.providerId) await account.deleteWebhookEndpoint(row.providerId);
    const made = await account.createWebhookEndpoint(url);
    await updateEndpoint(db.orm, seal, row, { providerId: made.id, url, secret: made.secret });
    return null;
  } catch (error) {
    log.warn({ err: error, provider: account.name }, 'a webhook endpoint could not be made');
    return 'Webhooks could not be set up; Remit checks for payments instead.';
  }
}

const DAY = 86_400_000;
const BATCH = 20;

/**
 * Tries stored keys again, each once a day. Safe on many instances: a claimed profile counts as
 * tried.
 * @returns how many were tried
 */
export async function checkPaymentKeys(services: ConnectServices): Promise<number> {
  const { db, clock } = services;
  let tried = 0;
  for (;;) {
    const now = clock.now();
    const dayAgo = new Date(now.getTime() - DAY);
    const due = await readAcrossOwners<{ business_id: string }>(
      db.orm,
      'payment keys to check',
      sql`
        select business_id from business_profiles
        where payment_keys_checked_at < ${dayAgo.toISOString()}::timestamptz
        order by payment_keys_checked_at limit ${BATCH}`,
    );
    for (const { business_id: businessId } of due) {
      const claimed = await db.orm
        .update(businessProfiles)
        .set({ paymentKeysCheckedAt: now })
        .where(
          and(
            eq(businessProfiles.businessId, businessId),
            lt(businessProfiles.paymentKeysCheckedAt, dayAgo),
          ),
        )
        .returning({ businessId: businessProfiles.businessId });
      if (claimed.length === 0) continue;
      await connectAccounts(services, businessId);
      tried += 1;
    }
    if (due.length < BATCH) return tried;
  }
}
