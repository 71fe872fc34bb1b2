import { and, eq } from 'drizzle-orm';
import { countryLocale } from '../../../shared/countries/countries.ts';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import type { IssuedInvoices } from '../../../shared/documents/number-series/issued-invoices.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYMENT_PROVIDERS } from '../../../shared/payments/payment.contract.ts';
import type {
  BusinessProfile,
  BusinessProfileInput,
} from '../../../shared/profile/profile.contract.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { checkouts } from '../../db/tables/payments.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { isPlatformName } from '../../platform/mail/platform-name.ts';
import { recheckCheckouts } from '../../platform/payment-providers/recheck-checkouts.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { isAdmin } from '../accounts/index.ts';
import { findBusiness, setSearchWritten } from '../businesses/index.ts';
import { connectAccounts, dropWebhooks } from './connect-accounts.ts';
import { changesPaymentKeys, checkCredentials, sealedCredentials } from './credentials.ts';
import { presentProfile } from './present-profile.ts';
import type { ProfileRow } from './profile.store.ts';
import {
  findProfile,
  insertProfile,
  keepSetting,
  lockProfile,
  updateProfileRow,
} from './profile.store.ts';
import { accountName, retireKeys } from './retired-keys.ts';
import { forgetLogo, releaseLogo, requireOwnLogo } from './save-logo.ts';
import { requireTimeZone } from './time-zones.ts';
import { ensureEndpointRow, updateEndpoint } from './webhook-endpoint.store.ts';

type SaveServices = Pick<
  Services,
  'db' | 'env' | 'clock' | 'seal' | 'payments' | 'appUrl' | 'log' | 'files'
>;

/**
 * A new business's profile, so that its first invoice looks right before any setting is touched
 * (decision 8); it counts as saved when the owner has done so. Harmless where there is one already. A
 * name that could be taken for the platform's is not put there.
 * @param appUrl where this installation is reached
 */
export async function prefillProfile(
  db: Queryable,
  businessId: string,
  owner: { name: string; email: string },
  appUrl = 'http://localhost',
): Promise<void> {
  const given = [owner.name.trim().slice(0, 200), owner.email.split('@')[0] ?? ''];
  const [name = '', address] = given.map((one) => (isPlatformName(one, appUrl) ? '' : one));
  const businessName = name || address || 'My business';
  await insertProfile(db, businessId, {
    businessName,
    contactName: name || null,
    email: owner.email,
  });
}

type CreateInput = BusinessProfileInput & { version?: number | undefined };
type UpdateInput = CreateInput & { id: number };
/** Told within the transaction that changes how the business is paid. */
type OnKeysChanged = (tx: Transaction) => Promise<void>;

/**
 * Saves a profile for the first time: the prefilled one, whose absent optional fields stay as they
 * are, or a new one where there is none.
 * @throws AppError CONFLICT where it was saved already; STALE with the `current` profile when
 *   `version` is not the stored one, NOT_FOUND where the logo is not the owner's, VALIDATION (see
 *   `checkCredentials`)
 */
export async function createProfile(
  services: SaveServices,
  businessId: string,
  input: CreateInput,
  key: string | undefined,
  onKeysChanged: OnKeysChanged,
): Promise<BusinessProfile> {
  const { version, ...fields } = input;
  const { db, clock } = services;
  await requireTimeZone(services, fields.timeZone);
  let replaced: Upload | undefined;
  const created = await runIdempotently(
    db,
    { businessId, key, call: 'profile.create', input },
    async (tx) => {
      const stored = await lockProfile(tx, businessId);
      await requireVersion(services, tx, stored, version);
      if (stored?.savedAt) throw savedAlready();
      if (changesPaymentKeys(services.seal, stored, fields)) await onKeysChanged(tx);
      if (stored) {
        const written = await writeProfile(services, tx, stored, fields);
        replaced = written.replaced;
        return presentProfile(services, tx, written.row);
      }
      await requireOwnName(services, tx, businessId, fields.businessName);
      checkCredentials(services, fields, undefined);
      await requireOwnLogo(tx, businessId, fields.logoUrl);
      const row = await insertProfile(tx, businessId, {
        businessName: fields.businessName,
        ...toColumns(services, businessId, fields, undefined),
        savedAt: clock.now(),
      });
      if (!row) throw savedAlready();
      await keepWebhookSecret(services, tx, businessId, fields.stripeWebhookSecret);
      return presentProfile(services, tx, row);
    },
  );
  await forgetLogo(services, replaced);
  return withAccounts(services, businessId, created, fields, undefined);
}

