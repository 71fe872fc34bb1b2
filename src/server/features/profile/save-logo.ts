import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { ensureStored, stagingKey } from '../../platform/uploads/finish-upload.ts';
import { forgetUpload } from '../../platform/uploads/forget-upload.ts';
import { startPicture } from '../../platform/uploads/start-upload.ts';
import { PURPOSES } from '../../platform/uploads/upload-purposes.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { findUpload, parseObjectKey, releaseUpload } from '../../platform/uploads/upload.store.ts';
import { lockProfile, updateProfileRow } from './profile.store.ts';

type LogoServices = Pick<Services, 'db' | 'files' | 'clock' | 'log'>;

/**
 * The first step: where the browser sends the file, for some minutes.
 */
export async function startLogo(
  services: LogoServices & Pick<Services, 'appUrl' | 'env'>,
  businessId: string,
): Promise<{ uploadURL: string }> {
  const { url } = await startPicture(services, businessId, PURPOSES.logo);
  return { uploadURL: new URL(url, services.appUrl()).href };
}

/**
 * The last step: what was sent is looked at, drawn anew, and stands on the profile instead of the
 * logo before it, whose file goes. Asked again, it answers the same. An owner without a profile keeps
 * it for a day, to be saved with one.
 * @param logoURL where it was sent to, or null for no logo any more
 * @throws AppError TOO_LARGE, UNSUPPORTED_TYPE, BAD_REQUEST, or NOT_FOUND for an address that was not
 *   given to this owner
 */
export async function saveLogo(
  services: LogoServices,
  businessId: string,
  logoURL: string | null,
): Promise<{ objectPath: string | null }> {
  const { db, clock } = services;
  const key = logoURL === null ? undefined : keyIn(logoURL);
  if (key !== undefined) await ensureStored(services, businessId, key);
  const objectPath = key === undefined ? null : OBJECTS_PATH + key;
  const replaced = await withTransaction(db, async (tx) => {
    const profile = await lockProfile(tx, businessId);
    await requireOwnLogo(tx, businessId, objectPath);
    if (!profile || profile.logoUrl === objectPath) return undefined;
    await updateProfileRow(tx, businessId, { logoUrl: objectPath }, clock.now());
    return releaseLogo(tx, businessId, profile.logoUrl);
  });
  await forgetLogo(services, replaced);
  return { objectPath };
}

/** The key in an address that was given out: of this server, of a store, or of the finished logo. */
function keyIn(logoURL: string): string {
  const path = URL.canParse(logoURL, 'http://localhost')
    ? new URL(logoURL, 'http://localhost').pathname
    : '';
  const [key] = /logos\/[0-9a-f]{32}\.png$/.exec(path) ?? [];
  if (key === undefined || !(path.endsWith(stagingKey(key)) || parseObjectKey(path) === key)) {
    throw notFound('Logo');
  }
  return key;
}

/** @throws AppError NOT_FOUND for what is another owner's or not there */
export async function requireOwnLogo(
  tx: Transaction,
  businessId: string,
  address: string | null | undefined,
): Promise<void> {
  if (address == null) return;
  const key = parseObjectKey(address);
  const upload =
    key === undefined ? undefined : await findUpload(tx, businessId, key, { lock: true });
  if (upload?.purpose !== 'logo') throw notFound('Logo');
  if (upload.storedAt) return;
  // One with a size had arrived: it was replaced by another just now.
  if (upload.size > 0) throw notFound('Logo');
  throw new AppError('BAD_REQUEST', 'The logo has not arrived yet');
}

/**
 * No draft shows the logo any more. Its file goes unless a revision names it; should deleting it fail,
 * it is cleared away with the unfinished uploads.
 * @returns what to forget when the transaction stands
 */
export async function releaseLogo(
  tx: Transaction,
  businessId: string,
  address: string | null,
): Promise<Upload | undefined> {
  const key = parseObjectKey(address);
  if (key === undefined) return undefined;
  const upload = await findUpload(tx, businessId, key, { lock: true });
  if (upload) await releaseUpload(tx, businessId, key);
  return upload;
}

export async function forgetLogo(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  upload: Upload | undefined,
): Promise<void> {
  if (!upload) return;
  try {
    await forgetUpload(services.db, services.files, upload);
  } catch (error) {
    services.log.warn({ err: error, key: upload.key }, 'a replaced logo could not be deleted yet');
  }
}
