import { invalidField } from '../../../shared/errors/app-error.ts';
import type { BusinessProfileInput } from '../../../shared/profile/profile.contract.ts';
import { MASK } from '../../../shared/profile/profile.contract.ts';
import type { Payments } from '../../platform/payment-providers/open-payments.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { ProfileRow } from './profile.store.ts';

export const CREDENTIALS = [
  'stripePublishableKey',
  'stripeSecretKey',
  'paypalClientId',
  'paypalClientSecret',
] as const;
type Credential = (typeof CREDENTIALS)[number];

type GivenCredentials = Pick<BusinessProfileInput, Credential>;

/** Where a credential is sealed (`Seal`). */
export const credentialPlace = (businessId: string, credential: Credential) =>
  `${businessId} ${credential}`;

/** A stored credential; null when there is none, undefined when it cannot be read. */
export function openCredential(
  seal: Seal,
  row: Pick<ProfileRow, 'businessId' | Credential>,
  credential: Credential,
): string | null | undefined {
  const sealed = row[credential];
  return sealed === null ? null : seal.open(sealed, credentialPlace(row.businessId, credential));
}

/** 'sk_test_••••1234': enough to tell two keys apart, and of no use to anybody else. */
export function maskedCredential(
  seal: Seal,
  row: Pick<ProfileRow, 'businessId' | Credential>,
  credential: Credential,
): string | null {
  const value = openCredential(seal, row, credential);
  if (value === null) return null;
  if (value === undefined || value.length < 16) return MASK;
  const prefix = /^(pk|sk|rk)_(test|live)_/.exec(value)?.[0] ?? '';
  return `${prefix}${MASK}${value.slice(-4)}`;
}

/**
 * Whether a save changes how the business is paid, or who may tell this installation that it was.
 * @param stored undefined for a profile that is yet to be made
 */
export function changesPaymentKeys(
  seal: Seal,
  stored: ProfileRow | undefined,
  given: BusinessProfileInput,
): boolean {
  if (typeof given.stripeWebhookSecret === 'string') return true;
  if (given.stripeWebhookSecret === null && stored?.stripeSecretKey) return true;
  return CREDENTIALS.some((credential) => {
    const value = given[credential];
    if (value === undefined) return false;
    return value !== (stored ? openCredential(seal, stored, credential) : null);
  });
}

/**
 * The columns that a save changes: absent credentials stay as they are, null removes them. New keys
 * have not been tried yet.
 */
export function sealedCredentials(
  seal: Seal,
  businessId: string,
  given: GivenCredentials,
): Partial<ProfileRow> {
  const columns: Partial<ProfileRow> = {};
  for (const credential of CREDENTIALS) {
    const value = given[credential];
    if (value === undefined) continue;
    columns[credential] =
      value === null ? null : seal.close(value, credentialPlace(businessId, credential));
  }
  return columns;
}

/**
 * Keys that cannot belong together, or may not be used here.
 * @param stored what the profile holds already, for keys that are not given
 * @throws AppError VALIDATION naming the field
 */
export function checkCredentials(
  { seal, payments }: { seal: Seal; payments: Payments },
  given: GivenCredentials,
  stored: ProfileRow | undefined,
): void {
  const value = (credential: Credential) =>
    given[credential] === undefined
      ? stored && openCredential(seal, stored, credential)
      : given[credential];
  const secret = value('stripeSecretKey');
  const publishable = value('stripePublishableKey');
  const changed = given.stripeSecretKey != null || given.stripePublishableKey != null;
  if (!changed) return;
  if (given.stripePublishableKey && /^(sk|rk)_/.test(given.stripePublishableKey)) {
    throw invalidField('stripePublishableKey', 'This is a secret key: enter it as the Secret key');
  }
  const [secretMode, publishableMode] = [parseKeyMode(secret), parseKeyMode(publishable)];
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    throw invalidField(
      'stripeSecretKey',
      'Publishable key and secret key must both be test keys or both be live keys',
    );
  }
  for (const credential of ['stripeSecretKey', 'stripePublishableKey'] as const) {
    const refusal = modeRefusal(payments, given[credential]);
    if (refusal) throw invalidField(credential, refusal);
  }
}

/**
 * Why a key may not be used here; undefined where it may. Test keys where real money is expected
 * would mark invoices paid that nobody has paid.
 */
export function modeRefusal(
  { keyMode }: Pick<Payments, 'keyMode'>,
  key: string | null | undefined,
): string | undefined {
  const mode = parseKeyMode(key);
  if (mode === undefined || keyMode === 'any' || mode === keyMode) return undefined;
  return keyMode === 'test'
    ? 'This installation is in test mode, where no real money moves: use test keys'
    : 'This installation takes real payments: use live keys';
}

export function parseKeyMode(key: string | null | undefined): 'test' | 'live' | undefined {
  const mode = /^(?:[a-z]+_)+(test|live)_/i.exec(key ?? '')?.[1]?.toLowerCase();
  return mode as 'test' | 'live' | undefined;
}