const savedAlready = () =>
  new AppError('CONFLICT', 'You already have a business profile: update it');

/**
 * Absent optional fields stay as they are stored. New payment keys are tried before it answers.
 * @throws AppError STALE with the `current` profile when `version` is not the stored one, VALIDATION,
 *   NOT_FOUND where the profile or the logo is not the owner's
 */
export async function updateProfile(
  services: SaveServices,
  businessId: string,
  input: UpdateInput,
  onKeysChanged: OnKeysChanged,
): Promise<BusinessProfile> {
  const { id, version, ...fields } = input;
  await requireTimeZone(services, fields.timeZone);
  const { saved, before, replaced } = await withTransaction(services.db, async (tx) => {
    const stored = await lockProfile(tx, businessId);
    if (stored?.id !== id) throw notFound('Business profile');
    await requireVersion(services, tx, stored, version);
    if (changesPaymentKeys(services.seal, stored, fields)) await onKeysChanged(tx);
    const { row, replaced } = await writeProfile(services, tx, stored, fields);
    return { saved: await presentProfile(services, tx, row), before: stored, replaced };
  });
  await forgetLogo(services, replaced);
  return withAccounts(services, businessId, saved, fields, before);
}

/** The time zone of a profile that was not saved yet. @returns the one that stands now */
export async function adoptTimeZone(
  services: SaveServices,
  businessId: string,
  { timeZone }: { timeZone: string },
): Promise<{ timeZone: string }> {
  await requireTimeZone(services, timeZone);
  return withTransaction(services.db, async (tx) => {
    const stored = await lockProfile(tx, businessId);
    if (!stored) throw notFound('Business profile');
    if (stored.savedAt || stored.timeZone === timeZone) return { timeZone: stored.timeZone };
    await updateProfileRow(tx, businessId, { timeZone }, services.clock.now());
    return { timeZone };
  });
}

/** Remembers what the editor shows. It is no edit of the profile: a form that is open stays current. */
export async function setEditorColumns(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  { editorColumns }: { editorColumns: EditorColumn[] },
): Promise<{ editorColumns: EditorColumn[] }> {
  if (!(await keepSetting(db.orm, businessId, { editorColumns }))) {
    throw notFound('Business profile');
  }
  return { editorColumns };
}

/** Decides what may be done to issued invoices. It is no edit of the profile either. */
export async function setIssuedInvoices(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  { issuedInvoices }: { issuedInvoices: IssuedInvoices },
): Promise<{ issuedInvoices: IssuedInvoices }> {
  const values = { issuedInvoices, issuedInvoicesChosenAt: clock.now() };
  if (!(await keepSetting(db.orm, businessId, values))) throw notFound('Business profile');
  return { issuedInvoices };
}

async function requireVersion(
  services: SaveServices,
  tx: Transaction,
  stored: ProfileRow | undefined,
  version: number | undefined,
): Promise<void> {
  if (!stored || version === undefined || version === stored.version) return;
  throw new AppError('STALE', 'The business profile was changed elsewhere since you opened it', {
    current: await presentProfile(services, tx, stored),
  });
}

/** @returns the row, and the logo that it shows no more */
async function writeProfile(
  services: SaveServices,
  tx: Transaction,
  stored: ProfileRow,
  fields: BusinessProfileInput,
): Promise<{ row: ProfileRow | undefined; replaced: Upload | undefined }> {
  const { businessId } = stored;
  if (fields.businessName !== stored.businessName) {
    await requireOwnName(services, tx, businessId, fields.businessName);
  }
  checkCredentials(services, fields, stored);
  const { logoUrl } = fields;
  const otherLogo = logoUrl !== undefined && logoUrl !== stored.logoUrl;
  if (otherLogo) await requireOwnLogo(tx, businessId, logoUrl);
  const columns = toColumns(services, businessId, fields, stored);
  const now = services.clock.now();
  for (const provider of PAYMENT_PROVIDERS) {
    const after = accountName(services, { ...stored, ...columns }, provider);
    if (after !== accountName(services, stored, provider)) {
      await retireKeys(tx, services, stored, provider, now);
    }
  }
  if (stored.allowPartialPayments && columns.allowPartialPayments === false) {
    await recheckCheckouts(tx, businessId, partsInPayment, now);
  }
  const savedAt = stored.savedAt ?? now;
  const row = await updateProfileRow(tx, businessId, { ...columns, savedAt }, now);
  // Names are sorted by another alphabet from now on.
  const isMoved = countryLocale(row?.country) !== countryLocale(stored.country);
  if (isMoved) await setSearchWritten(tx, businessId, null);
  await keepWebhookSecret(services, tx, businessId, fields.stripeWebhookSecret);
  const replaced = otherLogo ? await releaseLogo(tx, businessId, stored.logoUrl) : undefined;
  return { row, replaced };
}

