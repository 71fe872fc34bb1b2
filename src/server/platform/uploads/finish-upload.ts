import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import type { FileStore, StoredPart } from '../files/file-store.ts';
import { INCOMING } from '../files/file-store.ts';
import type { Services } from '../http/services.ts';
import { checkContent } from './check-content.ts';
import { PURPOSES, requirePurpose, tooLarge } from './upload-purposes.ts';
import type { Upload } from './upload.store.ts';
import { deleteUpload, findUpload, markStored } from './upload.store.ts';

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

/** Where a file in one piece is sent to. */
export const stagingKey = (key: string) => INCOMING + key;

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
  const { key, uploadId, businessId } = upload;
  if (uploadId !== null && !upload.storedAt) {
    const purpose = requirePurpose(upload, 'receipt');
    const sent = await files.listParts(key, uploadId);
    const size = (sent ?? []).reduce((sum, part) => sum + part.size, 0);
    if (size > purpose.rules.maxBytes) {
      await discardUpload(services, upload);
      throw tooLarge(purpose);
    }
    const outcome = await files.completeMultipart(key, uploadId, parts);
    if (outcome === 'invalid') {
      throw new AppError('BAD_REQUEST', 'The parts are not those that were sent');
    }
    // 'missing': another call has completed it, or the answer to the first was lost on its way.
    await look(services, upload);
  }
  const stored = await findUpload(db.orm, businessId, key);
  if (!stored?.storedAt) throw notFound('Upload');
  return present(stored);
}

/**
 * Looks at a file that was sent in one piece, when it is first used.
 * @throws AppError as `completeUpload`, except that what is not there is left to the caller
 */
export async function ensureStored(
  services: FinishServices,
  businessId: string,
  key: string,
): Promise<void> {
  const upload = await findUpload(services.db.orm, businessId, key);
  if (!upload || upload.storedAt || upload.uploadId !== null) return;
  // What is drawn anew is never moved to where it would be seen as it came.
  const drawn = PURPOSES[upload.purpose].drawnAs !== undefined;
  if (!drawn) await services.files.move(stagingKey(key), key);
  await look(services, upload, drawn ? stagingKey(key) : key);
}

async function look(services: FinishServices, upload: Upload, at = upload.key): Promise<void> {
  const { files, db, clock } = services;
  try {
    const { businessId, purpose, size } = upload;
    const found = await checkContent(files, businessId, at, PURPOSES[purpose], size);
    if (!found) return;
    if (found.drawn) await files.write(upload.key, found.drawn);
    await markStored(db.orm, upload, found, clock.now());
    if (found.drawn) await files.delete(at);
    // Saved twice at once, and replaced by another meanwhile: what was written is nobody's.
    if (!(await findUpload(db.orm, upload.businessId, upload.key)))
      await deleteFiles(files, upload);
  } catch (error) {
    if (error instanceof AppError) await discardUpload(services, upload);
    throw error;
  }
}

/** Nothing of it stays: the file, its parts, and that it ever was. */
export async function discardUpload(
  { files, db }: Pick<Services, 'files' | 'db'>,
  upload: Upload,
): Promise<void> {
  await deleteFiles(files, upload);
  await deleteUpload(db.orm, upload.businessId, upload.key);
  // What was written between the two; whoever writes later finds no upload and deletes it itself.
  await files.delete(upload.key);
}

export async function deleteFiles(
  files: FileStore,
  { key, uploadId }: Pick<Upload, 'key' | 'uploadId'>,
): Promise<void> {
  if (uploadId !== null) await files.abortMultipart(key, uploadId);
  await files.delete(key);
  await files.delete(stagingKey(key));
}

function present({ key, fileName, contentType, size }: Upload): StoredFile {
  return { key, location: OBJECTS_PATH + key, fileName, contentType, size };
}
