import { OBJECTS_PATH } from '../../../shared/files/server-paths.ts';
import type { Database } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { FileStore } from '../files/file-store.ts';
import { deleteFiles } from './finish-upload.ts';
import { PURPOSES } from './upload-purposes.ts';
import type { Upload } from './upload.store.ts';
import { deleteUpload, findUpload, isFileShown, markStored } from './upload.store.ts';

/**
 * Clears an unfinished upload away. A record that was saved a moment ago may show it after all: asked
 * once more under a lock.
 * @returns whether it was still there, and unfinished
 */
export function forgetUpload(
  db: Database,
  files: FileStore,
  { businessId, key }: Pick<Upload, 'businessId' | 'key'>,
): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const upload = await findUpload(tx, businessId, key, { lock: true });
    if (!upload || upload.storedAt) return false;
    if (await isFileShown(tx, PURPOSES[upload.purpose], businessId, OBJECTS_PATH + key)) {
      await markStored(tx, upload, upload, upload.createdAt);
      return false;
    }
    await deleteFiles(files, upload);
    await deleteUpload(tx, businessId, key);
    return true;
  });
}