/** Checkouts of amounts that customers chose. */
const partsInPayment = and(eq(checkouts.pays, 'part'), eq(checkouts.status, 'open'));

/** Plain fields as they are, credentials sealed; status of accounts whose keys have changed. */
function toColumns(
  { seal }: Pick<Services, 'seal'>,
  businessId: string,
  input: BusinessProfileInput,
  stored: ProfileRow | undefined,
): Partial<ProfileRow> {
  const {
    stripePublishableKey,
    stripeSecretKey,
    stripeWebhookSecret: _kept,
    paypalClientId,
    paypalClientSecret,
    preferredPaymentMethod,
    ...plain
  } = input;
  const credentials = { stripePublishableKey, stripeSecretKey, paypalClientId, paypalClientSecret };
  const sealed = sealedCredentials(seal, businessId, credentials);
  const after = { ...stored, ...sealed };
  // Saved as stripe unless there is something to choose (decision 26).
  const mayChoose = Boolean(after.paypalClientId && after.paypalClientSecret);
  const preferred = mayChoose
    ? (preferredPaymentMethod ?? stored?.preferredPaymentMethod ?? 'stripe')
    : 'stripe';
  const columns: Partial<ProfileRow> = {
    ...(plain as Partial<ProfileRow>),
    ...sealed,
    preferredPaymentMethod: preferred,
  };
  if (sealed.stripeSecretKey !== undefined || sealed.stripePublishableKey !== undefined) {
    const both = Boolean(after.stripeSecretKey && after.stripePublishableKey);
    columns.stripeAccountStatus = both ? 'unchecked' : 'not_connected';
    columns.stripeAccountDetail = null;
  }
  if (sealed.paypalClientId !== undefined || sealed.paypalClientSecret !== undefined) {
    columns.paypalAccountStatus = mayChoose ? 'unchecked' : 'not_connected';
    columns.paypalAccountDetail = null;
  }
  return columns;
}

async function keepWebhookSecret(
  { seal }: Pick<Services, 'seal'>,
  tx: Transaction,
  businessId: string,
  secret: string | null | undefined,
): Promise<void> {
  if (secret === undefined) return;
  const row = await ensureEndpointRow(tx, businessId, 'stripe');
  await updateEndpoint(tx, seal, row, { providerId: null, url: null, secret });
}

/** The saved profile once its new keys have been tried; as it was saved where none changed. */
async function withAccounts(
  services: SaveServices,
  businessId: string,
  saved: BusinessProfile,
  input: BusinessProfileInput,
  before: ProfileRow | undefined,
): Promise<BusinessProfile> {
  const fresh: ProviderName[] = [];
  if (input.stripeSecretKey !== undefined || input.stripePublishableKey !== undefined) {
    fresh.push('stripe');
  }
  if (input.paypalClientId !== undefined || input.paypalClientSecret !== undefined) {
    fresh.push('paypal');
  }
  const webhookRemoved = input.stripeWebhookSecret === null && before?.stripeSecretKey;
  if (fresh.length === 0 && !webhookRemoved) return saved;
  if (before) await dropWebhooks(services, before, fresh);
  await connectAccounts(services, businessId, fresh);
  const { orm } = services.db;
  return presentProfile(services, orm, await findProfile(orm, businessId));
}

/**
 * A name stands before messages and on public pages: nobody's may be taken for the platform's, but
 * for the business of the admin, whose platform it is.
 * @throws AppError VALIDATION
 */
async function requireOwnName(
  { env, appUrl }: Pick<Services, 'env' | 'appUrl'>,
  db: Queryable,
  businessId: string,
  businessName: string,
): Promise<void> {
  if (!isPlatformName(businessName, appUrl())) return;
  const business = await findBusiness(db, businessId);
  if (business && isAdmin(env, business.owner)) return;
  throw invalidField(
    'businessName',
    'This name could be taken for Remit, its support or a payment provider. Use the name of your business.',
  );
}
