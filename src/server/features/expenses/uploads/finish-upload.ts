import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { FileStore, StoredPart } from '../../../platform/files/file-store.ts';
import type { Services } from '../../../platform/http/services.ts';
import { checkContent } from './check-content.ts';
import type { Upload } from './upload.store.ts';
import { deleteUpload, findUpload, markStored, OBJECTS_PATH } from './upload.store.ts';
import type { Purpose } from './upload-purposes.ts';
import { PURPOSES, tooLarge } from './upload-purposes.ts';

type FinishServices = Pick<Services, 'db' | 'files' | 'clock' | 'log'>;

/** What a finished upload is known by. */
export interface StoredFile {
  key: string;
  /** A page of this server, for the owner alone. */
  location: string;
  fileName: string;
  contentType: string;
  size: number;
}

/**
 * A file in one piece is sent to a place of its own: an address that still takes bytes must not lead
 * to a file that was found to be good.
 */
export const stagingKey = (key: string) => `incoming/${key}`;

/**
 * Puts the parts together and looks at the whole: type by content, size as found. What does not
 * hold is deleted. Asked again, it answers the same.
 * @throws AppError TOO_LARGE, UNSUPPORTED_TYPE, BAD_REQUEST, or NOT_FOUND for a transfer that is gone
 */
export async function completeUpload(
  services: FinishServices,
  upload: Upload,
  parts: Pick<StoredPart, 'partNumber' | 'etag'>[],
): Promise<StoredFile> {
  const { files, db } = services;
  const { key, uploadId, userId } = upload;
  if (uploadId !== null && !upload.storedAt) {
    const purpose = purposeOf(upload);
    const sent = await files.listParts(key, uploadId);
    const size = (sent ?? []).reduce((sum, part) => sum + part.size, 0);
    if (size > purpose.maxBytes) {
      await discard(services, upload);
      throw tooLarge(purpose);
    }
    const outcome = await files.completeMultipart(key, uploadId, parts);
    if (outcome === 'invalid') {
      throw new AppError('BAD_REQUEST', 'The parts are not those that were sent');
    }
    // 'missing': another call has completed it, or the answer to the first was lost on its way.
    await look(services, upload);
  }
  const stored = await findUpload(db.orm, userId, key);
  if (!stored?.storedAt) throw notFound('Upload');
  return present(stored);
}

/**
 * Looks at a file that was sent in one piece, when it is first used.
 * @throws AppError as `completeUpload`, except that what is not there is left to the caller
 */
export async function ensureStored(
  services: FinishServices,
  userId: string,
  key: string,
): Promise<void> {
  const upload = await findUpload(services.db.orm, userId, key);
  if (!upload || upload.storedAt || upload.uploadId !== null) return;
  await services.files.move(stagingKey(key), key);
  await look(services, upload);
}

async function look(services: FinishServices, upload: Upload): Promise<void> {
  const { files, db, clock } = services;
  try {
    const found = await checkContent(files, upload.key, purposeOf(upload), upload.size);
    if (found) await markStored(db.orm, upload, found, clock.now());
  } catch (error) {
    if (error instanceof AppError) await discard(services, upload);
    throw error;
  }
}

/** Nothing of it stays: the file, its parts, and that it ever was. */
export async function discard(
  { files, db }: Pick<Services, 'files' | 'db'>,
  upload: Upload,
): Promise<void> {
  await deleteFiles(files, upload);
  await deleteUpload(db.orm, upload.userId, upload.key);
}

export async function deleteFiles(
  files: FileStore,
  { key, uploadId }: Pick<Upload, 'key' | 'uploadId'>,
): Promise<void> {
  if (uploadId !== null) await files.abortMultipart(key, uploadId);
  await files.delete(key);
  await files.delete(stagingKey(key));
}

export function purposeOf(upload: Upload): Purpose {
  // Logos come by this way later; until then there are none.
  if (upload.purpose !== 'receipt') throw notFound('Upload');
  return PURPOSES[upload.purpose];
}

function present({ key, fileName, contentType, size }: Upload): StoredFile {
  return { key, location: OBJECTS_PATH + key, fileName, contentType, size };
}
